import type { ChatMessage } from '@naru/contract/chat';
import { createStore } from '../../lib/store.ts';
import { loadWriting, removeWriting, saveWriting, writingName } from '../../lib/stored-writing.ts';

/** A picture on its way; it is lost with the page, unlike a text. */
export type PendingPicture = {
  file: File;
  /** Key of the upload; null until the bytes are on the server. */
  key: string | null;
  /** Object URL and pixels. */
  shown: { url: string; width: number; height: number };
};

export type PendingMessage = {
  /** Makes resending idempotent. */
  clientId: string;
  memberId: number;
  roomId: number;
  /** Empty for a picture. */
  content: string;
  picture: PendingPicture | null;
  /** ISO time. */
  date: string;
  state: 'sending' | 'failed';
  /** Failure text for the user. */
  reason: string | null;
  /** The server was unreachable; resent when the connection returns. */
  isOffline: boolean;
};

/** Unconfirmed messages of all rooms, oldest first; also stored, to survive a reload. */
export const outbox = createStore<readonly PendingMessage[]>([]);

export function pendingIn(
  list: readonly PendingMessage[],
  memberId: number,
  roomId: number,
): PendingMessage[] {
  return list.filter((item) => item.memberId === memberId && item.roomId === roomId);
}

type RoomKey = Pick<PendingMessage, 'memberId' | 'roomId'>;

function storageNameOf({ memberId, roomId }: RoomKey): string {
  return writingName('unsent', memberId, roomId);
}

type Stored = Pick<PendingMessage, 'clientId' | 'content' | 'date'>;

function isStored(value: unknown): value is Stored {
  return (
    typeof value === 'object' &&
    value !== null &&
    'clientId' in value &&
    typeof value.clientId === 'string' &&
    'content' in value &&
    typeof value.content === 'string' &&
    'date' in value &&
    typeof value.date === 'string'
  );
}

function isStoredList(value: unknown): value is Stored[] {
  return Array.isArray(value) && value.every(isStored);
}

/** Reads before writing, because another tab may have stored messages of the same room. */
function changeStored(room: RoomKey, change: (stored: Stored[]) => Stored[]) {
  const name = storageNameOf(room);
  const next = change(loadWriting(name, isStoredList)?.content ?? []);
  if (next.length > 0) saveWriting(name, next);
  else removeWriting(name);
}

export function addPending(item: PendingMessage): void {
  outbox.set([...outbox.get(), item]);
  const { clientId, content, date, picture } = item;
  if (picture !== null) return;
  changeStored(item, (stored) => [...stored, { clientId, content, date }]);
}

export function updatePending(
  clientId: string,
  change: Partial<Pick<PendingMessage, 'state' | 'reason' | 'isOffline' | 'picture'>>,
): void {
  outbox.set(
    outbox.get().map((item) => (item.clientId === clientId ? { ...item, ...change } : item)),
  );
}

export function removePending(item: PendingMessage): void {
  const { clientId, picture } = item;
  if (picture !== null) URL.revokeObjectURL(picture.shown.url);
  outbox.set(outbox.get().filter((other) => other.clientId !== clientId));
  changeStored(item, (stored) => stored.filter((other) => other.clientId !== clientId));
}

export function dropRoom(memberId: number, roomId: number): void {
  for (const item of pendingIn(outbox.get(), memberId, roomId)) removePending(item);
  removeWriting(storageNameOf({ memberId, roomId }));
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
  const stored = loadWriting(storageNameOf({ memberId, roomId }), isStoredList)?.content ?? [];
  const known = new Set(outbox.get().map(({ clientId }) => clientId));
  const lost = stored.filter(({ clientId }) => !known.has(clientId));
  if (lost.length === 0) return;
  const failed = {
    state: 'failed',
    reason: '보내지 못한 메시지입니다.',
    isOffline: false,
  } as const;
  outbox.set([
    ...outbox.get(),
    ...lost.map((item) => ({ ...item, picture: null, memberId, roomId, ...failed })),
  ]);
}
