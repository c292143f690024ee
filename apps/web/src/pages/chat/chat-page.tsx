import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { MessageSquareText, Users } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { roomToWriteIn } from '../../entities/chat/use-open-room.ts';
import { useMe } from '../../entities/member/me.ts';
import { roomsQuery } from '../../features/chat/chat.queries.ts';
import { LogSkeleton, RoomList, RoomsSkeleton } from '../../features/chat/room-list.tsx';
import { ON_DECK, RoomView } from '../../features/chat/room-view.tsx';
import { useChatLive } from '../../features/chat/use-outbox.ts';
import { useVisibleHeight } from '../../features/chat/use-visible-height.ts';
import { headerPanel } from '../../lib/header-panel.ts';
import { usePollInterval } from '../../lib/live/live.ts';
import { PATHS } from '../../lib/paths.ts';
import { PHONE, useMedia } from '../../lib/use-media.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { LazyPictureViewer } from '../../ui/lazy-picture-viewer.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';
import { EmptyState, LoadError } from '../../ui/states.tsx';

const route = getRouteApi(PATHS.chat);

/** Rooms beside messages; on phones one of them at a time. */
export function ChatPage() {
  const { room: openId } = route.useSearch();
  const { data: me } = useMe();
  const isPhone = useMedia(PHONE);
  const height = useVisibleHeight(isPhone && openId !== undefined);
  const navigation = useRoomNavigation(openId);
  useChatLive(me?.id ?? 0);
  // Who left before the room was shown comes back to read.
  useEffect(() => () => roomToWriteIn.set(null), []);
  const [picture, setPicture] = useState<string | null>(null);
  const { data: rooms } = useQuery(roomsQuery);
  const open = rooms?.find(({ roomId }) => roomId === openId);
  const title = open ? `${open.partner.nickName} 채팅` : '채팅';
  return (
    <Page
      title={title}
      className={cx(
        'flex flex-col md:h-[calc(100dvh-var(--header-h)-env(safe-area-inset-top)-var(--bottom)-1px)]',
        openId !== undefined && 'max-md:h-dvh max-md:p-0!',
      )}
      style={height === null ? undefined : { height }}
    >
      <PageHeading hidden>{title}</PageHeading>
      <Card
        className={cx(
          'grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] overflow-hidden md:grid-cols-[minmax(260px,340px)_minmax(0,1fr)]',
          openId !== undefined &&
            'max-md:rounded-none max-md:border-0 max-md:pt-[env(safe-area-inset-top)]',
        )}
      >
        <Rooms openId={openId} onSelect={navigation.onSelect} />
        <div
          className={cx(
            'flex min-h-0 min-w-0 flex-col md:border-line md:border-l',
            openId === undefined && 'max-md:hidden',
          )}
        >
          <RoomPane openId={openId} myId={me?.id} navigation={navigation} onPicture={setPicture} />
        </div>
      </Card>
      {picture !== null && (
        <LazyPictureViewer
          pictures={[{ src: picture, alt: '채팅에서 받은 사진' }]}
          index={0}
          onClose={() => setPicture(null)}
        />
      )}
    </Page>
  );
}

function Rooms(props: { openId: number | undefined; onSelect: () => void }) {
  const { openId, onSelect } = props;
  const { data, error, refetch } = useQuery({ ...roomsQuery, refetchInterval: usePollInterval() });
  const onFriends = () => headerPanel.set('friends');
  return (
    <section
      aria-label="채팅방"
      className={cx('flex min-h-0 flex-col', openId !== undefined && 'max-md:hidden')}
    >
      <div className="flex h-15 shrink-0 items-center justify-between border-line border-b pr-2 pl-4">
        <h2 className="font-bold text-lg">채팅방</h2>
        <IconButton label="친구 목록 열기" aria-haspopup="dialog" onClick={onFriends}>
          <Users size={20} />
        </IconButton>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {data && (
          <RoomList rooms={data} openId={openId} onFriends={onFriends} onSelect={onSelect} />
        )}
        {!data && !error && <RoomsSkeleton />}
        {!data && error && (
          <LoadError title="채팅방을 불러오지 못했습니다." error={error} onRetry={refetch} />
        )}
      </div>
    </section>
  );
}

type RoomPaneProps = {
  openId: number | undefined;
  myId: number | undefined;
  navigation: RoomNavigation;
  onPicture: (url: string) => void;
};

function RoomPane({ openId, myId, navigation, onPicture }: RoomPaneProps) {
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
        <LoadError title="채팅방을 불러오지 못했습니다." error={error} onRetry={refetch} />
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
        onReturn={() => navigation.onReturn(openId)}
        onPicture={onPicture}
      />
    );
  }
  // A room that was just created arrives with the next response.
  if (rooms === undefined || isFetching) return <LogSkeleton />;
  return (
    <PaneState
      title="채팅방을 찾을 수 없습니다."
      text="나간 채팅방이거나 없는 채팅방입니다."
      action={<Button onClick={navigation.onLeft}>채팅방 목록으로</Button>}
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

type RoomNavigation = ReturnType<typeof useRoomNavigation>;

/** Navigation between list and room; on phones it moves the focus too. */
function useRoomNavigation(openId: number | undefined) {
  const router = useRouter();
  const navigate = useNavigate();
  const isPhone = useMedia(PHONE);
  const cameFromList = useRef(false);
  const first = useRef(openId);
  const before = useRef(openId);

  useEffect(() => {
    const left = before.current;
    before.current = openId;
    if (!isPhone || left === undefined || openId !== undefined) return;
    document.querySelector<HTMLElement>(`[data-room="${left}"]`)?.focus();
  }, [openId, isPhone]);

  const onLeft = () => void navigate({ to: PATHS.chat, search: {}, replace: true });
  if (openId !== first.current) first.current = undefined;
  return {
    /** Called before a room opens from the list. */
    onSelect: () => {
      cameFromList.current = openId === undefined;
    },
    onBack: () => {
      if (cameFromList.current) router.history.back();
      else onLeft();
    },
    /** Called when the open room no longer exists. */
    onLeft,
    /** Opens a room again that was left; also after the page has closed. */
    onReturn: (room: number) => void router.navigate({ to: PATHS.chat, search: { room } }),
    /** Another room is open than on arrival. */
    hasMoved: first.current === undefined,
  };
}
