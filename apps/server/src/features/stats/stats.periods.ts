import { STATS_POINTS, type StatsRange } from '@naru/contract/stats';

const DAY_MS = 86_400_000;

/** Korean days, yyyy-mm-dd, both included. */
export interface Period {
  from: string;
  to: string;
}

/**
 * The periods of a range, oldest first; the last one is under way and ends with its own last day.
 * Days are Korean days, weeks begin on Monday, months are those of the calendar.
 */
export function periodsOf(range: StatsRange, today: string): Period[] {
  const steps = Array.from({ length: STATS_POINTS[range] }, (_, index) => -index).reverse();
  return steps.map((step) => PERIODS[range](today, step));
}

const PERIODS: Record<StatsRange, (today: string, step: number) => Period> = {
  daily(today, step) {
    const day = addDays(today, step);
    return { from: day, to: day };
  },
  weekly(today, step) {
    const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
    const monday = addDays(today, 7 * step - sinceMonday);
    return { from: monday, to: addDays(monday, 6) };
  },
  monthly(today, step) {
    const year = Number(today.slice(0, 4));
    const month = Number(today.slice(5, 7)) - 1;
    return {
      from: dayOf(Date.UTC(year, month + step, 1)),
      to: dayOf(Date.UTC(year, month + step + 1, 0)),
    };
  },
};

/** The day so many days later. */
export function addDays(day: string, days: number): string {
  return dayOf(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);
}

/** The instant a Korean day begins: midnight in Seoul. */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00+09:00`);
}

function dayOf(utc: number): string {
  return new Date(utc).toISOString().slice(0, 10);
}
