import type { ChatMessage, ChatQuote, ChatReactions } from '@naru/contract/chat';
import { cutGraphemes } from '@naru/contract/text';
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
/** Graphemes of a quoted message. */
const QUOTE_MAX = 50;

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
  isRemoved: boolean;
  /** In the room of a lecture. */
  sender: ChatMessage['sender'];
  replyTo: ChatQuote | null;
  reactions: ChatReactions;
  /** Null until the server confirms the message. */
  id: number | null;
  pending: PendingMessage | null;
};

export type MessageRow = {
  kind: 'message';
  key: string;
  message: ShownMessage;
  isMine: boolean;
  /** It replies to an own message. */
  isToMe: boolean;
  /** First and last of the messages that one member sent within one minute. */
  isStart: boolean;
  isEnd: boolean;
  /** Set on the newest own message that the partner has read. */
  showRead: boolean;
};

export type DayRow = { kind: 'day'; key: string; date: string };

export type LogRow = MessageRow | DayRow;

function fromServer(message: ChatMessage): ShownMessage {
  // A server of the release before does not know all of them.
  const { clientId, picture, replyTo = null, reactions = [], ...rest } = message;
  const { sender = null, isRemoved = false, ...shown } = rest;
  const { id, senderId } = shown;
  const key = clientId === null ? `m${id}` : `c${senderId}-${clientId}`;
  const stored = picture && { ...picture, isLocal: false };
  const more = { sender, isRemoved, replyTo, reactions };
  return { ...shown, ...more, key, picture: stored, pending: null };
}

function fromPending(pending: PendingMessage): ShownMessage {
  const { memberId: senderId, clientId, content, date, picture, replyTo = null } = pending;
  const shown = picture && { ...picture.shown, isLocal: true };
  const rest = { isRecalled: false, isRemoved: false, sender: null, reactions: [], pending };
  return {
    key: `c${senderId}-${clientId}`,
    senderId,
    content,
    date,
    picture: shown,
    replyTo,
    id: null,
    ...rest,
  };
}

/** A message as one that replies to it quotes it; the server reads it anew. */
export function quoteOf(message: ShownMessage): ChatQuote | null {
  const { id, senderId, sender, content, picture } = message;
  if (id === null) return null;
  const words = cutGraphemes(content.replace(/\s+/gu, ' ').trim(), QUOTE_MAX);
  const rest = { isPicture: picture !== null, isRecalled: false, isRemoved: false };
  return { id, senderId, nickName: sender?.nickName ?? null, content: words, ...rest };
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
  const newestRead = shown.findLast(
    ({ id, senderId }) => senderId === myId && id !== null && id <= log.partnerReadId,
  );
  return shown.flatMap((message, at): LogRow[] => {
    const before = shown[at - 1];
    const after = shown[at + 1];
    const isEnd = !isGrouped(message, after);
    const row: MessageRow = {
      kind: 'message',
      key: message.key,
      message,
      isMine: message.senderId === myId,
      isToMe: message.replyTo?.senderId === myId,
      isStart: !isGrouped(before, message),
      isEnd,
      showRead: message === newestRead,
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
