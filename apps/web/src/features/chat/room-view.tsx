import type { ChatRoom } from '@naru/contract/chat';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CloudOff, MessageCircleDashed } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { messageOf } from '../../lib/api/api-error.ts';
import { usePollInterval } from '../../lib/live/use-live.ts';
import { PHONE, useMedia } from '../../lib/use-media.ts';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { Arrivals } from './arrivals.tsx';
import type { RoomLog } from './chat.log.ts';
import { logQuery } from './chat.queries.ts';
import { buildRows } from './chat.rows.ts';
import { CHAT_TEXTS } from './chat.texts.ts';
import { ClosedNote } from './closed-note.tsx';
import { Composer } from './composer.tsx';
import { MessageList } from './message-list.tsx';
import type { PendingActions } from './message-row.tsx';
import type { PendingMessage } from './outbox.ts';
import { RoomHead } from './room-head.tsx';
import { LogSkeleton } from './room-skeleton.tsx';
import { useChatDraft } from './use-chat-draft.ts';
import { useExitRoom } from './use-exit-room.ts';
import { useMarkRead } from './use-mark-read.ts';
import { useOlder } from './use-older.ts';
import { useOutbox } from './use-outbox.ts';

/** Gives the icon of an `EmptyState` on the grey background a white one. */
export const ON_DECK = '[&>span]:bg-paper!';

type RoomViewProps = {
  room: ChatRoom;
  myId: number;
  /** Moves the focus into the room when it opens. */
  takesFocus: boolean;
  onBack: () => void;
  onLeft: () => void;
};

/** Must be remounted for each room. */
export function RoomView({ room, myId, takesFocus, onBack, onLeft }: RoomViewProps) {
  const { roomId, partner } = room;
  const client = useQueryClient();
  const query = useQuery({ ...logQuery(client, roomId), refetchInterval: usePollInterval() });
  const log = query.data;
  const { items, send, resend, discard } = useOutbox(myId, roomId, log?.messages);
  const draft = useChatDraft(myId, roomId);
  const { exit } = useExitRoom(myId, roomId, onLeft);
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
    <section
      aria-label={`${partner.nickName} ${CHAT_TEXTS.rooms}`}
      className="flex min-h-0 flex-1 flex-col"
    >
      <RoomHead partner={partner} headingRef={heading} onBack={onBack} onExit={exit} />
      {log && (
        <>
          <Log
            log={log}
            room={room}
            myId={myId}
            pending={items}
            onResend={resend}
            onDiscard={discard}
          />
          <Arrivals newest={newest} name={partner.nickName} />
        </>
      )}
      {!log && query.isPending && <LogSkeleton />}
      {!log && query.isError && (
        <div className="grid flex-1 place-content-center bg-deck">
          <ErrorState
            icon={<CloudOff size={22} />}
            title="메시지를 불러오지 못했습니다."
            text={messageOf(query.error)}
            onRetry={() => void query.refetch()}
          />
        </div>
      )}
      {room.canSend ? (
        <Composer ref={area} text={draft.text} onText={draft.setText} onSend={send} />
      ) : (
        <ClosedNote partner={partner} />
      )}
    </section>
  );
}

type LogProps = PendingActions & {
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
          title={CHAT_TEXTS.noLastMessage}
          text={room.canSend ? '첫 메시지를 보내 보세요.' : undefined}
        />
      </div>
    );
  }
  return <MessageList rows={rows} partner={room.partner} older={older} {...actions} />;
}
