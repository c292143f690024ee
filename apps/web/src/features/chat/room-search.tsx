import type { ChatMessage } from '@naru/contract/chat';
import { findFolded } from '@naru/contract/folding';
import { LIMITS } from '@naru/contract/limits';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { useState } from 'react';
import { isImeKey } from '../../lib/hangul/ime-key.ts';
import { Button, Spinner } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LoadError } from '../../ui/states.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { searchQuery } from './chat.queries.ts';
import { useJump } from './use-jump.ts';

type RoomSearchProps = {
  roomId: number;
  nameOf: (hit: Pick<ChatMessage, 'senderId' | 'sender'>) => string;
  /** Called once the message is loaded. */
  onFound: (messageId: number) => void;
  onClose: () => void;
};

/** Searches the messages of a room and leads to one of them. */
export function RoomSearch({ roomId, nameOf, onFound, onClose }: RoomSearchProps) {
  const [text, setText] = useState('');
  const [query, setQuery] = useState('');
  const submit = (typed: string) => {
    setQuery(typed.normalize('NFC').trim());
    return true;
  };
  return (
    <search className="flex max-h-[60%] shrink-0 flex-col border-line border-b bg-paper">
      <form
        className="flex items-center gap-2 py-2 pr-2 pl-3"
        onSubmit={(event) => {
          event.preventDefault();
          submit(text);
        }}
      >
        <TextInput
          data-autofocus
          autoFocus
          value={text}
          onText={setText}
          onSubmitText={submit}
          maxLength={LIMITS.queryMax}
          enterKeyHint="search"
          aria-label="대화에서 검색"
          placeholder="대화에서 검색"
          onKeyDown={({ key, nativeEvent }) => {
            if (key === 'Escape' && !isImeKey(nativeEvent)) onClose();
          }}
        />
        <IconButton label="검색" type="submit">
          <Search size={19} />
        </IconButton>
        <IconButton label="검색 닫기" onClick={onClose}>
          <X size={19} />
        </IconButton>
      </form>
      {query !== '' && (
        <Hits key={query} roomId={roomId} query={query} nameOf={nameOf} onFound={onFound} />
      )}
    </search>
  );
}

type HitsProps = Omit<RoomSearchProps, 'onClose'> & { query: string };

function Hits({ roomId, query, nameOf, onFound }: HitsProps) {
  const found = useInfiniteQuery(searchQuery(roomId, query));
  const { going, jump } = useJump(roomId, onFound);
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = found;
  if (data === undefined) {
    if (found.isError) {
      return (
        <LoadError title="찾지 못했습니다." error={found.error} onRetry={() => found.refetch()} />
      );
    }
    return (
      <p className="grid place-items-center py-4">
        <Spinner size={20} label="검색하는 중입니다." />
      </p>
    );
  }
  const hits = data.pages.flatMap((page) => page.hits);
  return (
    <div className="min-h-0 overflow-y-auto overscroll-contain border-line border-t">
      <p role="status" className="px-4 py-2 text-ink-3 text-sm">
        {summaryOf(hits.length, hasNextPage)}
      </p>
      <ul aria-label="검색한 메시지">
        {hits.map(({ id, senderId, sender = null, content, date }) => (
          <li key={id}>
            <button
              type="button"
              disabled={going !== null}
              aria-busy={going === id || undefined}
              onClick={() => void jump(id)}
              className="flex min-h-13 w-full flex-col gap-0.5 px-4 py-2 text-left hover:bg-hover focus-visible:outline-offset-[-2px] aria-busy:bg-sea-weak"
            >
              <span className="flex w-full items-baseline gap-2 text-ink-3 text-xs">
                <bdi className="min-w-0 flex-1 truncate font-semibold">
                  {nameOf({ senderId, sender })}
                </bdi>
                <TimeText date={date} kind="list" />
              </span>
              <bdi className="line-clamp-2 text-md [overflow-wrap:anywhere]">
                {excerptAround(content, query)}
              </bdi>
            </button>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className="p-3">
          <Button
            size="sm"
            pending={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
            className="w-full"
          >
            이전 대화에서 더 검색
          </Button>
        </div>
      )}
    </div>
  );
}

/** The number only once it is that of the whole conversation. */
function summaryOf(count: number, hasMore: boolean): string {
  if (hasMore) {
    return count === 0
      ? '최근 대화에는 없습니다. 이전 대화에서 더 찾을 수 있습니다.'
      : '최근 대화에서 검색한 메시지입니다.';
  }
  return count === 0 ? '검색 결과가 없습니다.' : `모두 ${count}개를 찾았습니다.`;
}

const BEFORE = 30;

/** The text from shortly before the first hit, with the hit marked. */
function excerptAround(content: string, query: string) {
  const [hit] = findFolded(content, query);
  if (hit === undefined) return content;
  const { from: at, to: end } = hit;
  const from = at > BEFORE ? at - BEFORE : 0;
  return (
    <>
      {from > 0 && '…'}
      {content.slice(from, at)}
      <mark className="rounded-xs bg-gold-weak font-bold text-inherit">
        {content.slice(at, end)}
      </mark>
      {content.slice(end)}
    </>
  );
}
