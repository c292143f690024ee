import type { MemberSummary } from '@naru/contract/friends';
import { useQuery } from '@tanstack/react-query';
import { MessageSquare, UserMinus, UserRound } from 'lucide-react';
import { useOpenRoom } from '../../entities/chat/use-open-room.ts';
import { usePollInterval } from '../../lib/live/use-live.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useRemoveFriend } from './friends.mutations.ts';
import { friendsQuery } from './friends.queries.ts';
import { FRIEND_TEXTS } from './friends.texts.ts';
import { PeopleList } from './people-list.tsx';
import { PersonRow } from './person-row.tsx';

type FriendListProps = {
  /** Called when a page opens, to close the panel. */
  onLeave: () => void;
  onSearch: () => void;
};

export function FriendList(props: FriendListProps) {
  const query = useQuery({ ...friendsQuery, refetchInterval: usePollInterval() });
  return (
    <PeopleList
      label={FRIEND_TEXTS.title}
      query={query}
      failedText="친구 목록을 불러오지 못했습니다."
      empty={
        <EmptyState
          icon={<UserRound size={22} />}
          title="친구가 없습니다."
          action={<Button onClick={props.onSearch}>친구 찾기</Button>}
        />
      }
      row={(member) => <FriendRow key={member.id} member={member} onLeave={props.onLeave} />}
    />
  );
}

function FriendRow(props: { member: MemberSummary; onLeave: () => void }) {
  const { member } = props;
  const room = useOpenRoom(props.onLeave);
  const remove = useRemoveFriend(member.id, FRIEND_TEXTS.removed);
  const askRemove = async () => {
    const body = `${member.nickName} 님`;
    const title = FRIEND_TEXTS.removeAsk;
    if (await confirmDialog({ title, body, confirmLabel: '삭제', danger: true })) remove.mutate();
  };
  return (
    <PersonRow member={member}>
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
        disabled={remove.isPending}
        onClick={() => void askRemove()}
      >
        <UserMinus size={18} />
      </IconButton>
    </PersonRow>
  );
}
