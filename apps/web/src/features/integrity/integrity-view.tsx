import type { Integrity, IntegritySummary } from '@naru/contract/integrity';
import { useQuery } from '@tanstack/react-query';
import { RefreshCw, ShieldCheck } from 'lucide-react';
import { formatDuration } from '../../lib/format/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { CheckRow, integrityQuery, STATES, useAsk } from './check-row.tsx';

/** Console panel 점검: what the nightly check of the stored data found. */
export function IntegrityView() {
  const found = useQuery(integrityQuery);
  if (!found.data) {
    return (
      <Card className="overflow-hidden">
        <LoadState query={found} failed="점검 결과를 불러오지 못했습니다." rows={8} />
      </Card>
    );
  }
  const { latest, earlier, isPending } = found.data;
  return (
    <div className="grid gap-4">
      <Card as="section" aria-label="점검 결과" className="overflow-hidden">
        <Head latest={latest} isPending={isPending} />
        {latest === null ? (
          <div className="border-line border-t">
            <EmptyState
              icon={<ShieldCheck size={22} />}
              title="아직 점검한 적이 없습니다."
              text="매일 새벽 3시에 점검합니다. 지금 확인할 수도 있습니다."
            />
          </div>
        ) : (
          <ul aria-label="점검 항목">
            {latest.checks.map((result) => (
              <li key={result.check} className="border-line border-t">
                <CheckRow result={result} isPending={isPending} />
              </li>
            ))}
          </ul>
        )}
      </Card>
      {earlier.length > 0 && <Earlier reports={earlier} />}
    </div>
  );
}

function Head({ latest, isPending }: Pick<Integrity, 'latest' | 'isPending'>) {
  const ask = useAsk();
  return (
    <div className="flex flex-wrap items-center gap-3 px-5 py-4 max-md:px-4">
      <div className="grid min-w-0 flex-1 basis-56 gap-0.5" aria-live="polite">
        <p className="font-bold">{isPending ? '점검하고 있습니다.' : sentenceOf(latest)}</p>
        <p className="text-ink-3 text-sm">
          {latest === null ? (
            '저장된 수, 파일, 감사 기록과 키를 서로 맞춰 봅니다.'
          ) : (
            <>
              <TimeText date={latest.startedAt} kind="list" />
              {` 점검, ${secondsOf(latest)} 걸림`}
            </>
          )}
        </p>
      </div>
      <Button
        size="sm"
        pending={isPending || ask.isPending}
        icon={<RefreshCw size={15} />}
        onClick={() => ask.mutate(null)}
      >
        지금 확인
      </Button>
    </div>
  );
}

function sentenceOf(latest: Integrity['latest']): string {
  if (latest === null) return '매일 새벽 데이터를 점검합니다.';
  if (latest.state === 'WELL') return '모두 맞습니다.';
  if (latest.state === 'FAILED') return '확인하지 못한 항목이 있습니다.';
  return `어긋난 데이터가 ${latest.faults.toLocaleString('ko-KR')}건 있습니다.`;
}

function secondsOf({ seconds }: { seconds: number }): string {
  return seconds < 60 ? `${seconds}초` : formatDuration(Math.round(seconds));
}

function Earlier({ reports }: { reports: readonly IntegritySummary[] }) {
  return (
    <Card as="section" aria-label="지난 점검" className="overflow-hidden">
      <h2 className="px-5 py-3.5 font-bold max-md:px-4">지난 점검</h2>
      <ul>
        {reports.map((report) => (
          <li
            key={report.id}
            className="flex min-h-11 items-center gap-3 border-line border-t px-5 py-2 text-sm tabular-nums max-md:px-4"
          >
            <span className="min-w-0 flex-1">
              <TimeText date={report.startedAt} kind="list" />
              <span className="text-ink-3">{` · ${secondsOf(report)}`}</span>
            </span>
            {report.faults > 0 && <span>{`${report.faults.toLocaleString('ko-KR')}건`}</span>}
            <Badge tone={STATES[report.state].tone}>{STATES[report.state].label}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}
