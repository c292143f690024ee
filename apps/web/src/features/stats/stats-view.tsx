import { STATS_POINTS, type Stats, type StatsRange } from '@naru/contract/stats';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { messageOf, TRY_LATER } from '../../lib/api/api-error.ts';
import { csvBlob } from '../../lib/csv.ts';
import { usePlace } from '../../lib/place.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { FIGURES, longPeriod, SeriesKey } from './series.tsx';
import { statsQuery } from './stats.queries.ts';
import { StatsChart } from './stats-chart.tsx';
import { statsCsv, statsFileName } from './stats-csv.ts';

const RANGES = [
  { value: 'daily', label: '일별' },
  { value: 'weekly', label: '주별' },
  { value: 'monthly', label: '월별' },
] as const;
const SPANS: Record<StatsRange, string> = {
  daily: `최근 ${STATS_POINTS.daily}일`,
  weekly: `최근 ${STATS_POINTS.weekly}주`,
  monthly: `최근 ${STATS_POINTS.monthly}개월`,
};

export function StatsView() {
  const { choice, go } = usePlace();
  const range = choice('state', ['daily', 'weekly', 'monthly']);
  const { data, error, isPlaceholderData, refetch } = useQuery(statsQuery(range));
  return (
    <div className="grid gap-4">
      <Card className="overflow-hidden">
        <div className="flex flex-wrap items-center gap-3 px-5 pt-4 max-md:px-4">
          <Segmented
            label="기간"
            items={RANGES}
            value={range}
            onChange={(state) => go({ state })}
          />
          <p className="text-ink-3 text-sm max-sm:order-last max-sm:w-full">{SPANS[range]}</p>
          {data && !isPlaceholderData && (
            <Button
              size="sm"
              icon={<Download size={16} />}
              className="ml-auto"
              onClick={() => saveFile(csvBlob(statsCsv(data)), statsFileName(data))}
            >
              CSV 내려받기
            </Button>
          )}
        </div>
        {error && (!data || isPlaceholderData) ? (
          <ErrorState
            title="통계를 불러오지 못했습니다."
            text={messageOf(error, TRY_LATER)}
            onRetry={refetch}
          />
        ) : (
          <Figures stats={data} isOld={isPlaceholderData} />
        )}
      </Card>
      {data && !(error && isPlaceholderData) && (
        <Card className={cx('overflow-x-auto py-1', isPlaceholderData && 'opacity-60')}>
          <StatsTable stats={data} />
        </Card>
      )}
      {(data || error) && <Definitions />}
    </div>
  );
}

const DEFINITIONS = [
  ['회원', '기간이 끝날 때, 진행 중이면 지금 탈퇴하지 않은 계정의 수입니다.'],
  ['새 회원', '기간 안에 가입한 계정의 수입니다. 그 뒤에 탈퇴한 계정도 셉니다.'],
  [
    '방문자',
    '기간 안에 한 번이라도 로그인해서 이용한 회원의 수입니다. 여러 날 와도 한 명으로 세므로, 날마다 센 수를 더한 값보다 작습니다.',
  ],
  ['게시글과 댓글', '기간 안에 쓰고 지금 남아 있는 수입니다. 삭제된 글과 댓글은 세지 않습니다.'],
  ['하루와 한 주', '하루는 한국 시간 자정에 끝나고, 한 주는 월요일에 시작합니다.'],
];

function Definitions() {
  return (
    <dl
      aria-label="수치의 뜻"
      className="grid gap-x-4 gap-y-1 text-ink-3 text-sm md:grid-cols-[auto_1fr]"
    >
      {DEFINITIONS.map(([term, meaning]) => (
        <div key={term} className="contents max-md:block">
          <dt className="font-semibold text-ink-2 max-md:inline">{term}</dt>{' '}
          <dd className="max-md:inline">{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Two figures share the first row of a phone, three the second. */
const WIDE_ON_PHONES = 2;

function Figures({ stats, isOld }: { stats: Stats | undefined; isOld: boolean }) {
  return (
    <div className={cx('transition-opacity', isOld && 'opacity-60')} aria-busy={isOld || !stats}>
      <dl className="mt-3 grid grid-cols-5 gap-px border-line border-y bg-line max-md:grid-cols-6">
        {FIGURES.map((figure, index) => (
          <div
            key={figure.key}
            className={cx(
              'grid content-start gap-0.5 bg-paper px-5 py-3.5 max-md:px-3',
              index < WIDE_ON_PHONES ? 'max-md:col-span-3' : 'max-md:col-span-2',
            )}
          >
            <dt className="flex flex-wrap items-center gap-x-2 font-semibold text-ink-2 text-sm">
              {'mark' in figure && <SeriesKey series={figure} />}
              {figure.label}
            </dt>
            <dd className="font-bold text-2xl tabular-nums max-md:text-xl">
              {stats ? (
                stats.totals[figure.key].toLocaleString('ko-KR')
              ) : (
                <Skeleton className="my-1.5 h-6 w-16" />
              )}
            </dd>
          </div>
        ))}
      </dl>
      <div className="px-5 pt-4 pb-3 max-md:px-2">
        {stats ? (
          <StatsChart stats={stats} />
        ) : (
          <div role="status" aria-label="통계를 불러오는 중입니다.">
            <Skeleton className="mb-1 h-5 w-60" />
            <Skeleton className="h-[264px] w-full rounded-md" />
          </div>
        )}
      </div>
    </div>
  );
}

const CELL = 'whitespace-nowrap px-4 py-2.5 text-right tabular-nums max-md:px-1';

function StatsTable({ stats }: { stats: Stats }) {
  const { points, range, totals } = stats;
  return (
    <table className="w-full text-md">
      <caption className="sr-only">기간별 수치</caption>
      <thead>
        <tr className="text-ink-3 text-sm">
          <th scope="col" className="px-5 py-2.5 text-left font-semibold max-md:px-4">
            기간
          </th>
          {FIGURES.map(({ key, label }) => (
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
            {FIGURES.map(({ key }) => (
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
            전체
          </th>
          {FIGURES.map(({ key }) => (
            <td key={key} className={`${CELL} last:pr-5`}>
              {totals[key].toLocaleString('ko-KR')}
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}
