import type { Engine, SystemState } from '@naru/contract/system';
import { programText } from '@naru/contract/text';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { systemKeys } from '../../entities/staff-keys.ts';
import {
  BackupFailureText,
  EngineBadge,
  ProofFailureText,
  textsOfEngine,
} from '../../entities/system/engines.tsx';
import { api } from '../../lib/api/api.ts';
import { formatDuration } from '../../lib/format/dates.ts';
import { formatBytes } from '../../lib/format/numbers.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { TimeText } from '../../ui/time-text.tsx';

const AGAIN_MS = 30_000;
/** Below this share of the disk administrators should act. */
const SCARCE = 0.1;

/** Looked at again while the panel is open. */
const systemQuery = queryOptions({
  queryKey: systemKeys.state,
  queryFn: ({ signal }) => api('GET /api/admin/system', { signal }),
  staleTime: 0,
  refetchInterval: AGAIN_MS,
});

/** Console panel 서버 상태: what the server depends on, and how much waits in it. */
export function SystemView() {
  const found = useQuery(systemQuery);
  if (!found.data) {
    return (
      <Card className="overflow-hidden">
        <LoadState query={found} failed="서버 상태를 불러오지 못했습니다." rows={6} />
      </Card>
    );
  }
  const again = () => void found.refetch();
  return (
    <div className="grid gap-4">
      <Engines engines={found.data.engines} isFetching={found.isFetching} onAgain={again} />
      <Figures state={found.data} />
    </div>
  );
}

type EnginesProps = { engines: readonly Engine[]; isFetching: boolean; onAgain: () => void };

function Engines({ engines, isFetching, onAgain }: EnginesProps) {
  const isWell = engines.every(({ state }) => state !== 'down');
  return (
    <Card as="section" aria-label="연결" className="overflow-hidden">
      <div className="flex flex-wrap items-center gap-3 px-5 py-4 max-md:px-4">
        <p className="font-bold">
          {isWell
            ? '모두 정상입니다.'
            : '확인이 필요한 것이 있습니다. 서버 운영자에게 알려 주세요.'}
        </p>
        <Button
          size="sm"
          className="ml-auto"
          pending={isFetching}
          icon={<RefreshCw size={15} />}
          onClick={onAgain}
        >
          다시 확인
        </Button>
      </div>
      <ul>
        {engines.map(({ name, state }) => (
          <li
            key={name}
            className="flex min-h-12 items-center gap-3 border-line border-t px-5 py-2.5 max-md:px-4"
          >
            <span className="grid min-w-0 flex-1 gap-0.5">
              <span className="font-semibold">{textsOfEngine(name).label}</span>
              {state === 'down' && (
                <span className="text-ink-2 text-sm">{textsOfEngine(name).down}</span>
              )}
            </span>
            <EngineBadge state={state} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Figures({ state }: { state: SystemState }) {
  const { uptime, lastBackup, backupFailure, proofFailure, jobs, emails, disk } = state;
  const rows: [name: string, value: ReactNode][] = [
    ['버전', programText(state)],
    ['가동 시간', formatDuration(uptime)],
    ['마지막 백업', <Backup key="b" last={lastBackup} />],
    ...(backupFailure
      ? [failedRow('백업 문제', <BackupFailureText failure={backupFailure} />)]
      : []),
    ...(proofFailure
      ? [failedRow('복원 확인 문제', <ProofFailureText failure={proofFailure} />)]
      : []),
    ['보내지 않은 이메일', <Waiting key="e" {...emails} />],
    ['기다리는 작업', <Waiting key="j" {...jobs} />],
    ['다시 시도할 작업', `${jobs.failed.toLocaleString('ko-KR')}건`],
    ['남은 디스크', disk === null ? '알 수 없음' : <Disk key="d" {...disk} />],
  ];
  return (
    <Card as="section" aria-label="수치" className="overflow-hidden">
      <dl>
        {rows.map(([name, value]) => (
          <div
            key={name}
            className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 border-line border-t px-5 py-2.5 first:border-t-0 max-md:px-4"
          >
            <dt className="text-ink-2">{name}</dt>
            <dd className="text-right font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

const failedRow = (name: string, text: ReactNode): [string, ReactNode] => [
  name,
  <span key="f" className="block text-left font-normal [overflow-wrap:anywhere]">
    {text}
  </span>,
];

function Backup({ last }: { last: string | null }) {
  return last === null ? '기록 없음' : <TimeText date={last} kind="list" />;
}

function Waiting({ waiting, oldest }: { waiting: number; oldest: string | null }) {
  return (
    <>
      {waiting.toLocaleString('ko-KR')}건
      {oldest !== null && (
        <span className="font-normal text-ink-3 text-sm">
          {' '}
          가장 오래된 것은 <TimeText date={oldest} kind="community" />
        </span>
      )}
    </>
  );
}

function Disk({ free, size }: { free: number; size: number }) {
  const isScarce = free < size * SCARCE;
  return (
    <>
      {formatBytes(free)}
      <span className="font-normal text-ink-3 text-sm"> / {formatBytes(size)}</span>
      {isScarce && (
        <Badge tone="buoy" className="ml-2">
          부족
        </Badge>
      )}
    </>
  );
}
