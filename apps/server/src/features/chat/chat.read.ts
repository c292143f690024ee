import type { Emit } from '../../domain/live/live.ts';
import { countNewMessages } from './chat.read.repo.ts';

/** Brings the open pages of a member up to date with how far a room was read, or that it was left. */
export async function emitRead(
  emit: Emit,
  recipientId: number,
  read: { roomId: number; memberId: number; readId: number },
): Promise<void> {
  await emit(recipientId, async (tx) => ({
    type: 'mail-read',
    ...read,
    newMailCount: await countNewMessages(tx, recipientId),
  }));
}
