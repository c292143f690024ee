import type { FriendStatus, MemberSummary } from '@naru/contract/friends';
import { TEXTS } from '@naru/contract/texts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { CloudOff, Search, SearchX } from 'lucide-react';
import { useRef, useState } from 'react';
import { ApiError, isOffline, messageOf, serverMessageOf } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { friendSearchQuery } from './friends.queries.ts';
import { PeopleSkeleton, PersonRow } from './people-list.tsx';
import { StatusActions } from './status-actions.tsx';

type Found = MemberSummary & { friendStatus: FriendStatus };

export function FriendSearch() {
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  const [error, setError] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const query = useQuery(friendSearchQuery(asked));

  const search = (typed: string) => {
    const nickname = typed.normalize('NFC').trim();
    setError(nickname === '' ? TEXTS.nicknameRequired : null);
    if (nickname === '') input.current?.focus();
    else if (nickname === asked) void query.refetch();
    setAsked(nickname);
  };

  return (
    <div className="pb-4">
      <Field
        label="닉네임"
        hideLabel
        hint="정확한 닉네임을 입력해야 찾을 수 있습니다."
        error={error}
        className="px-5 pt-1 pb-4"
      >
        <div className="flex gap-2">
          <TextInput
            ref={input}
            value={text}
            onText={setText}
            onSubmitText={search}
            placeholder="닉네임"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
            maxLength={100}
          />
          <Button
            className="shrink-0 max-md:h-11"
            icon={<Search size={16} />}
            pending={query.isFetching}
            onClick={() => search(input.current?.value ?? text)}
          >
            검색
          </Button>
        </div>
      </Field>
      <div aria-live="polite">{asked !== '' && <SearchResult query={query} />}</div>
    </div>
  );
}

function SearchResult({ query }: { query: UseQueryResult<Found> }) {
  if (query.isPending) return <PeopleSkeleton rows={1} />;
  const { error, data: member } = query;
  if (error instanceof ApiError && error.code === 'MEMBER_UNKNOWN') {
    return <EmptyState icon={<SearchX size={22} />} title="이 닉네임을 쓰는 회원이 없습니다." />;
  }
  if (!member) {
    return (
      <ErrorState
        icon={<CloudOff size={22} />}
        title={serverMessageOf(error, '검색 실패')}
        text={isOffline(error) ? messageOf(error) : undefined}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return (
    <ul aria-label="검색한 회원">
      <PersonRow member={member}>
        <StatusActions member={member} size="sm" />
      </PersonRow>
    </ul>
  );
}
