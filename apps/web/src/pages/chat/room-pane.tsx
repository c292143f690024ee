import { useQuery } from '@tanstack/react-query';
import { MessageSquareText } from 'lucide-react';
import type { ReactNode } from 'react';
import { roomsQuery } from '../../features/chat/chat.queries.ts';
import { CHAT_TEXTS } from '../../features/chat/chat.texts.ts';
import { LogSkeleton } from '../../features/chat/room-skeleton.tsx';
import { ON_DECK, RoomView } from '../../features/chat/room-view.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState, LoadError } from '../../ui/states.tsx';
import type { RoomNavigation } from './use-room-navigation.ts';

type RoomPaneProps = {
  openId: number | undefined;
  myId: number | undefined;
  navigation: RoomNavigation;
};

export function RoomPane({ openId, myId, navigation }: RoomPaneProps) {
  const { data: rooms, isFetching, error, refetch } = useQuery(roomsQuery);
  if (openId === undefined) {
    // The list already shows that there are no rooms or that loading failed.
    const isShownByList = rooms?.length === 0 || (!rooms && error);
    if (isShownByList) return <div className="flex-1 bg-deck" />;
    return (
      <PaneState
        title="채팅방을 선택해 주세요."
        text="왼쪽에서 대화할 친구를 고르면 메시지가 여기에 나타납니다."
      />
    );
  }
  if (!rooms && error) {
    return (
      <div className="grid flex-1 place-content-center bg-deck">
        <LoadError title={CHAT_TEXTS.roomsFailed} error={error} onRetry={refetch} />
      </div>
    );
  }
  const room = rooms?.find(({ roomId }) => roomId === openId);
  if (room && myId !== undefined) {
    return (
      <RoomView
        key={openId}
        room={room}
        myId={myId}
        takesFocus={navigation.hasMoved}
        onBack={navigation.onBack}
        onLeft={navigation.onLeft}
      />
    );
  }
  // A room that was just created arrives with the next response.
  if (rooms === undefined || isFetching) return <LogSkeleton />;
  return (
    <PaneState
      title="채팅방을 찾을 수 없습니다."
      text="나간 채팅방이거나 없는 채팅방입니다."
      action={<Button onClick={navigation.onLeft}>{CHAT_TEXTS.toRooms}</Button>}
    />
  );
}

function PaneState(props: { title: string; text: string; action?: ReactNode }) {
  return (
    <div className="grid flex-1 place-content-center bg-deck">
      <EmptyState {...props} icon={<MessageSquareText size={22} />} className={ON_DECK} />
    </div>
  );
}
