import type { ChatMessage, ChatQuote } from '@naru/contract/chat';
import { createOutbox, type Unsent } from '../../lib/outbox/outbox.ts';
import { createSender } from '../../lib/outbox/sender.ts';
import { writingName } from '../../lib/stored-writing.ts';

/** A picture on its way; it is lost with the page, unlike a text. */
export type PendingPicture = {
  file: File;
  /** Key of the upload; null until the bytes are on the server. */
  key: string | null;
  /** Object URL and pixels. */
  shown: { url: string; width: number; height: number };
};

export type RoomKey = { memberId: number; roomId: number };
/** The text is empty for a picture. */
export type Text = {
  content: string;
  picture: PendingPicture | null;
  /** The message that it replies to; none in what an earlier release stored. */
  replyTo?: ChatQuote | null;
};

export type PendingMessage = Unsent & RoomKey & Text;

/** Unconfirmed messages of all rooms. */
const chatOutbox = createOutbox<RoomKey, Text>({
  nameOf: ({ memberId, roomId }) => writingName('unsent', memberId, roomId),
  placeOf: ({ memberId, roomId }) => ({ memberId, roomId }),
  isBody: (value): value is Text => 'content' in value && typeof value.content === 'string',
  bodyOf: ({ content, replyTo = null }) => ({ content, picture: null, replyTo }),
  isPersistent: ({ picture }) => picture === null,
  onRemoved: ({ picture }) => picture && URL.revokeObjectURL(picture.shown.url),
  restored: { state: 'failed', reason: '보내지 못한 메시지입니다.', isOffline: false },
});

export const outbox = chatOutbox.items;

export function pendingIn(
  list: readonly PendingMessage[],
  memberId: number,
  roomId: number,
): PendingMessage[] {
  return list.filter((item) => item.memberId === memberId && item.roomId === roomId);
}

export const removePending = chatOutbox.remove;
/** Changes what a message holds, in memory only. */
export const updatePending = chatOutbox.change;

/** Returns the texts that were dropped; pictures are lost. */
export function dropRoom(memberId: number, roomId: number): PendingMessage[] {
  const texts = pendingIn(outbox.get(), memberId, roomId).filter((item) => item.picture === null);
  chatOutbox.dropPlace({ memberId, roomId });
  return texts;
}

/** Shows texts again that were dropped, as failed ones. */
export function putBack(items: readonly PendingMessage[]): void {
  for (const item of items) chatOutbox.add({ ...item, state: 'failed' });
}

/** Also covers a lost response and a message sent by another tab. */
export function removeArrived(
  messages: readonly ChatMessage[],
  memberId: number,
  roomId: number,
): void {
  const waiting = pendingIn(outbox.get(), memberId, roomId);
  if (waiting.length === 0) return;
  const arrived = new Set(
    messages.filter(({ senderId }) => senderId === memberId).map(({ clientId }) => clientId),
  );
  for (const item of waiting) if (arrived.has(item.clientId)) removePending(item);
}

/** Restores stored messages of an earlier visit as failed. */
export function restorePending(memberId: number, roomId: number): void {
  chatOutbox.restore({ memberId, roomId });
}

type SenderParts = {
  /** Sends one message and adds the confirmed one to the log before it resolves. */
  post: (item: PendingMessage) => Promise<void>;
  /** Called on 403 and 404, when the cached room is outdated. */
  onRefused: (roomId: number) => void;
};

export type MessageSender = ReturnType<typeof createMessageSender>;

export function createMessageSender({ post, onRefused }: SenderParts) {
  const { start, sendingWith, ...sender } = createSender<RoomKey, Text>({
    outbox: chatOutbox,
    post,
    onRefused: ({ roomId }, { status }) => {
      if (status === 403 || status === 404) onRefused(roomId);
    },
  });
  return {
    ...sender,
    /** Returns false, without sending, while the same text is pending in this room. */
    send(item: PendingMessage): boolean {
      const isSame = ({ content, picture }: PendingMessage) =>
        item.picture === null && picture === null && content === item.content;
      if (sendingWith(item).some(isSame)) return false;
      chatOutbox.add(item);
      start(item);
      return true;
    },
  };
}
