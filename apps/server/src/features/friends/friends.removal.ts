import type { Tx } from '../../db/client.ts';
import type { Emit } from '../../platform/live/live.ts';
import { emitChange } from './friends.live.ts';
import { deleteAllTies } from './friends.removal.repo.ts';

/**
 * Does away with everything between a member who leaves and all others, in the caller's transaction,
 * which holds the member. The others' open pages load their lists again; those who were blocked or
 * whose request was refused are told nothing.
 */
export async function removeAllTies(tx: Tx, emit: Emit, memberId: number): Promise<void> {
  for (const otherId of await deleteAllTies(tx, memberId)) {
    await emitChange(emit, otherId, memberId);
  }
}
