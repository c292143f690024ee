import { STATS_POINTS, type Stats, type StatsRange } from '@naru/contract/stats';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../lib/api/api-error.ts';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { SERIES, SeriesKey } from './series.tsx';
import { statsQuery } from './stats.queries.ts';
import { STATS_TEXTS } from './stats.texts.ts';
import { StatsChart } from './stats-chart.tsx';
import { StatsTable } from './stats-table.tsx';

const RANGES = [
  { value: 'daily', label: STATS_TEXTS.daily },
  { value: 'weekly', label: STATS_TEXTS.weekly },
  { value: 'monthly', label: STATS_TEXTS.monthly },
] as const;
const SPANS: Record<StatsRange, string> = {
  daily: `최근 ${STATS_POINTS.daily}일`,
  weekly: `최근 ${STATS_POINTS.weekly}주`,
  monthly: `최근 ${STATS_POINTS.monthly}개월`,
};

/** Visitors, posts and comments by day, week or month (spec 2, decisions 167). */
export function StatsView() {
  const [range, setRange] = useState<StatsRange>('daily');
  const { data, error, isPlaceholderData, refetch } = useQuery(statsQuery(range));
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Segmented label={STATS_TEXTS.range} items={RANGES} value={range} onChange={setRange} />
        <p className="text-ink-3 text-sm">{SPANS[range]}</p>
      </div>
      {error && (!data || isPlaceholderData) ? (
        <Card>
          <ErrorState
            title={STATS_TEXTS.failed}
            text={messageOf(error, STATS_TEXTS.tryLater)}
            onRetry={() => void refetch()}
          />
        </Card>
      ) : (
        <Figures stats={data} isOld={isPlaceholderData} />
      )}
      <p className="text-ink-3 text-sm">{STATS_TEXTS.note}</p>
    </div>
  );
}

function Figures({ stats, isOld }: { stats: Stats | undefined; isOld: boolean }) {
  return (
    <div className={cx('grid gap-4 transition-opacity', isOld && 'opacity-60')} aria-busy={isOld}>
      <dl className="grid grid-cols-3 gap-3 max-md:gap-2">
        {SERIES.map((series) => (
          <Card
            key={series.key}
            className="grid content-start gap-1 px-5 py-4 max-md:px-3 max-md:py-3"
          >
            <dt className="flex flex-wrap items-center gap-2 font-semibold text-ink-2 text-sm max-md:gap-1">
              <SeriesKey series={series} />
              {series.label}
            </dt>
            <dd className="font-bold text-2xl tabular-nums max-md:text-xl">
              {stats ? (
                stats.totals[series.key].toLocaleString('ko-KR')
              ) : (
                <Skeleton className="my-1.5 h-6 w-16" />
              )}
            </dd>
          </Card>
        ))}
      </dl>
      <Card className="p-5 max-md:p-3">
        {stats ? (
          <StatsChart stats={stats} />
        ) : (
          <div role="status" aria-label={STATS_TEXTS.loading}>
            <Skeleton className="mb-2 h-5 w-60" />
            <Skeleton className="h-[264px] w-full rounded-md" />
          </div>
        )}
      </Card>
      {stats && (
        <Card className="overflow-x-auto py-1">
          <StatsTable stats={stats} />
        </Card>
      )}
    </div>
  );
}
