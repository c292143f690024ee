import type { AccountSession } from '@naru/contract/account';
import { useQuery } from '@tanstack/react-query';
import { Laptop, Smartphone } from 'lucide-react';
import { confirmDialog } from '../../ui/ask.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { feedsQuery, sessionsQuery, useEndSession } from './account.queries.ts';
import type { Prove } from './use-prove.tsx';

export function SessionList({ prove }: { prove: Prove }) {
  const query = useQuery(sessionsQuery);
  const end = useEndSession(prove);
  const { data } = query;
  const { data: feeds = [] } = useQuery(feedsQuery);
  if (!data)
    return <LoadState query={query} failed="로그인 기기를 불러오지 못했습니다." rows={2} />;
  const askOne = async ({ id, device: body }: AccountSession) => {
    const title = '이 기기에서 로그아웃할까요?';
    if (await confirmDialog({ title, body, confirmLabel: '로그아웃', danger: true }))
      end.mutate(id);
  };
  const askAll = async () => {
    const title = '다른 모든 기기에서 로그아웃할까요?';
    const body = '구독 주소도 모두 끝나서, 쓰던 캘린더에는 새로 만들어 넣어야 합니다.';
    if (await confirmDialog({ title, body, confirmLabel: '모두 로그아웃', danger: true }))
      end.mutate(null);
  };
  return (
    <>
      <ul aria-label="로그인한 기기">
        {data.map((session) => (
          <li
            key={session.id}
            className="flex items-center gap-3 border-line border-t py-3 first:border-t-0 first:pt-0"
          >
            <span className="grid size-9 shrink-0 place-items-center rounded-full bg-deck text-ink-3">
              {session.isPhone ? <Smartphone size={18} /> : <Laptop size={18} />}
            </span>
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-2 font-semibold text-md">
                <span className="truncate">{session.device}</span>
                {session.current && <Badge tone="tide">이 기기</Badge>}
              </p>
              <p className="text-ink-3 text-sm">
                마지막 사용 <TimeText date={session.lastUsedAt} kind="list" />
              </p>
            </div>
            {!session.current && (
              <Button
                size="sm"
                aria-label={`${session.device}에서 로그아웃`}
                onClick={() => void askOne(session)}
              >
                로그아웃
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data.length + feeds.length > 1 && (
        <Button size="sm" variant="danger-ghost" className="mt-2" onClick={() => void askAll()}>
          다른 모든 기기에서 로그아웃
        </Button>
      )}
    </>
  );
}
