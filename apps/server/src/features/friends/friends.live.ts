import type { Emit } from '../../platform/live/live.ts';
import { countRequesters } from './friends.lists.repo.ts';

/** Tells a member that something changed with another. */
export async function tellChange(emit: Emit, memberId: number, otherId: number): Promise<void> {
  await emit(memberId, async (tx) => ({
    type: 'friend',
    memberId: otherId,
    friendRequestCount: await countRequesters(tx, memberId),
  }));
}

/** Tells both. */
export async function tellBoth(emit: Emit, a: number, b: number): Promise<void> {
  await tellChange(emit, a, b);
  await tellChange(emit, b, a);
}
