import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import { PATHS } from '../../app/paths.ts';
import { useMe } from '../../entities/member/me.ts';
import { roomsQuery } from '../../features/chat/chat.queries.ts';
import { CHAT_TEXTS } from '../../features/chat/chat.texts.ts';
import { RoomList } from '../../features/chat/room-list.tsx';
import { RoomsSkeleton } from '../../features/chat/room-skeleton.tsx';
import { useChatLive } from '../../features/chat/use-chat-live.ts';
import { useVisibleHeight } from '../../features/chat/use-visible-height.ts';
import { openHeaderPanel } from '../../lib/header-panel.ts';
import { usePollInterval } from '../../lib/live/use-live.ts';
import { PHONE, useMedia } from '../../lib/use-media.ts';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';
import { LoadError } from '../../ui/states.tsx';
import { RoomPane } from './room-pane.tsx';
import { useRoomNavigation } from './use-room-navigation.ts';

const route = getRouteApi(PATHS.chat);

/** Rooms beside messages; on phones one of them at a time. */
export function ChatPage() {
  const { room: openId } = route.useSearch();
  const { data: me } = useMe();
  const isPhone = useMedia(PHONE);
  const height = useVisibleHeight(isPhone && openId !== undefined);
  const navigation = useRoomNavigation(openId);
  useChatLive(me?.id ?? 0);
  return (
    <Page
      title="메일"
      className={cx(
        'flex flex-col md:h-[calc(100dvh-var(--header-h)-env(safe-area-inset-top)-1px)]',
        openId !== undefined && 'max-md:h-dvh max-md:p-0!',
      )}
      style={height === null ? undefined : { height }}
    >
      <PageHeading hidden>메일</PageHeading>
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
          <RoomPane openId={openId} myId={me?.id} navigation={navigation} />
        </div>
      </Card>
    </Page>
  );
}

function Rooms(props: { openId: number | undefined; onSelect: () => void }) {
  const { openId, onSelect } = props;
  const { data, error, refetch } = useQuery({ ...roomsQuery, refetchInterval: usePollInterval() });
  const onFriends = () => openHeaderPanel('friends');
  return (
    <section
      aria-label={CHAT_TEXTS.rooms}
      className={cx('flex min-h-0 flex-col', openId !== undefined && 'max-md:hidden')}
    >
      <div className="flex h-15 shrink-0 items-center justify-between border-line border-b pr-2 pl-4">
        <h2 className="font-bold text-lg">{CHAT_TEXTS.rooms}</h2>
        <IconButton label={CHAT_TEXTS.openFriends} aria-haspopup="dialog" onClick={onFriends}>
          <Users size={20} />
        </IconButton>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {data && (
          <RoomList rooms={data} openId={openId} onFriends={onFriends} onSelect={onSelect} />
        )}
        {!data && !error && <RoomsSkeleton />}
        {!data && error && (
          <LoadError title={CHAT_TEXTS.roomsFailed} error={error} onRetry={refetch} />
        )}
      </div>
    </section>
  );
}
