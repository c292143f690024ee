import type { CleanDate } from './clean-dates.ts';

/** A stored date of a source, as far as its next reading compares it. */
export interface KnownDate extends CleanDate {
  id: number;
  isEdited: boolean;
  isDeleted: boolean;
}

export interface DatePlan {
  created: CleanDate[];
  updated: { before: KnownDate; after: CleanDate }[];
  unchanged: number;
  /** Dates that staff changed or deleted, which stay as they are. */
  retained: KnownDate[];
}

/** Compares dates, each source id once, with what is stored of their source. */
export function planDates(known: readonly KnownDate[], dates: readonly CleanDate[]): DatePlan {
  const stored = new Map(known.map((date) => [date.sourceId, date]));
  const plan: DatePlan = { created: [], updated: [], unchanged: 0, retained: [] };
  for (const date of dates) {
    const before = stored.get(date.sourceId);
    if (before === undefined) plan.created.push(date);
    else if (isStaffs(before)) plan.retained.push(before);
    else if (isSame(before, date)) plan.unchanged += 1;
    else plan.updated.push({ before, after: date });
  }
  return plan;
}

/**
 * Stored dates that begin after today (yyyy-mm-dd) and are not among the source ids that the source
 * shows; never those that staff changed or deleted.
 */
export function vanishedOf(
  known: readonly KnownDate[],
  { seen, today }: { seen: ReadonlySet<string>; today: string },
): KnownDate[] {
  return known.filter(
    (date) => !seen.has(date.sourceId) && !isStaffs(date) && date.startDate > today,
  );
}

function isStaffs({ isEdited, isDeleted }: KnownDate): boolean {
  return isEdited || isDeleted;
}

function isSame(one: CleanDate, other: CleanDate): boolean {
  const keys = ['title', 'kind', 'startDate', 'endDate', 'note', 'targetUrl'] as const;
  return keys.every((key) => one[key] === other[key]);
}
