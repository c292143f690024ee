import type { ChatRoom } from '@naru/contract/chat';
import { Link } from '@tanstack/react-router';
import { MessagesSquare } from 'lucide-react';
import { PATHS } from '../../lib/paths.ts';
import { Badge, CountBubble } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Skeleton, SkeletonList } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { groupOf, Muted, RoomAvatar } from './room-head.tsx';
import { GONE_ITEM } from './room-item.tsx';

const BUBBLES = ['w-48', 'w-64 self-end', 'w-36 self-end', 'w-56', 'w-72', 'w-44 self-end'];

export function RoomsSkeleton() {
  return (
    <SkeletonList rows={4} className="flex h-18 items-center gap-3 border-line border-b px-4">
      <Skeleton className="size-11 rounded-full" />
      <span className="grid flex-1 gap-2">
        <Skeleton className="h-3.5 w-24" />
        <Skeleton className="h-3 w-4/5" />
      </span>
    </SkeletonList>
  );
}

export function LogSkeleton() {
  return (
    <div
      role="status"
      aria-label="불러오는 중입니다."
      className="flex min-h-0 flex-1 flex-col justify-end gap-3 overflow-hidden bg-deck p-4"
    >
      {BUBBLES.map((look) => (
        <Skeleton key={look} className={cx('h-10 max-w-[75%] shrink-0 rounded-card', look)} />
      ))}
    </div>
  );
}

type RoomListProps = {
  rooms: readonly ChatRoom[];
  openId: number | undefined;
  onFriends: () => void;
  onSelect: () => void;
};

export function RoomList({ rooms, openId, onFriends, onSelect }: RoomListProps) {
  if (rooms.length === 0) {
    return (
      <EmptyState
        title="채팅방이 없습니다."
        text="친구 목록에서 메시지를 보내면 채팅방이 열립니다."
        icon={<MessagesSquare size={22} />}
        action={
          <Button variant="primary" aria-haspopup="dialog" onClick={onFriends}>
            친구 목록 열기
          </Button>
        }
      />
    );
  }
  return (
    <ul aria-label="채팅방">
      {rooms.map((room) => (
        <li key={room.roomId} className="border-line border-b last:border-b-0">
          <RoomLink
            room={room}
            isOpen={room.roomId === openId}
            replaces={openId !== undefined}
            onSelect={onSelect}
          />
        </li>
      ))}
    </ul>
  );
}

type RoomLinkProps = {
  room: ChatRoom;
  isOpen: boolean;
  /** Replaces the history entry of the open room, so that Back leaves the rooms. */
  replaces: boolean;
  onSelect: () => void;
};

function RoomLink({ room, isOpen, replaces, onSelect }: RoomLinkProps) {
  const { roomId, item, lastMessage, lastDate } = room;
  // Messages in the focused open room count as read.
  const unread = isOpen && document.hasFocus() ? 0 : room.newMailCount;
  return (
    <Link
      to={PATHS.chat}
      search={{ room: roomId }}
      replace={replaces}
      resetScroll={false}
      preload={false}
      onClick={onSelect}
      data-room={roomId}
      aria-current={isOpen ? 'true' : undefined}
      className={cx(
        'flex min-h-18 items-center gap-3 px-4 py-2.5 focus-visible:outline-offset-[-2px]',
        isOpen ? 'bg-sea-weak' : 'hover:bg-hover',
      )}
    >
      <RoomAvatar room={room} size={44} />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="flex items-baseline gap-2">
          <RoomName room={room} />
          {item && (
            <Badge tone="gold" className="max-w-[45%] shrink-0">
              <bdi className="truncate">{item.isGone ? GONE_ITEM : item.title}</bdi>
            </Badge>
          )}
          {lastDate && (
            <TimeText date={lastDate} kind="notification" className="shrink-0 text-ink-3 text-xs" />
          )}
        </span>
        <span className="flex items-center gap-2">
          <span
            className={cx(
              'min-w-0 flex-1 truncate text-md',
              unread > 0 ? 'font-medium text-ink' : 'text-ink-3',
            )}
          >
            {lastMessage ?? '아직 주고받은 메시지가 없습니다.'}
          </span>
          <CountBubble count={unread} className="shrink-0" />
          {unread > 0 && <span className="sr-only">읽지 않은 메시지 {unread}개</span>}
        </span>
      </span>
    </Link>
  );
}

function RoomName({ room }: { room: ChatRoom }) {
  const { partner, isMuted } = room;
  const group = groupOf(room);
  return (
    <span className="flex min-w-0 flex-1 items-baseline gap-1.5">
      <bdi
        className={cx('min-w-0 truncate font-semibold', partner.isLeft ? 'text-ink-3' : 'text-ink')}
      >
        {partner.nickName}
      </bdi>
      {group && (
        <span className="shrink-0 text-ink-3 text-sm">
          <span className="sr-only">참여자 </span>
          {group.memberCount}
        </span>
      )}
      {isMuted && <Muted />}
    </span>
  );
}
