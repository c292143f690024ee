export const DAY_MS = 86_400_000;

/** Adds days to a calendar day (yyyy-mm-dd). */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Weekday of a calendar day (yyyy-mm-dd); 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(day).getUTCDay();
}
