import type { ServiceKey } from '@naru/contract/service-keys';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { confirmDialog } from '../../ui/ask.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConsoleIntro } from '../../ui/console.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { NewKeyDialog, serviceKeysQuery, useRevokeKey } from './new-key-dialog.tsx';

/** Console panel SERVICE_KEYS: keys with which programs of others post notices. */
export function ServiceKeysView() {
  const query = useQuery(serviceKeysQuery);
  const [isMaking, setIsMaking] = useState(false);
  const { data: keys } = query;
  return (
    <div className="grid gap-4">
      <ConsoleIntro
        text={
          <>
            학교나 학과의 프로그램이 로그인하지 않고 학교 공지와 학과 공지를 올리는 데 쓰는
            키입니다. 쓰는 방법은{' '}
            <a href="/api/docs" target="_blank" rel="noreferrer" className="text-sea underline">
              호출 안내
            </a>
            에 있고, 쓸 때마다 감사 기록에 남습니다.
          </>
        }
      >
        <Button variant="primary" icon={<Plus size={16} />} onClick={() => setIsMaking(true)}>
          새 키 발급
        </Button>
      </ConsoleIntro>
      <Card as="section" aria-label="서비스 키" className="overflow-hidden">
        {!keys && <LoadState query={query} failed="서비스 키를 불러오지 못했습니다." rows={3} />}
        {keys?.length === 0 && (
          <EmptyState
            icon={<KeyRound size={22} />}
            title="아직 서비스 키가 없습니다."
            text="공지를 자동으로 올릴 프로그램이 있으면 키를 발급해 주세요."
          />
        )}
        {keys && keys.length > 0 && (
          <ul aria-label="서비스 키 목록">
            {keys.map((key) => (
              <li key={key.id} className="border-line border-t first:border-t-0">
                <KeyRow serviceKey={key} />
              </li>
            ))}
          </ul>
        )}
      </Card>
      {isMaking && <NewKeyDialog onClose={() => setIsMaking(false)} />}
    </div>
  );
}

function KeyRow({ serviceKey }: { serviceKey: ServiceKey }) {
  const { id, name, prefix, revokedAt } = serviceKey;
  const revoke = useRevokeKey();
  const onRevoke = async () => {
    const isSure = await confirmDialog({
      title: '이 서비스 키를 폐기할까요?',
      body: `${name} (${prefix}…)\n이 키를 쓰는 프로그램은 바로 공지를 올리지 못하게 됩니다. 되돌릴 수 없습니다.`,
      confirmLabel: '폐기',
      danger: true,
    });
    if (isSure) revoke.mutate(id);
  };
  return (
    <article className="flex items-center gap-3 px-5 py-3.5 max-md:flex-wrap max-md:px-4">
      <div className="grid min-w-0 flex-1 basis-52 gap-1">
        <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          <bdi className="[overflow-wrap:anywhere]">{name}</bdi>
          <code className="font-normal text-ink-2 text-sm">{prefix}…</code>
          {revokedAt !== null && <Badge>폐기됨</Badge>}
        </h2>
        <Facts serviceKey={serviceKey} />
      </div>
      {revokedAt === null && (
        <Button
          size="sm"
          variant="danger-ghost"
          pending={revoke.isPending}
          aria-label={`${name} 키 폐기`}
          onClick={() => void onRevoke()}
        >
          폐기
        </Button>
      )}
    </article>
  );
}

function Facts({ serviceKey }: { serviceKey: ServiceKey }) {
  const { madeBy, madeAt, lastUsedAt, uses, revokedAt } = serviceKey;
  return (
    <p className="flex flex-wrap gap-x-2.5 text-ink-3 text-sm tabular-nums">
      <span>
        <bdi>{madeBy}</bdi>
        {' 발급 '}
        <TimeText date={madeAt} kind="list" />
      </span>
      <span>
        {lastUsedAt === null ? (
          '쓴 적 없음'
        ) : (
          <>
            {`${uses.toLocaleString('ko-KR')}번 씀, 마지막 `}
            <TimeText date={lastUsedAt} kind="list" />
          </>
        )}
      </span>
      {revokedAt !== null && (
        <span>
          {'폐기 '}
          <TimeText date={revokedAt} kind="list" />
        </span>
      )}
    </p>
  );
}
