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

/** Each line has its own colour, dash and mark, so that none depends on colour alone. */
export const SERIES = [
  {
    key: 'visitors',
    label: '방문자',
    color: 'text-sea',
    dash: undefined,
    mark: 'circle',
  },
  { key: 'posts', label: '게시글', color: 'text-tide', dash: '7 4', mark: 'square' },
  { key: 'comments', label: '댓글', color: 'text-gold', dash: '2 4', mark: 'kite' },
] as const;

/** All figures in the order of the table; the chart draws those of `SERIES`. */
export const FIGURES = [
  { key: 'members', label: '회원' },
  { key: 'newMembers', label: '새 회원' },
  ...SERIES,
  { key: 'petitions', label: '청원' },
] as const;
export type Series = (typeof SERIES)[number];

export function Mark({ mark, x, y }: { mark: Series['mark']; x: number; y: number }) {
  const look = { fill: 'var(--color-paper)', stroke: 'currentColor', strokeWidth: 2 };
  if (mark === 'circle') return <circle cx={x} cy={y} r={4.5} {...look} />;
  if (mark === 'square') return <rect x={x - 4} y={y - 4} width={8} height={8} {...look} />;
  return <path d={`M${x} ${y - 5.5}L${x + 5.5} ${y}L${x} ${y + 5.5}L${x - 5.5} ${y}Z`} {...look} />;
}

export function SeriesKey({ series }: { series: Series }) {
  return (
    <svg width="30" height="14" aria-hidden="true" className={series.color}>
      <path
        d="M1 7H29"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeDasharray={series.dash}
        fill="none"
      />
      <Mark mark={series.mark} x={15} y={7} />
    </svg>
  );
}
