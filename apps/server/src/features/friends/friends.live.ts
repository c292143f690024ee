import type { Emit } from '../../platform/live/live.ts';
import { countRequesters } from './friends.lists.repo.ts';

/** Tells a member that something changed with another. */
export async function emitChange(emit: Emit, memberId: number, otherId: number): Promise<void> {
  await emit(memberId, async (tx) => ({
    type: 'friend',
    memberId: otherId,
    friendRequestCount: await countRequesters(tx, memberId),
  }));
}

/** Tells both. */
export async function emitToBoth(emit: Emit, a: number, b: number): Promise<void> {
  await emitChange(emit, a, b);
  await emitChange(emit, b, a);
}
