import type { Stats } from '@naru/contract/stats';
import { Badge } from '../../ui/badge.tsx';
import { longPeriod } from './periods.ts';
import { SERIES } from './series.tsx';

const CELL = 'px-4 py-2.5 text-right tabular-nums max-md:px-2';

export function StatsTable({ stats }: { stats: Stats }) {
  const { points, range, totals } = stats;
  return (
    <table className="w-full text-md">
      <caption className="sr-only">기간별 수치</caption>
      <thead>
        <tr className="text-ink-3 text-sm">
          <th scope="col" className="px-5 py-2.5 text-left font-semibold max-md:px-4">
            기간
          </th>
          {SERIES.map(({ key, label }) => (
            <th key={key} scope="col" className={`${CELL} font-semibold last:pr-5`}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {points.toReversed().map((point, index) => (
          <tr key={point.from} className="border-line border-t">
            <th scope="row" className="px-5 py-2.5 text-left font-medium max-md:px-4">
              <span className="inline-flex flex-wrap items-center gap-x-2">
                {longPeriod(range, point)}
                {index === 0 && <Badge tone="plain">진행 중</Badge>}
              </span>
            </th>
            {SERIES.map(({ key }) => (
              <td key={key} className={`${CELL} last:pr-5`}>
                {point[key].toLocaleString('ko-KR')}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="border-line-strong border-t font-bold">
          <th scope="row" className="px-5 py-3 text-left max-md:px-4">
            합계
          </th>
          {SERIES.map(({ key }) => (
            <td key={key} className={`${CELL} last:pr-5`}>
              {totals[key].toLocaleString('ko-KR')}
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}
