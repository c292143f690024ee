import { programText } from '@naru/contract/text';
import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { settingsKeys } from '../../entities/keys.ts';
import { EngineBadge, textsOfEngine } from '../../entities/system/engines.tsx';
import { api } from '../../lib/api/api.ts';
import { formatDuration } from '../../lib/format/dates.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { LoadError } from '../../ui/states.tsx';

async function measure(signal: AbortSignal) {
  const startedAt = performance.now();
  const health = await api('GET /api/health', { signal, anonymous: true });
  return { health, took: Math.round(performance.now() - startedAt) };
}

type Measured = Awaited<ReturnType<typeof measure>>;

function Rows(props: { result: Measured }) {
  const { health, took } = props.result;
  const rows: [name: string, value: React.ReactNode][] = [
    ['서버', <EngineBadge key="s" state={health.status === 'ok' ? 'up' : 'down'} />],
    ...health.engines.map(({ name, state }): [string, React.ReactNode] => [
      textsOfEngine(name).label,
      <EngineBadge key={name} state={state} />,
    ]),
    ['버전', programText(health)],
    ['가동 시간', formatDuration(health.uptime)],
    ['응답 시간', `${took.toLocaleString('ko-KR')}ms`],
  ];
  return (
    <dl>
      {rows.map(([name, value]) => (
        <div
          key={name}
          className="flex h-12 items-center justify-between border-line border-t px-5"
        >
          <dt className="text-ink-2">{name}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function HealthPage() {
  const query = useQuery({
    queryKey: settingsKeys.health,
    queryFn: ({ signal }) => measure(signal),
    retry: false,
    staleTime: 0,
  });
  const again = () => void query.refetch();
  return (
    <Page title="서버 상태" width="form">
      <Card className="mt-4 overflow-hidden">
        <div className="flex items-center gap-3 px-5 py-4">
          <PageHeading className="text-xl">서버 상태</PageHeading>
          <Button
            size="sm"
            className="ml-auto"
            pending={query.isFetching}
            icon={<RefreshCw size={15} />}
            onClick={again}
          >
            다시 확인
          </Button>
        </div>
        {query.isPending && <SkeletonRows rows={6} />}
        {query.isError && (
          <LoadError title="서버의 응답을 받지 못했습니다." error={query.error} onRetry={again} />
        )}
        {query.isSuccess && <Rows result={query.data} />}
      </Card>
    </Page>
  );
}
