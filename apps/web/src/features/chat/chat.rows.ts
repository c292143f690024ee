import type { ChatMessage } from '@naru/contract/chat';
import type { RoomLog } from './chat.log.ts';
import { formatChatDay, formatChatTime } from './chat.time.ts';
import type { Outgoing } from './unsent.ts';

/** A message as it is shown, from the server or still on its way. */
export type ShownMessage = {
  /** Stays the same when the server's message takes the place of the own one. */
  key: string;
  senderId: number;
  content: string;
  date: string;
  /** Null while the server has not answered. */
  id: number | null;
  /** What is on its way or failed; null for what the server has. */
  outgoing: Outgoing | null;
};

export type MessageRow = {
  kind: 'message';
  key: string;
  message: ShownMessage;
  isMine: boolean;
  /** First and last of the bubbles that one member wrote within one minute. */
  isStart: boolean;
  isEnd: boolean;
  /** Shown where the reading ends: below it everything is unread, above it everything read. */
  showRead: boolean;
};

export type DayRow = { kind: 'day'; key: string; date: string };

export type LogRow = MessageRow | DayRow;

function fromServer(message: ChatMessage): ShownMessage {
  const { id, senderId, content, date, clientId } = message;
  const key = clientId === null ? `m${id}` : `c${senderId}-${clientId}`;
  return { key, senderId, content, date, id, outgoing: null };
}

function fromOutgoing(outgoing: Outgoing): ShownMessage {
  const { memberId, clientId, content, date } = outgoing;
  const key = `c${memberId}-${clientId}`;
  return { key, senderId: memberId, content, date, id: null, outgoing };
}

/** The server's messages, then what is not there yet: a message is never shown twice. */
export function shownMessages(
  messages: readonly ChatMessage[],
  outgoing: readonly Outgoing[],
): ShownMessage[] {
  const shown = messages.map(fromServer);
  const keys = new Set(shown.map(({ key }) => key));
  return [...shown, ...outgoing.map(fromOutgoing).filter(({ key }) => !keys.has(key))];
}

function isSameDay(a: ShownMessage, b: ShownMessage): boolean {
  return formatChatDay(a.date) === formatChatDay(b.date);
}

function isGrouped(a: ShownMessage | undefined, b: ShownMessage | undefined): boolean {
  if (!a || !b || a.senderId !== b.senderId) return false;
  if (a.outgoing?.state === 'failed' || b.outgoing?.state === 'failed') return false;
  return isSameDay(a, b) && formatChatTime(a.date) === formatChatTime(b.date);
}

/**
 * Rows of the list. No day stands before the first message (`firstDay` does, outside the list): so
 * older messages only ever add rows at the front, and no row that is there changes its height.
 */
export function buildRows(
  log: Pick<RoomLog, 'messages' | 'partnerReadId'>,
  outgoing: readonly Outgoing[],
  myId: number,
): LogRow[] {
  const shown = shownMessages(log.messages, outgoing);
  const isRead = (message: ShownMessage | undefined) =>
    message !== undefined &&
    message.senderId === myId &&
    message.id !== null &&
    message.id <= log.partnerReadId;
  return shown.flatMap((message, at): LogRow[] => {
    const before = shown[at - 1];
    const after = shown[at + 1];
    const isEnd = !isGrouped(message, after);
    const row: MessageRow = {
      kind: 'message',
      key: message.key,
      message,
      isMine: message.senderId === myId,
      isStart: !isGrouped(before, message),
      isEnd,
      showRead: isRead(message) && (isEnd || !isRead(after)),
    };
    if (!before || isSameDay(before, message)) return [row];
    return [{ kind: 'day', key: `day-${message.key}`, date: message.date }, row];
  });
}

/** The day of the first message, for the place above the list. */
export function firstDay(rows: readonly LogRow[]): string | null {
  const first = rows[0];
  return first?.kind === 'message' ? first.message.date : null;
}
