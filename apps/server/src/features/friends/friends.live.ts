import type { Emit } from '../../platform/live/live.ts';
import { countRequesters } from './friends.lists.repo.ts';

/** Notifies the open pages of a member of a change with another. */
export async function emitChange(emit: Emit, memberId: number, otherId: number): Promise<void> {
  await emit(memberId, async (tx) => ({
    type: 'friend',
    memberId: otherId,
    friendRequestCount: await countRequesters(tx, memberId),
  }));
}

export async function emitToBoth(emit: Emit, a: number, b: number): Promise<void> {
  await emitChange(emit, a, b);
  await emitChange(emit, b, a);
}
