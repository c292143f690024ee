import { DONE, TEXTS } from '@naru/contract/texts';
import type { Tx } from '../../db/client.ts';
import type { Emit } from '../../domain/live/live.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tools } from '../tools.ts';
import {
  countRequesters,
  findByNickname,
  findByPartOfNickname,
  listBlocked,
  listFriends,
  listRequesters,
} from './friends.lists.repo.ts';
import { byNickname, presentMember } from './friends.present.ts';
import { createEnding, emitChange, getRelation, removeAllRelations } from './friends.relations.ts';
import { deleteBlock, insertBlock, lockMembers, lockRoomsOf } from './friends.repo.ts';
import { createFriendRequests, type RequestDeps } from './friends.requests.ts';

type ListDeps = Pick<Tools, 'db' | 'clock'>;

/** The actor's own lists. */
function createFriendLists({ db, clock }: ListDeps) {
  return {
    /** The member with exactly this nickname. Throws MEMBER_UNKNOWN. */
    async search({ memberId }: Actor, nickname: string) {
      const row = await findByNickname(db, memberId, nickname, clock.now());
      if (row === null) throw new AppError('MEMBER_UNKNOWN', { message: TEXTS.nicknameUnknown });
      const { friendStatus } = await getRelation(db, memberId, row.id);
      return { ...presentMember(row), friendStatus };
    },

    /** Members whose nickname contains the text or begins with its initial consonants, the closest first. */
    find: async ({ memberId }: Actor, text: string) =>
      (await findByPartOfNickname(db, memberId, text, clock.now())).map(presentMember),

    /** Newest request first. */
    listRequests: async ({ memberId }: Actor) =>
      (await listRequesters(db, memberId)).map(presentMember),

    /** In Korean alphabetical order. */
    listFriends: async ({ memberId }: Actor) =>
      (await listFriends(db, memberId)).map(presentMember).sort(byNickname),

    /** Newest block first. */
    listBlocks: async ({ memberId }: Actor) => (await listBlocked(db, memberId)).map(presentMember),

    /** Pending requests to the member, for the badge of the header. */
    countRequests: (memberId: number) => countRequesters(db, memberId),
  };
}

type Deps = Pick<Tools, 'clock' | 'live' | 'notifications'>;

function createFriendBlocks({ clock, live, notifications }: Deps) {
  const requestOf = (memberId: number) =>
    ({ kind: 'friendRequested', facts: { memberId, nickname: '' } }) as const;
  const end = createEnding(notifications);
  return {
    /**
     * Blocks a member: a friendship and the actor's own request end, as if the actor had ended them.
     * A request of the blocked one waits unseen until the block is lifted, since its end would reveal
     * of the block. Idempotent. Throws FRIEND_SELF, MEMBER_UNKNOWN.
     */
    async block({ memberId }: Actor, otherId: number) {
      if (otherId === memberId) throw new AppError('FRIEND_SELF');
      return live.transaction(async (tx, emit) => {
        const nicknames = await lockMembers(tx, [memberId, otherId]);
        if (!nicknames.has(otherId)) throw new AppError('MEMBER_UNKNOWN');
        // A message that is being sent is stored before the block, all others are withheld or refused.
        await lockRoomsOf(tx, memberId, otherId);
        const createdAt = clock.now();
        await insertBlock(tx, { blockerId: memberId, blockedId: otherId, createdAt });
        await end(tx, emit, memberId, otherId);
        await notifications.withdraw(tx, emit, [memberId], requestOf(otherId));
        await notifications.follow(tx, emit, { memberId });
        await emitChange(emit, memberId, otherId);
        return { message: DONE.blocked };
      });
    },

    /** Lifts a block; idempotent. Throws MEMBER_UNKNOWN. */
    async unblock({ memberId }: Actor, otherId: number) {
      return live.transaction(async (tx, emit) => {
        const nicknames = await lockMembers(tx, [memberId, otherId]);
        if (await deleteBlock(tx, memberId, otherId)) {
          const { friendStatus } = await getRelation(tx, memberId, otherId);
          if (friendStatus === 'received')
            await notifications.withdraw(tx, emit, [memberId], requestOf(otherId), false);
          await notifications.follow(tx, emit, { memberId });
          await emitChange(emit, memberId, otherId);
        } else if (!nicknames.has(otherId)) throw new AppError('MEMBER_UNKNOWN');
        return { message: DONE.unblocked };
      });
    },
  };
}

export type FriendsService = ReturnType<typeof createFriendsService>;

export function createFriendsService(deps: ListDeps & RequestDeps) {
  return {
    getRelation,
    ...createFriendLists(deps),
    ...createFriendRequests(deps),
    ...createFriendBlocks(deps),
    removeAllRelations: (tx: Tx, emit: Emit, memberId: number) =>
      removeAllRelations(deps.notifications, tx, emit, memberId),
  };
}
