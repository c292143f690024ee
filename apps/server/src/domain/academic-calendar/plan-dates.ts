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
  /** Dates that begin after today and whose source id was not seen. */
  vanished: KnownDate[];
}

/**
 * Compares dates, each source id once, with what is stored of their source. `seen` are all source ids
 * that the source shows, also of dates that cannot be stored; `today` is yyyy-mm-dd.
 */
export function planDates(
  known: readonly KnownDate[],
  dates: readonly SourceDate[],
  { seen, today }: { seen: ReadonlySet<string>; today: string },
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
  plan.vanished = known.filter(
    (date) =>
      !(seen.has(date.sourceId) || date.isEdited || date.isDeleted) && date.startDate > today,
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
