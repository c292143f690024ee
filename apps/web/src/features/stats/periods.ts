import type { StatsPoint, StatsRange } from '@naru/contract/stats';

const WEEKDAYS = ['일', '월', '화', '수', '목', '금', '토'];

function partsOf(day: string) {
  const date = new Date(`${day}T00:00:00Z`);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    date: date.getUTCDate(),
    weekday: WEEKDAYS[date.getUTCDay()] ?? '',
  };
}

type Period = Pick<StatsPoint, 'from' | 'to'>;

/** Axis label: `20 금`, `11/16~`, `11월`. */
export function shortPeriod(range: StatsRange, { from }: Period): string {
  const { month, date, weekday } = partsOf(from);
  if (range === 'daily') return `${date} ${weekday}`;
  return range === 'weekly' ? `${month}/${date}~` : `${month}월`;
}

/** Table row: `11월 20일 금요일`, `11월 16일 ~ 11월 22일`, `2026년 11월`. */
export function longPeriod(range: StatsRange, { from, to }: Period): string {
  const first = partsOf(from);
  if (range === 'monthly') return `${first.year}년 ${first.month}월`;
  const start = `${first.month}월 ${first.date}일`;
  if (range === 'daily') return `${start} ${first.weekday}요일`;
  const last = partsOf(to);
  return `${start} ~ ${last.month}월 ${last.date}일`;
}
