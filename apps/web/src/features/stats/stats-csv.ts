import type { Stats, StatsRange } from '@naru/contract/stats';
import { writeCsv } from '../../lib/csv.ts';
import { FIGURES, longPeriod } from './series.tsx';

const RANGE_NAMES: Record<StatsRange, string> = { daily: '일별', weekly: '주별', monthly: '월별' };

/** The figures of the table, oldest first, with the days that each period has. */
export function statsCsv({ range, points, totals }: Stats): string {
  const numbers = (of: Stats['totals']) => FIGURES.map(({ key }) => String(of[key]));
  return writeCsv([
    ['기간', '시작일', '종료일', ...FIGURES.map(({ label }) => label)],
    ...points.map((point) => [longPeriod(range, point), point.from, point.to, ...numbers(point)]),
    ['전체', points[0]?.from ?? '', points.at(-1)?.to ?? '', ...numbers(totals)],
  ]);
}

/** Such as `통계-주별-2026-11-22.csv`. */
export function statsFileName({ range, points }: Stats): string {
  return `통계-${RANGE_NAMES[range]}-${points.at(-1)?.to ?? ''}.csv`;
}
