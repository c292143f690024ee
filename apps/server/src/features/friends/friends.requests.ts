import type { FriendStatus } from '@naru/contract/friends';
import { DONE } from '@naru/contract/texts';
import type { Tx } from '../../db/client.ts';
import type { Emit } from '../../domain/live/live.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tools } from '../tools.ts';
import { refusalOf } from './friends.policy.ts';
import { createEnding, createSettling, emitChange, emitToBoth } from './friends.relations.ts';
import {
  decideRequest,
  findFriendshipAndBlocks,
  insertRequest,
  lockMembers,
  renewRequest,
} from './friends.repo.ts';

interface Changed {
  friendStatus: FriendStatus;
  message: string;
}

const REQUESTED: Changed = { friendStatus: 'sent', message: DONE.friendRequested };
const BEFRIENDED: Changed = { friendStatus: 'friend', message: DONE.befriended };

export type RequestDeps = Pick<
  Tools,
  'clock' | 'live' | 'throttle' | 'memberRates' | 'notifications'
>;

export function createFriendRequests(deps: RequestDeps) {
  const { clock, live, throttle, memberRates, notifications } = deps;
  const settleRequest = createSettling(notifications);
  const end = createEnding(notifications);

  /** Stores the request, or accepts the one it crosses. Throws when neither is allowed. */
  async function ask(tx: Tx, memberId: number, otherId: number) {
    const now = clock.now();
    const request = { requesterId: memberId, otherId, createdAt: now };
    const row = await insertRequest(tx, request);
    if (!row.isNew) {
      const decision = { requesterId: otherId, memberId, decidedAt: now };
      if (await decideRequest(tx, { ...decision, status: 'accepted' })) return 'friendAccepted';
      const refusal = refusalOf(row, memberId, now);
      if (refusal !== null) throw new AppError(refusal);
      await renewRequest(tx, request);
    }
    await throttle.hit(tx, `friend:${memberId}`, memberRates.friendRequests, 'FRIEND_THROTTLED');
    return 'friendRequested';
  }

  /**
   * Notifies both sides; a member who blocks the actor gets nothing, which the response does not
   * reveal.
   */
  async function request(tx: Tx, emit: Emit, memberId: number, otherId: number) {
    const nicknames = await lockMembers(tx, [memberId, otherId]);
    if (!nicknames.has(otherId)) throw new AppError('MEMBER_UNKNOWN');
    const { isBlocker, isBlocked } = await findFriendshipAndBlocks(tx, memberId, otherId);
    if (isBlocker) throw new AppError('FRIEND_BLOCKED');
    const kind = await ask(tx, memberId, otherId);
    if (kind === 'friendAccepted') await settleRequest(tx, emit, memberId, otherId);
    await emitChange(emit, memberId, otherId);
    if (isBlocked) return REQUESTED;
    await emitChange(emit, otherId, memberId);
    const facts = { memberId, nickname: nicknames.get(memberId) ?? '' };
    await notifications.notify(tx, emit, { kind, facts, to: [otherId], actorId: memberId });
    return kind === 'friendAccepted' ? BEFRIENDED : REQUESTED;
  }

  /**
   * Returns the nickname of the actor. Throws FRIEND_REQUEST_NOT_FOUND unless the actor is the
   * addressee.
   */
  async function decide(
    tx: Tx,
    emit: Emit,
    { memberId }: Actor,
    { requesterId, status }: { requesterId: number; status: 'accepted' | 'declined' },
  ): Promise<string> {
    const nicknames = await lockMembers(tx, [memberId, requesterId]);
    const { isBlocker, isBlocked } = await findFriendshipAndBlocks(tx, memberId, requesterId);
    const decision = { requesterId, memberId, status, decidedAt: clock.now() };
    if (isBlocker || isBlocked || !(await decideRequest(tx, decision))) {
      throw new AppError('FRIEND_REQUEST_NOT_FOUND');
    }
    await settleRequest(tx, emit, memberId, requesterId);
    await emitToBoth(emit, memberId, requesterId);
    return nicknames.get(memberId) ?? '';
  }

  return {
    /**
     * Sends a request. A crossing request makes friends at once; a refused one may be repeated
     * after seven days, by the refusing member at once. A request to a member who blocks the actor
     * gets the same response: it is stored and stays hidden until the block is lifted. Throws
     * FRIEND_SELF, MEMBER_UNKNOWN, FRIEND_BLOCKED, FRIEND_EXISTS, FRIEND_REQUESTED,
     * FRIEND_DECLINED, FRIEND_THROTTLED.
     */
    async request({ memberId }: Actor, otherId: number): Promise<Changed> {
      if (otherId === memberId) throw new AppError('FRIEND_SELF');
      return live.transaction((tx, emit) => request(tx, emit, memberId, otherId));
    },

    /** Throws FRIEND_REQUEST_NOT_FOUND. */
    async accept(actor: Actor, requesterId: number): Promise<Changed> {
      return live.transaction(async (tx, emit) => {
        const { memberId: actorId } = actor;
        const nickname = await decide(tx, emit, actor, { requesterId, status: 'accepted' });
        const facts = { memberId: actorId, nickname };
        const to = [requesterId];
        await notifications.notify(tx, emit, { kind: 'friendAccepted', facts, to, actorId });
        return BEFRIENDED;
      });
    },

    /** Refuses a request; the sender gets no notification. Throws FRIEND_REQUEST_NOT_FOUND. */
    async decline(actor: Actor, requesterId: number): Promise<Changed> {
      return live.transaction(async (tx, emit) => {
        await decide(tx, emit, actor, { requesterId, status: 'declined' });
        return { friendStatus: 'none', message: '친구 요청을 거절했습니다.' };
      });
    },

    /** Ends a friendship from either side or withdraws an own request. Throws FRIEND_NOT_FOUND. */
    async remove({ memberId }: Actor, otherId: number): Promise<Changed> {
      return live.transaction(async (tx, emit) => {
        await lockMembers(tx, [memberId, otherId]);
        if (!(await end(tx, emit, memberId, otherId))) throw new AppError('FRIEND_NOT_FOUND');
        await emitChange(emit, memberId, otherId);
        return { friendStatus: 'none', message: '친구 목록에서 삭제했습니다.' };
      });
    },
  };
}
