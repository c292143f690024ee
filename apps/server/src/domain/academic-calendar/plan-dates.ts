import type { SourceDate } from './source-date.ts';

/** A stored date of a source, as far as its next reading compares it. */
export interface KnownDate extends SourceDate {
  id: number;
  isEdited: boolean;
  isDeleted: boolean;
}

export interface DatePlan {
  created: SourceDate[];
  updated: { before: KnownDate; after: SourceDate }[];
  unchanged: number;
  /** Dates that staff changed or deleted, which stay as they are. */
  kept: KnownDate[];
  /** Dates that begin after today and are no longer among the given ones. */
  vanished: KnownDate[];
}

/** Compares dates, each source id once, with what is stored of their source; `today` is yyyy-mm-dd. */
export function planDates(
  known: readonly KnownDate[],
  dates: readonly SourceDate[],
  today: string,
): DatePlan {
  const stored = new Map(known.map((date) => [date.sourceId, date]));
  const plan: DatePlan = { created: [], updated: [], unchanged: 0, kept: [], vanished: [] };
  for (const date of dates) {
    const before = stored.get(date.sourceId);
    if (before === undefined) plan.created.push(date);
    else if (before.isEdited || before.isDeleted) plan.kept.push(before);
    else if (isSame(before, date)) plan.unchanged += 1;
    else plan.updated.push({ before, after: date });
  }
  const given = new Set(dates.map(({ sourceId }) => sourceId));
  plan.vanished = known.filter(
    (date) =>
      !(given.has(date.sourceId) || date.isEdited || date.isDeleted) && date.startDate > today,
  );
  return plan;
}

function isSame(one: SourceDate, other: SourceDate): boolean {
  return (
    one.title === other.title &&
    one.startDate === other.startDate &&
    one.endDate === other.endDate
  );
}
