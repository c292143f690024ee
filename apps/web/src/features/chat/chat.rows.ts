import type { ChatMessage } from '@naru/contract/chat';
import type { RoomLog } from './chat.log.ts';
import type { PendingMessage } from './outbox.ts';

const timeZone = 'Asia/Seoul';

const day = new Intl.DateTimeFormat('ko-KR', {
  timeZone,
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  weekday: 'long',
});
const time = new Intl.DateTimeFormat('en-GB', {
  timeZone,
  hour: 'numeric',
  minute: '2-digit',
  hourCycle: 'h23',
});
const HALF_DAY = 12;

function format(formatter: Intl.DateTimeFormat, iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? '' : formatter.format(date);
}

/** `2026년 11월 20일 금요일`. */
export function formatChatDay(iso: string): string {
  return format(day, iso);
}

/** `오후 2:02`; built by hand, because browsers differ in the Korean day periods. */
export function formatChatTime(iso: string): string {
  const [hours, minutes] = format(time, iso).split(':');
  if (minutes === undefined) return '';
  const hour = Number(hours);
  return `${hour < HALF_DAY ? '오전' : '오후'} ${hour % HALF_DAY || HALF_DAY}:${minutes}`;
}

/** `isLocal`: of this device, while it is being sent. */
export type ShownPicture = { url: string; width: number; height: number; isLocal: boolean };

export type ShownMessage = {
  /** React key, the same before and after the server confirms the message. */
  key: string;
  senderId: number;
  content: string;
  date: string;
  picture: ShownPicture | null;
  isRecalled: boolean;
  /** Null until the server confirms the message. */
  id: number | null;
  pending: PendingMessage | null;
};

export type MessageRow = {
  kind: 'message';
  key: string;
  message: ShownMessage;
  isMine: boolean;
  /** First and last of the messages that one member sent within one minute. */
  isStart: boolean;
  isEnd: boolean;
  /** Set on the last own message of a group that the partner has read. */
  showRead: boolean;
};

export type DayRow = { kind: 'day'; key: string; date: string };

export type LogRow = MessageRow | DayRow;

function fromServer(message: ChatMessage): ShownMessage {
  const { clientId, picture, ...shown } = message;
  const { id, senderId } = shown;
  const key = clientId === null ? `m${id}` : `c${senderId}-${clientId}`;
  return { ...shown, key, picture: picture && { ...picture, isLocal: false }, pending: null };
}

function fromPending(pending: PendingMessage): ShownMessage {
  const { memberId: senderId, clientId, content, date, picture } = pending;
  const shown = picture && { ...picture.shown, isLocal: true };
  const rest = { isRecalled: false, id: null, pending };
  return { key: `c${senderId}-${clientId}`, senderId, content, date, picture: shown, ...rest };
}

/** Confirmed messages, then pending ones, without duplicates. */
export function shownMessages(
  messages: readonly ChatMessage[],
  pending: readonly PendingMessage[],
): ShownMessage[] {
  const shown = messages.map(fromServer);
  const keys = new Set(shown.map(({ key }) => key));
  return [...shown, ...pending.map(fromPending).filter(({ key }) => !keys.has(key))];
}

function isSameDay(a: ShownMessage, b: ShownMessage): boolean {
  return formatChatDay(a.date) === formatChatDay(b.date);
}

function isGrouped(a: ShownMessage | undefined, b: ShownMessage | undefined): boolean {
  if (!a || !b || a.senderId !== b.senderId) return false;
  if (a.pending?.state === 'failed' || b.pending?.state === 'failed') return false;
  return isSameDay(a, b) && formatChatTime(a.date) === formatChatTime(b.date);
}

/**
 * The first message has no day row (`firstDay` is rendered outside the list), so that loading older
 * messages only prepends rows and never changes the height of existing ones.
 */
export function buildRows(
  log: Pick<RoomLog, 'messages' | 'partnerReadId'>,
  pending: readonly PendingMessage[],
  myId: number,
): LogRow[] {
  const shown = shownMessages(log.messages, pending);
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

/** ISO time of the first message. */
export function firstDay(rows: readonly LogRow[]): string | null {
  const first = rows[0];
  return first?.kind === 'message' ? first.message.date : null;
}
