import type { ChatRoom } from '@naru/contract/chat';
import {
  Bell,
  BellOff,
  ChevronLeft,
  EllipsisVertical,
  LogOut,
  Search,
  Users,
  UsersRound,
} from 'lucide-react';
import { type ReactNode, type Ref, useState } from 'react';
import { PersonName } from '../../entities/member/person-name.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LazyMenu } from '../../ui/lazy-menu.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useMuteRoom } from './chat.rooms.ts';

const RoomMembers = lazyPart(async () => (await import('./room-members.tsx')).RoomMembers);

type RoomHeadProps = {
  room: ChatRoom;
  headingRef?: Ref<HTMLHeadingElement>;
  onBack: () => void;
  onSearch: () => void;
  isSearching: boolean;
  onExit: () => void;
};

/** Who talks here, and what can be done with the room. */
export function RoomHead(props: RoomHeadProps) {
  const { room, headingRef, onBack, onExit, onSearch, isSearching } = props;
  const { partner, isMuted } = room;
  const group = groupOf(room);
  const [isListing, setListing] = useState(false);
  const mute = useMuteRoom(room.roomId);
  const members = {
    label: '참여자 보기',
    icon: <Users size={16} />,
    onSelect: () => setListing(true),
  };
  return (
    <div className="flex h-15 shrink-0 items-center gap-2.5 border-line border-b bg-paper pr-2 pl-4 max-md:pl-1">
      <IconButton label="채팅방 목록으로" tooltip={false} onClick={onBack} className="md:hidden">
        <ChevronLeft size={24} />
      </IconButton>
      <RoomAvatar room={room} size={36} />
      <h2
        ref={headingRef}
        tabIndex={-1}
        className="flex min-w-0 flex-1 items-center gap-1.5 font-bold text-lg"
      >
        <PersonName
          name={partner.nickName}
          memberId={partner.isLeft || group ? null : partner.id}
          className="max-w-full truncate max-md:min-h-11 max-md:content-center"
        />
        {group && (
          <span className="shrink-0 font-normal text-ink-3 text-md">{group.memberCount}</span>
        )}
        {isMuted && <Muted />}
      </h2>
      <IconButton label="대화에서 검색" aria-expanded={isSearching} onClick={onSearch}>
        <Search size={19} />
      </IconButton>
      <LazyMenu
        label="채팅방 메뉴"
        trigger={<EllipsisVertical size={19} />}
        triggerClassName="grid size-10 place-items-center rounded-ctl text-ink-2 hover:bg-hover max-md:size-11"
        items={[
          ...(group ? [members] : []),
          isMuted
            ? { label: '기기 알림 켜기', icon: <Bell size={16} />, onSelect: () => mute(false) }
            : { label: '기기 알림 끄기', icon: <BellOff size={16} />, onSelect: () => mute(true) },
          { label: '채팅방 나가기', icon: <LogOut size={16} />, onSelect: onExit },
        ]}
      />
      {isListing && <RoomMembers roomId={room.roomId} onClose={() => setListing(false)} />}
    </div>
  );
}

export function Muted(): ReactNode {
  return (
    <span className="shrink-0 text-ink-3">
      <BellOff size={14} />
      <span className="sr-only">기기 알림 꺼짐</span>
    </span>
  );
}

/** The lecture or the team whose members talk in a room; undefined for a room of two. */
export const groupOf = ({ lecture, team }: ChatRoom) => lecture ?? team;

/** The partner, or a sign for the members of a lecture or a team. */
export function RoomAvatar({ room, size }: { room: ChatRoom; size: number }) {
  const { partner } = room;
  if (groupOf(room)) {
    return (
      <span
        aria-hidden="true"
        style={{ width: size, height: size }}
        className="grid shrink-0 place-items-center rounded-full bg-sea-weak text-sea"
      >
        <UsersRound size={size / 2} />
      </span>
    );
  }
  const { nickName, profileThumbnails, isLeft } = partner;
  return <Avatar name={nickName} src={profileThumbnails} anonymous={isLeft} size={size} />;
}
