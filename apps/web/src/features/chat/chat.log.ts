import type { ChatMessage, ChatReactions } from '@naru/contract/chat';

/** Cached messages of a room, unique and sorted by id. */
export type RoomLog = {
  messages: readonly ChatMessage[];
  /** Whether the first message of the room is loaded. */
  last: boolean;
  partnerReadId: number;
  /** Newest id at the last fetch; up to it no message is missing. */
  checkedId: number;
};

/** Messages without gaps. */
export type LogPage = Pick<RoomLog, 'messages' | 'last' | 'partnerReadId'>;

/** Merges by id; `added` overrides `known`, but nothing brings a recalled message back. */
export function mergeMessages(
  known: readonly ChatMessage[],
  added: readonly ChatMessage[],
): ChatMessage[] {
  const byId = new Map(known.map((message) => [message.id, message]));
  for (const message of added) {
    if (byId.get(message.id)?.isRecalled !== true) byId.set(message.id, message);
  }
  return [...byId.values()].sort((a, b) => a.id - b.id);
}

export function joinPages(older: LogPage, newer: LogPage): LogPage {
  return {
    messages: mergeMessages(older.messages, newer.messages),
    last: older.last,
    partnerReadId: Math.max(older.partnerReadId, newer.partnerReadId),
  };
}

/** Whether messages may be missing between `checkedId` and the page. */
export function hasGap(checkedId: number | undefined, page: LogPage): boolean {
  const oldest = page.messages[0];
  if (checkedId === undefined || page.last || oldest === undefined) return false;
  return oldest.id > checkedId;
}

/**
 * Merges the newest page into the log and keeps live messages that arrived meanwhile. Messages
 * before a remaining gap are dropped; scrolling up loads them again.
 */
export function refreshLog(known: RoomLog | undefined, page: LogPage): RoomLog {
  const checkedId = page.messages.at(-1)?.id ?? 0;
  if (known === undefined) return { ...page, checkedId };
  const oldest = page.messages[0]?.id ?? 0;
  const isBroken = hasGap(known.checkedId, page);
  const remaining = isBroken ? known.messages.filter(({ id }) => id >= oldest) : known.messages;
  return {
    messages: mergeMessages(remaining, page.messages),
    last: isBroken ? page.last : known.last || page.last,
    partnerReadId: Math.max(known.partnerReadId, page.partnerReadId),
    checkedId: Math.max(checkedId, isBroken ? 0 : known.checkedId),
  };
}

export function prependPage(known: RoomLog, older: LogPage): RoomLog {
  return { ...known, ...joinPages(older, known) };
}

/** Returns the same object when the message is already there, unless it was recalled since. */
export function appendMessage(known: RoomLog, message: ChatMessage): RoomLog {
  const same = known.messages.find(({ id }) => id === message.id);
  if (same !== undefined && same.isRecalled === message.isRecalled) return known;
  return { ...known, messages: mergeMessages(known.messages, [message]) };
}

/** Replaces a message that was taken back, also where it is quoted; one that is not loaded is not added. */
export function recallIn(known: RoomLog, recalled: ChatMessage): RoomLog {
  const isConcerned = ({ id, replyTo }: ChatMessage) =>
    id === recalled.id || replyTo?.id === recalled.id;
  if (!known.messages.some(isConcerned)) return known;
  const messages = known.messages.map((message): ChatMessage => {
    if (message.id === recalled.id) return recalled;
    const { replyTo } = message;
    if (replyTo?.id !== recalled.id) return message;
    const { isRemoved = false } = recalled;
    const gone = { content: '', isPicture: false, isRecalled: true, isRemoved };
    return { ...message, replyTo: { ...replyTo, ...gone } };
  });
  return { ...known, messages };
}

/** Sets the reactions of a message that is loaded. */
export function reactIn(known: RoomLog, messageId: number, reactions: ChatReactions): RoomLog {
  const messages = known.messages.map((message) =>
    message.id === messageId && !message.isRecalled ? { ...message, reactions } : message,
  );
  return { ...known, messages };
}

export function advanceRead(known: RoomLog, readId: number): RoomLog {
  return readId > known.partnerReadId ? { ...known, partnerReadId: readId } : known;
}
