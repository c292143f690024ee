import type { ChatMessage, ChatRoom } from '@naru/contract/chat';
import { TEXTS } from '@naru/contract/texts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronLeft, Lock, LogOut, MessageCircleDashed, Search } from 'lucide-react';
import { type Ref, useEffect, useMemo, useRef, useState } from 'react';
import { openProfile, PersonName } from '../../entities/member/person-name.tsx';
import { openReport } from '../../entities/report/report.ts';
import { usePollInterval } from '../../lib/live/live.ts';
import { isConnected } from '../../lib/offline/connection.ts';
import { useStore } from '../../lib/store.ts';
import { useDraftText } from '../../lib/typed-draft.ts';
import { PHONE, useMedia } from '../../lib/use-media.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { EmptyState, LoadError } from '../../ui/states.tsx';
import type { RoomLog } from './chat.log.ts';
import { logQuery, useRecall } from './chat.queries.ts';
import { chatDraftKey, useExitRoom, useMarkRead } from './chat.rooms.ts';
import { buildRows } from './chat.rows.ts';
import { Composer } from './composer.tsx';
import { MessageList } from './message-list.tsx';
import { takePictures } from './message-picture.tsx';
import type { Partner, RowActions } from './message-row.tsx';
import type { PendingMessage } from './outbox.ts';
import { RoomItem } from './room-item.tsx';
import { LogSkeleton } from './room-list.tsx';
import { RoomSearch } from './room-search.tsx';
import { useOlder } from './use-older.ts';
import { useOutbox } from './use-outbox.ts';

/** Gives the icon of an `EmptyState` on the grey background a white one. */
export const ON_DECK = '[&>span]:bg-paper!';

const NOT_LOADED: RoomLog = { messages: [], last: true, partnerReadId: 0, checkedId: 0 };

type RoomViewProps = {
  room: ChatRoom;
  myId: number;
  /** Moves the focus into the room when it opens. */
  takesFocus: boolean;
  onBack: () => void;
  onLeft: () => void;
  onPicture: RowActions['onPicture'];
};

/** Must be remounted for each room. */
export function RoomView(props: RoomViewProps) {
  const { room, myId, takesFocus, onBack, onLeft, onPicture } = props;
  const { roomId, partner } = room;
  const client = useQueryClient();
  const query = useQuery({ ...logQuery(client, roomId), refetchInterval: usePollInterval() });
  const log = query.data;
  const { items, send, sendPicture, resend, discard } = useOutbox(myId, roomId, log?.messages);
  const { text, setText, draft, end } = useDraftText(chatDraftKey(myId, roomId));
  const exit = useExitRoom(myId, roomId, onLeft);
  const onRecall = useRecall(roomId);
  const [isSearching, setSearching] = useState(false);
  const [target, setTarget] = useState<{ id: number } | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const isPhone = useMedia(PHONE);

  const newest = log?.messages.findLast(({ senderId }) => senderId !== myId);
  useMarkRead(roomId, log ? (newest?.id ?? 0) : null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the room opens
  useEffect(() => {
    if (!takesFocus) return;
    // Focusing the composer on a phone would open the keyboard over the messages.
    (isPhone ? heading.current : (area.current ?? heading.current))?.focus();
  }, []);

  return (
    <section aria-label={`${partner.nickName} 채팅방`} className="flex min-h-0 flex-1 flex-col">
      <RoomHead
        partner={partner}
        headingRef={heading}
        onBack={onBack}
        onSearch={() => setSearching(!isSearching)}
        isSearching={isSearching}
        onExit={() => void exit()}
      />
      {room.item && <RoomItem item={room.item} />}
      {isSearching && (
        <RoomSearch
          roomId={roomId}
          nameOf={(senderId) => (senderId === myId ? '나' : partner.nickName)}
          onFound={(id) => setTarget({ id })}
          onClose={() => {
            setSearching(false);
            setTarget(null);
          }}
        />
      )}
      {!log && query.isPending && <LogSkeleton />}
      {!log && query.isError && (
        <div className={cx('grid place-content-center bg-deck', items.length === 0 && 'flex-1')}>
          <LoadError
            title="메시지를 불러오지 못했습니다."
            error={query.error}
            onRetry={query.refetch}
          />
        </div>
      )}
      {/* What was sent meanwhile is seen without the log too. */}
      {(log || (query.isError && items.length > 0)) && (
        <>
          <Log
            log={log ?? NOT_LOADED}
            room={room}
            myId={myId}
            pending={items}
            onResend={resend}
            onDiscard={discard}
            onRecall={onRecall}
            onReport={({ id, content }) =>
              id !== null &&
              openReport({ type: 'MESSAGE', id, about: content || '사진', memberId: partner.id })
            }
            onPicture={onPicture}
            target={target}
          />
          <Arrivals newest={newest} name={partner.nickName} />
        </>
      )}
      <OfflineStatus />
      {room.canSend ? (
        <Composer
          ref={area}
          text={text}
          onText={setText}
          draft={draft}
          onSend={(content) => {
            const isAccepted = send(content);
            if (isAccepted) end();
            return isAccepted;
          }}
          onPictures={(files) => void takePictures(files, sendPicture)}
        />
      ) : (
        <ClosedNote partner={partner} isOfItem={room.item !== null} />
      )}
    </section>
  );
}

/** In a place of its own: a line above the room would cover what failed. */
function OfflineStatus() {
  const isOnline = useStore(isConnected);
  return (
    <div role="status">
      {!isOnline && (
        <p className="border-line border-t bg-deck px-4 py-1.5 text-center font-semibold text-ink-2 text-sm">
          오프라인입니다
        </p>
      )}
    </div>
  );
}

type LogProps = RowActions & {
  target: { id: number } | null;
  log: RoomLog;
  room: ChatRoom;
  myId: number;
  pending: readonly PendingMessage[];
};

function Log({ log, room, myId, pending, ...actions }: LogProps) {
  const older = useOlder(room.roomId, log.last);
  const rows = useMemo(() => buildRows(log, pending, myId), [log, pending, myId]);
  if (rows.length === 0) {
    return (
      <div className="grid min-h-0 flex-1 place-content-center overflow-y-auto bg-deck">
        <EmptyState
          className={ON_DECK}
          icon={<MessageCircleDashed size={22} />}
          title="아직 주고받은 메시지가 없습니다."
          text={room.canSend ? '첫 메시지를 보내 보세요.' : undefined}
        />
      </div>
    );
  }
  return <MessageList rows={rows} partner={room.partner} older={older} {...actions} />;
}

/** Announces new messages of the partner to screen readers. */
function Arrivals({ newest, name }: { newest: ChatMessage | undefined; name: string }) {
  const [known, setKnown] = useState(newest?.id ?? 0);
  const [text, setText] = useState('');
  useEffect(() => {
    if (!newest || newest.id <= known) return;
    setKnown(newest.id);
    setText(`${name}: ${spoken(newest)}`);
  }, [newest, known, name]);
  return (
    <span aria-live="polite" className="sr-only">
      {text}
    </span>
  );
}

function spoken({ picture, isRecalled, content }: ChatMessage): string {
  if (isRecalled) return TEXTS.recalledMessage;
  return picture === null ? content : TEXTS.pictureMessage;
}

function closedReason({ isLeft, isBlocked }: Partner, isOfItem: boolean): string {
  if (isLeft) return TEXTS.partnerLeft;
  if (isBlocked) return TEXTS.partnerBlocked;
  return isOfItem ? TEXTS.itemRoomClosed : TEXTS.friendsOnly;
}

/** Replaces the composer while the room is closed for new messages. */
function ClosedNote({ partner, isOfItem }: { partner: Partner; isOfItem: boolean }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t bg-paper px-4 py-3 pb-[max(12px,var(--bottom))]">
      <Lock size={18} className="shrink-0 text-ink-3" />
      <p role="status" className="min-w-40 flex-1 text-md">
        <span className="font-semibold">{closedReason(partner, isOfItem)}</span>{' '}
        <span className="text-ink-3">지난 대화는 계속 볼 수 있습니다.</span>
      </p>
      {!partner.isLeft && (
        <Button size="sm" aria-haspopup="dialog" onClick={() => openProfile(partner.id)}>
          프로필 보기
        </Button>
      )}
    </div>
  );
}

type RoomHeadProps = {
  partner: Partner;
  headingRef?: Ref<HTMLHeadingElement>;
  onBack: () => void;
  onSearch: () => void;
  isSearching: boolean;
  onExit: () => void;
};

function RoomHead(props: RoomHeadProps) {
  const { partner, headingRef, onBack, onExit, onSearch, isSearching } = props;
  return (
    <div className="flex h-15 shrink-0 items-center gap-2.5 border-line border-b bg-paper pr-2 pl-4 max-md:pl-1">
      <IconButton label="채팅방 목록으로" tooltip={false} onClick={onBack} className="md:hidden">
        <ChevronLeft size={24} />
      </IconButton>
      <Avatar
        name={partner.nickName}
        src={partner.profileThumbnails}
        anonymous={partner.isLeft}
        size={36}
      />
      <h2 ref={headingRef} tabIndex={-1} className="flex min-w-0 flex-1 font-bold text-lg">
        <PersonName
          name={partner.nickName}
          memberId={partner.isLeft ? null : partner.id}
          className="max-w-full truncate max-md:min-h-11"
        />
      </h2>
      <IconButton label="대화에서 검색" aria-expanded={isSearching} onClick={onSearch}>
        <Search size={19} />
      </IconButton>
      <IconButton label="채팅방 나가기" onClick={onExit}>
        <LogOut size={19} />
      </IconButton>
    </div>
  );
}
