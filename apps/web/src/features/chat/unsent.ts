import type { ChatMessage } from '@naru/contract/chat';
import { createStore } from '../../lib/store.ts';
import { loadWriting, removeWriting, saveWriting, writingName } from '../../lib/stored-writing.ts';
import { MAIL_TEXTS } from './chat.texts.ts';

/** A message that the server has not confirmed. */
export type Outgoing = {
  /** The sender's mark: sent again with it, a message arrives once. */
  clientId: string;
  memberId: number;
  roomId: number;
  content: string;
  /** ISO time at which it was written. */
  date: string;
  state: 'sending' | 'failed';
  /** Why it failed, for the user. */
  reason: string | null;
  /** No answer came: it is sent again when the network returns. */
  isOffline: boolean;
};

/** All that is on its way or failed, in order of writing. Outlives the page and, stored, a reload. */
export const outgoingMail = createStore<readonly Outgoing[]>([]);

export function createClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function outgoingOf(
  list: readonly Outgoing[],
  memberId: number,
  roomId: number,
): Outgoing[] {
  return list.filter((item) => item.memberId === memberId && item.roomId === roomId);
}

/** The queue of a room in the browser's storage. */
function nameOf({ memberId, roomId }: Pick<Outgoing, 'memberId' | 'roomId'>): string {
  return writingName('unsent', memberId, roomId);
}

type Stored = Pick<Outgoing, 'clientId' | 'content' | 'date'>;

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

/** Read, change, write: another tab may have stored messages of the same room. */
function changeStored(
  place: Pick<Outgoing, 'memberId' | 'roomId'>,
  change: (s: Stored[]) => Stored[],
) {
  const name = nameOf(place);
  const next = change(loadWriting(name, isStoredList)?.content ?? []);
  if (next.length > 0) saveWriting(name, next);
  else removeWriting(name);
}

export function putOutgoing(item: Outgoing): void {
  outgoingMail.set([...outgoingMail.get(), item]);
  const { clientId, content, date } = item;
  changeStored(item, (stored) => [...stored, { clientId, content, date }]);
}

export function changeOutgoing(
  clientId: string,
  change: Pick<Outgoing, 'state' | 'reason' | 'isOffline'>,
): void {
  outgoingMail.set(
    outgoingMail.get().map((item) => (item.clientId === clientId ? { ...item, ...change } : item)),
  );
}

/** Gone: sent, or thrown away by its writer. */
export function dropOutgoing(item: Pick<Outgoing, 'clientId' | 'memberId' | 'roomId'>): void {
  const { clientId } = item;
  outgoingMail.set(outgoingMail.get().filter((other) => other.clientId !== clientId));
  changeStored(item, (stored) => stored.filter((other) => other.clientId !== clientId));
}

export function dropRoom(memberId: number, roomId: number): void {
  for (const item of outgoingOf(outgoingMail.get(), memberId, roomId)) dropOutgoing(item);
  removeWriting(nameOf({ memberId, roomId }));
}

/** What arrived is no longer unsent, also when its answer was lost or another tab had sent it. */
export function settleArrived(
  messages: readonly ChatMessage[],
  memberId: number,
  roomId: number,
): void {
  const waiting = outgoingOf(outgoingMail.get(), memberId, roomId);
  if (waiting.length === 0) return;
  const arrived = new Set(
    messages.filter(({ senderId }) => senderId === memberId).map(({ clientId }) => clientId),
  );
  for (const item of waiting) if (arrived.has(item.clientId)) dropOutgoing(item);
}

/** Brings back what an earlier visit could not send, as failed. */
export function restoreUnsent(memberId: number, roomId: number): void {
  const stored = loadWriting(nameOf({ memberId, roomId }), isStoredList)?.content ?? [];
  const known = new Set(outgoingMail.get().map(({ clientId }) => clientId));
  const lost = stored.filter(({ clientId }) => !known.has(clientId));
  if (lost.length === 0) return;
  const items = lost.map(
    (item): Outgoing => ({
      ...item,
      memberId,
      roomId,
      state: 'failed',
      reason: MAIL_TEXTS.unsent,
      isOffline: false,
    }),
  );
  outgoingMail.set([...outgoingMail.get(), ...items]);
}
