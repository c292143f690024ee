import type { ChatMessage, ChatQuote, ChatRoom } from '@naru/contract/chat';
import { TEXTS } from '@naru/contract/texts';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { MessageCircleDashed } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { roomToWriteIn } from '../../entities/chat/use-open-room.ts';
import { openReport } from '../../entities/report/report.ts';
import { usePollInterval } from '../../lib/live/live.ts';
import { useStore } from '../../lib/store.ts';
import { useMedia } from '../../lib/use-media.ts';
import { cx } from '../../ui/cx.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { EmptyState, LoadError } from '../../ui/states.tsx';
import type { RoomLog } from './chat.log.ts';
import { logQuery, useReact, useRecall } from './chat.queries.ts';
import { chatDraftKey, useExitRoom, useMarkRead } from './chat.rooms.ts';
import { buildRows, quoteOf, type ShownMessage } from './chat.rows.ts';
import { MessageList } from './message-list.tsx';
import type { RowActions } from './message-row.tsx';
import type { PendingMessage } from './outbox.ts';
import { RoomComposer } from './room-composer.tsx';
import { RoomHead } from './room-head.tsx';
import { RoomItem } from './room-item.tsx';
import { LogSkeleton } from './room-list.tsx';
import { ClosedNote, OfflineStatus } from './room-notes.tsx';
import { RoomSearch } from './room-search.tsx';
import { RoomTeam, removeOfTeam } from './room-team.tsx';
import { TOUCH } from './touch.ts';
import { useJump } from './use-jump.ts';
import { useOlder } from './use-older.ts';
import { useOutbox } from './use-outbox.ts';

const RemoveMessage = lazyPart(async () => (await import('./remove-message.tsx')).RemoveMessage);

/** The dialog that a professor or staff removes a message with; `onRemove` is null for others. */
function useRemoval({ roomId, lecture, team }: ChatRoom) {
  const client = useQueryClient();
  const [messageId, setMessageId] = useState<number | null>(null);
  if (team?.canModerate)
    return { onRemove: removeOfTeam(client, roomId, team.postId), removal: null };
  if (!lecture?.canModerate) return { onRemove: null, removal: null };
  const place = { roomId, lectureId: lecture.lectureId };
  const removal = messageId !== null && (
    <RemoveMessage {...place} messageId={messageId} onClose={() => setMessageId(null)} />
  );
  return { onRemove: setMessageId, removal };
}

/** How a member of the room is named to the viewer. */
const namer =
  ({ partner }: ChatRoom, myId: number) =>
  (senderId: number | null, nickName: string | null | undefined) =>
    senderId === myId ? '나' : (nickName ?? partner.nickName);

/** Gives the icon of an `EmptyState` on the grey background a white one. */
export const ON_DECK = '[&>span]:bg-paper!';

const NOT_LOADED: RoomLog = { messages: [], last: true, partnerReadId: 0, checkedId: 0 };

/** What the room is about, above its messages. */
function RoomAbout({ room: { item, team } }: { room: ChatRoom }) {
  if (item) return <RoomItem item={item} />;
  return team ? <RoomTeam team={team} /> : null;
}

type RoomViewProps = {
  room: ChatRoom;
  myId: number;
  /** Moves the focus into the room when it opens, also on touch screens. */
  takesFocus: boolean;
  onBack: () => void;
  onLeft: () => void;
  /** Opens the room again after its leaving was undone. */
  onReturn: () => void;
  onPicture: RowActions['onPicture'];
};

/** Must be remounted for each room. */
export function RoomView(props: RoomViewProps) {
  const { room, myId, takesFocus, onBack, onLeft, onReturn, onPicture } = props;
  const { roomId, partner } = room;
  const client = useQueryClient();
  const query = useQuery({ ...logQuery(client, roomId), refetchInterval: usePollInterval() });
  const log = query.data;
  const { items, send, sendPicture, resend, discard } = useOutbox(myId, roomId, log?.messages);
  const exit = useExitRoom(myId, roomId, onLeft, onReturn);
  const onRecall = useRecall(roomId);
  const onReact = useReact(roomId);
  const [reply, setReply] = useState<ChatQuote | null>(null);
  const [isSearching, setSearching] = useState(false);
  const [target, setTarget] = useState<{ id: number } | null>(null);
  const { jump } = useJump(roomId, (id) => setTarget({ id }));
  const heading = useRef<HTMLHeadingElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const isTouch = useMedia(TOUCH);
  const isToWrite = useStore(roomToWriteIn) === roomId;
  const nameOf = namer(room, myId);
  const { onRemove, removal } = useRemoval(room);

  const newest = log?.messages.findLast(({ senderId }) => senderId !== myId);
  useMarkRead(roomId, log ? (newest?.id ?? 0) : null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the room opens
  useEffect(() => {
    // Focusing the composer on a touch screen would open the keyboard over the messages.
    if (!isTouch) (area.current ?? heading.current)?.focus();
    else if (takesFocus) heading.current?.focus();
  }, []);

  useEffect(() => {
    if (!isToWrite) return;
    roomToWriteIn.set(null);
    if (room.newMailCount === 0) area.current?.focus();
  }, [isToWrite, room.newMailCount]);

  const startReply = (message: ShownMessage) => {
    setReply(quoteOf(message));
    area.current?.focus();
  };
  return (
    <section aria-label={`${partner.nickName} 채팅방`} className="flex min-h-0 flex-1 flex-col">
      <RoomHead
        room={room}
        headingRef={heading}
        onBack={onBack}
        onSearch={() => setSearching(!isSearching)}
        isSearching={isSearching}
        onExit={() => void exit()}
      />
      <RoomAbout room={room} />
      {isSearching && (
        <RoomSearch
          roomId={roomId}
          nameOf={({ senderId, sender }) => nameOf(senderId, sender?.nickName)}
          onFound={(id) => setTarget({ id })}
          onClose={() => {
            setSearching(false);
            setTarget(null);
          }}
        />
      )}
      {!log && <LogState query={query} isAlone={items.length === 0} />}
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
            onReact={room.canSend ? onReact : null}
            onReply={room.canSend ? startReply : null}
            onJump={(id) => void jump(id)}
            onReport={({ id, content, senderId: memberId }) =>
              id !== null && openReport({ type: 'MESSAGE', id, about: content || '사진', memberId })
            }
            onRemove={onRemove}
            onPicture={onPicture}
            target={target}
          />
          <Arrivals newest={newest} name={nameOf(0, newest?.sender?.nickName)} />
        </>
      )}
      <OfflineStatus />
      {room.canSend ? (
        <RoomComposer
          areaRef={area}
          draftKey={chatDraftKey(myId, roomId)}
          reply={reply}
          nameOf={nameOf}
          onReply={setReply}
          onSend={send}
          onPicture={sendPicture}
        />
      ) : (
        <ClosedNote room={room} />
      )}
      {removal}
    </section>
  );
}

type LogStateProps = {
  query: Pick<UseQueryResult, 'isPending' | 'error' | 'refetch'>;
  /** Nothing that waits to be sent is shown below. */
  isAlone: boolean;
};

function LogState({ query: { isPending, error, refetch }, isAlone }: LogStateProps) {
  if (isPending) return <LogSkeleton />;
  return (
    <div className={cx('grid place-content-center bg-deck', isAlone && 'flex-1')}>
      <LoadError title="메시지를 불러오지 못했습니다." error={error} onRetry={refetch} />
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
  return (
    <MessageList
      rows={rows}
      roomId={room.roomId}
      partner={room.partner}
      older={older}
      {...actions}
    />
  );
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

function spoken({ picture, isRecalled, isRemoved, content }: ChatMessage): string {
  if (isRemoved) return TEXTS.removedMessage;
  if (isRecalled) return TEXTS.recalledMessage;
  return picture === null ? content : TEXTS.pictureMessage;
}
