import { STATS_POINTS, type StatsRange } from '@naru/contract/stats';

import { addDays, weekdayOf } from '../../platform/clock.ts';

/** Days in Korea (yyyy-mm-dd), both inclusive. */
export interface Period {
  from: string;
  to: string;
}

/**
 * Returns the periods of a range, oldest first; the last one is the current one as a whole. Weeks
 * start on Monday.
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
    const sinceMonday = (weekdayOf(today) + 6) % 7;
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

function dayOf(utc: number): string {
  return new Date(utc).toISOString().slice(0, 10);
}
