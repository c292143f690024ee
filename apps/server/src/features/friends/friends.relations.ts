import type { FriendStatus } from '@naru/contract/friends';
import type { Executor, Tx } from '../../db/client.ts';
import type { Emit } from '../../domain/live/live.ts';
import type { Tools } from '../tools.ts';
import { countRequesters } from './friends.lists.repo.ts';
import { friendStatusOf } from './friends.policy.ts';
import { deleteAllRelations, deleteFriendship, findFriendshipAndBlocks } from './friends.repo.ts';

interface Relation {
  /** Never `received` from a blocked member: the request stays hidden. */
  friendStatus: FriendStatus;
  /** The member blocks the other. */
  isBlocker: boolean;
}

/** The friendship and the blocks between two members, from the view of `memberId`. */
export async function getRelation(
  db: Executor,
  memberId: number,
  otherId: number,
): Promise<Relation> {
  const { friendship, isBlocker } = await findFriendshipAndBlocks(db, memberId, otherId);
  const status = friendStatusOf(friendship, memberId);
  return { friendStatus: isBlocker && status === 'received' ? 'none' : status, isBlocker };
}

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

/**
 * Deletes all friendships, requests and blocks of a withdrawing member, whose row the transaction
 * has locked, and refreshes the lists of its friends and of members with a pending request.
 */
export async function removeAllRelations(
  notifications: Tools['notifications'],
  tx: Tx,
  emit: Emit,
  memberId: number,
): Promise<void> {
  for (const otherId of await deleteAllRelations(tx, memberId)) {
    await withdrawNotifications(notifications, tx, emit, { memberId, otherId });
    await emitChange(emit, otherId, memberId);
  }
}

/** What says that the two are friends, or that `memberId` asks to be, is not true any more. */
async function withdrawNotifications(
  notifications: Tools['notifications'],
  tx: Tx,
  emit: Emit,
  { memberId, otherId }: { memberId: number; otherId: number },
): Promise<void> {
  const by = (id: number) => ({ memberId: id, nickname: '' });
  const asked = { kind: 'friendRequested', facts: by(memberId) } as const;
  await notifications.withdraw(tx, emit, [otherId], asked);
  for (const [to, id] of [
    [otherId, memberId],
    [memberId, otherId],
  ] as const) {
    await notifications.withdraw(tx, emit, [to], { kind: 'friendAccepted', facts: by(id) });
  }
}

/** Marks the notification of a request as read once the request needs no response any more. */
export function createSettling(notifications: Tools['notifications']) {
  return (tx: Tx, emit: Emit, memberId: number, requesterId: number): Promise<void> => {
    const facts = { memberId: requesterId, nickname: '' };
    return notifications.settle(tx, emit, memberId, { kind: 'friendRequested', facts });
  };
}

/**
 * Ends the friendship or withdraws the request of `memberId`, of which the other is notified unless they
 * block the member; false when there is neither.
 */
export function createEnding(notifications: Tools['notifications']) {
  return async (tx: Tx, emit: Emit, memberId: number, otherId: number): Promise<boolean> => {
    if (!(await deleteFriendship(tx, memberId, otherId))) return false;
    await withdrawNotifications(notifications, tx, emit, { memberId, otherId });
    const { isBlocked } = await findFriendshipAndBlocks(tx, memberId, otherId);
    if (!isBlocked) await emitChange(emit, otherId, memberId);
    return true;
  };
}
