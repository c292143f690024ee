import type { MemberSummary } from '@naru/contract/friends';
import { useQuery } from '@tanstack/react-query';
import { Inbox, MessageSquare, UserMinus, UserRound } from 'lucide-react';
import { useState } from 'react';
import { useOpenRoom } from '../../entities/chat/use-open-room.ts';
import { usePollInterval } from '../../lib/live/live.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useRemoveFriend } from './friends.mutations.ts';
import { friendRequestsQuery, friendsQuery } from './friends.queries.ts';
import { PeopleList, PersonRow } from './people-list.tsx';
import { RespondButtons } from './status-actions.tsx';

export function FriendList(props: {
  /** Called when a page opens, to close the panel. */
  onLeave: () => void;
  onSearch: () => void;
}) {
  const query = useQuery({ ...friendsQuery, refetchInterval: usePollInterval() });
  return (
    <PeopleList
      label="친구"
      query={query}
      failedText="친구 목록을 불러오지 못했습니다."
      empty={
        <EmptyState
          icon={<UserRound size={22} />}
          title="친구가 없습니다."
          action={<Button onClick={props.onSearch}>친구 검색</Button>}
        />
      }
      row={(member) => <FriendRow key={member.id} member={member} onLeave={props.onLeave} />}
    />
  );
}

function FriendRow({ member, onLeave }: { member: MemberSummary; onLeave: () => void }) {
  const room = useOpenRoom(onLeave);
  const { remove, isPending } = useRemoveFriend(member.id, member.nickName);
  return (
    <PersonRow member={member}>
      <span className="-mr-2 flex gap-1">
        <IconButton
          label={`${member.nickName} 님에게 메시지 보내기`}
          tooltip={false}
          disabled={room.isPending}
          onClick={() => room.mutate(member.id)}
        >
          <MessageSquare size={18} />
        </IconButton>
        <IconButton
          label={`${member.nickName} 님 친구 삭제`}
          tooltip={false}
          disabled={isPending}
          onClick={() => void remove()}
        >
          <UserMinus size={18} />
        </IconButton>
      </span>
    </PersonRow>
  );
}

export function RequestList() {
  const query = useQuery({ ...friendRequestsQuery, refetchInterval: usePollInterval() });
  const shown = useShownRequests(query.data);
  return (
    <PeopleList
      label="받은 요청"
      query={query}
      people={shown}
      failedText="받은 친구 요청을 불러오지 못했습니다."
      empty={<EmptyState icon={<Inbox size={22} />} title="받은 친구 요청이 없습니다." />}
      row={(member) => (
        <PersonRow key={member.id} member={member}>
          <RespondButtons
            member={member}
            size="sm"
            isOpen={query.data?.some(({ id }) => id === member.id)}
          />
        </PersonRow>
      )}
    />
  );
}

/** The requests as first loaded: answered ones hold their places until the list closes. */
function useShownRequests(open: MemberSummary[] | undefined): MemberSummary[] {
  const [shown, setShown] = useState(open ?? []);
  const known = new Set(shown.map(({ id }) => id));
  const added = (open ?? []).filter(({ id }) => !known.has(id));
  if (added.length > 0) setShown([...shown, ...added]);
  return shown;
}
