import type { ChatMessage } from '@naru/contract/chat';

/** What this tab knows of a room: messages by id, oldest first, each once. */
export type RoomLog = {
  messages: readonly ChatMessage[];
  /** Nothing older than the first message. */
  last: boolean;
  /** The partner has read up to this message. */
  partnerReadId: number;
  /** Up to here nothing is missing: the newest message when the server was last asked. */
  checkedId: number;
};

/** One answer of the server: messages without holes between them. */
export type LogPage = Pick<RoomLog, 'messages' | 'last' | 'partnerReadId'>;

/** Both lists as one, by id, each message once; the second list's state of a message counts. */
export function mergeMessages(
  known: readonly ChatMessage[],
  added: readonly ChatMessage[],
): ChatMessage[] {
  const byId = new Map(known.map((message) => [message.id, message]));
  for (const message of added) byId.set(message.id, message);
  return [...byId.values()].sort((a, b) => a.id - b.id);
}

/** The older of two neighbouring answers goes before the newer. */
export function joinPages(older: LogPage, newer: LogPage): LogPage {
  return {
    messages: mergeMessages(older.messages, newer.messages),
    last: older.last,
    partnerReadId: Math.max(older.partnerReadId, newer.partnerReadId),
  };
}

/** True while messages may be missing between what was checked and the page. */
export function hasHole(checkedId: number | undefined, page: LogPage): boolean {
  const oldest = page.messages[0];
  if (checkedId === undefined || page.last || oldest === undefined) return false;
  return oldest.id > checkedId;
}

/**
 * The log after the newest page was asked for: live messages that came meanwhile stay. Where a hole
 * remains, what lies before it is dropped; scrolling up loads it again.
 */
export function refreshLog(known: RoomLog | undefined, page: LogPage): RoomLog {
  const checkedId = page.messages.at(-1)?.id ?? 0;
  if (known === undefined) return { ...page, checkedId };
  const oldest = page.messages[0]?.id ?? 0;
  const holed = hasHole(known.checkedId, page);
  const kept = holed ? known.messages.filter(({ id }) => id >= oldest) : known.messages;
  return {
    messages: mergeMessages(kept, page.messages),
    last: holed ? page.last : known.last || page.last,
    partnerReadId: Math.max(known.partnerReadId, page.partnerReadId),
    checkedId: Math.max(checkedId, holed ? 0 : known.checkedId),
  };
}

/** The log with an older page before it. */
export function prependPage(known: RoomLog, older: LogPage): RoomLog {
  return { ...known, ...joinPages(older, known) };
}

/** The log with a message that was sent or arrived; unchanged when it is there already. */
export function appendMessage(known: RoomLog, message: ChatMessage): RoomLog {
  if (known.messages.some(({ id }) => id === message.id)) return known;
  return { ...known, messages: mergeMessages(known.messages, [message]) };
}

/** The partner has read on; never backwards. */
export function raiseRead(known: RoomLog, readId: number): RoomLog {
  return readId > known.partnerReadId ? { ...known, partnerReadId: readId } : known;
}
