import { FEED_KINDS, FEEDS, type FeedKind, type OwnFeed } from '@naru/contract/feeds';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useCallback, useState } from 'react';
import { accountKeys } from '../../entities/keys.ts';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { formatDay } from '../../lib/format/dates.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { controlClass } from '../../ui/field.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { toast } from '../../ui/toast.ts';
import { feedsQuery } from './account.queries.ts';

export const FEEDS_LEAD = '캘린더와 구독 앱에서 로그인하지 않고 이어 봅니다.';
const HOW =
  '주소를 복사해 구글과 네이버 캘린더에서는 ‘URL로 추가’에, 아이폰 캘린더에서는 ‘구독 캘린더 추가’에 붙여 넣습니다.';
const CARE =
  '주소를 아는 사람은 누구나 볼 수 있으니 보내지 마세요. 비밀번호를 바꿔도 그대로이고, 다른 모든 기기에서 로그아웃하면 끝납니다.';

function useMakeFeed(kind: FeedKind) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api('PUT /api/member/feeds/:kind', { params: { kind } }),
    onError: (error) =>
      toast.error(messageOf(error, '주소를 만들지 못했습니다. 다시 시도해 주세요.')),
    onSettled: () => client.invalidateQueries({ queryKey: accountKeys.feeds }),
    // The response holds the address: nothing of it stays.
    gcTime: 0,
  });
}

function useEndFeed(kind: FeedKind) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api('DELETE /api/member/feeds/:kind', { params: { kind } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) =>
      toast.error(messageOf(error, '주소를 그만 쓰지 못했습니다. 다시 시도해 주세요.')),
    onSettled: () => client.invalidateQueries({ queryKey: accountKeys.feeds }),
  });
}

/** The addresses by which other programs read what the viewer may read, a line for each kind. */
export function FeedList() {
  const query = useQuery(feedsQuery);
  const { data } = query;
  if (!data) return <LoadState query={query} failed="구독 주소를 불러오지 못했습니다." rows={3} />;
  return (
    <>
      <p className="-mt-3 mb-4 text-ink-2 text-md">{HOW}</p>
      <ul aria-label="구독 주소">
        {FEED_KINDS.map((kind) => (
          <li key={kind} className="border-line border-t py-3 first:border-t-0 first:pt-0">
            <FeedRow kind={kind} feed={data.find((one) => one.kind === kind)} />
          </li>
        ))}
      </ul>
      <p className="text-ink-3 text-sm">{CARE}</p>
    </>
  );
}

type FeedRowProps = { kind: FeedKind; feed: OwnFeed | undefined };

function FeedRow({ kind, feed }: FeedRowProps) {
  const { name } = FEEDS[kind];
  // Only here, and only until the page is left.
  const [shown, setShown] = useState<{ url: string; madeAt: string } | null>(null);
  const make = useMakeFeed(kind);
  const end = useEndFeed(kind);
  const onMake = () =>
    make.mutate(undefined, {
      onSuccess: (made) => {
        setShown({ url: made.url, madeAt: made.feed.madeAt });
        make.reset();
      },
    });
  const onReplace = async () => {
    const title = '주소를 바꿀까요?';
    const body = `지금의 ‘${name}’ 주소는 바로 끝납니다. 넣어 둔 캘린더와 앱에는 새 주소를 넣어 주세요.`;
    if (await confirmDialog({ title, body, confirmLabel: '주소 바꾸기' })) onMake();
  };
  const onEnd = async () => {
    const title = '이 주소를 그만 쓸까요?';
    const body = `‘${name}’ 주소를 넣어 둔 캘린더와 앱은 더 이상 새로 고치지 못합니다.`;
    if (await confirmDialog({ title, body, confirmLabel: '그만 쓰기', danger: true }))
      end.mutate(undefined, { onSuccess: () => setShown(null) });
  };
  return (
    <div className="grid gap-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-44">
          <p className="font-semibold text-md">{name}</p>
          <Facts feed={feed} />
        </div>
        {feed === undefined ? (
          <Button
            size="sm"
            aria-label={`${name} 주소 만들기`}
            pending={make.isPending}
            onClick={onMake}
          >
            만들기
          </Button>
        ) : (
          <div className="flex gap-1">
            <Button
              size="sm"
              aria-label={`${name} 주소 바꾸기`}
              pending={make.isPending}
              onClick={() => void onReplace()}
            >
              주소 바꾸기
            </Button>
            <Button
              size="sm"
              variant="danger-ghost"
              aria-label={`${name} 주소 그만 쓰기`}
              pending={end.isPending}
              onClick={() => void onEnd()}
            >
              그만 쓰기
            </Button>
          </div>
        )}
      </div>
      {shown !== null && isOf(shown, feed) && (
        <Address key={shown.url} kind={kind} url={shown.url} />
      )}
    </div>
  );
}

/** Not once another device has made one since. The list may still be from before. */
function isOf(shown: { madeAt: string }, feed: OwnFeed | undefined): boolean {
  return feed !== undefined && Date.parse(feed.madeAt) <= Date.parse(shown.madeAt);
}

function Facts({ feed }: Pick<FeedRowProps, 'feed'>) {
  if (feed === undefined) return <p className="text-ink-3 text-sm">만들지 않았습니다.</p>;
  const { madeAt, lastUsedAt } = feed;
  return (
    <p className="text-ink-3 text-sm">
      {`${formatDay(madeAt)}에 만듦 · `}
      {lastUsedAt === null ? (
        '아직 쓰지 않음'
      ) : (
        <>
          마지막 사용 <TimeText date={lastUsedAt} kind="list" />
        </>
      )}
    </p>
  );
}

/** Takes the focus of the button that made it. */
function Address({ kind, url }: { kind: FeedKind; url: string }) {
  const { name } = FEEDS[kind];
  const focus = useCallback((button: HTMLButtonElement | null) => button?.focus(), []);
  const copy = () =>
    copyText(url, {
      done: '주소를 복사했습니다.',
      failed: '복사하지 못했습니다. 주소를 직접 골라 복사해 주세요.',
    });
  return (
    <div className="grid gap-2 rounded-card bg-deck p-3">
      <p className="text-ink-2 text-sm">
        주소는 지금만 보입니다. 잃어버리면 ‘주소 바꾸기’로 새로 만들어 주세요.
      </p>
      <div className="flex flex-wrap gap-2">
        <input
          readOnly
          aria-label={`${name} 주소`}
          value={url}
          onFocus={({ currentTarget }) => currentTarget.select()}
          className={controlClass('h-10 flex-1 basis-56 px-3 font-mono max-md:h-11')}
        />
        <Button ref={focus} icon={<Copy size={16} />} onClick={() => void copy()}>
          복사
        </Button>
      </div>
    </div>
  );
}
