import type { Actor } from '../../platform/actor.ts';
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
import { getRelation } from './friends.relations.ts';

export type ListDeps = Pick<Tools, 'db' | 'clock'>;

/** The actor's own lists. */
export function createFriendLists({ db, clock }: ListDeps) {
  return {
    /** The member with exactly this nickname, or an empty list. */
    async search({ memberId }: Actor, nickname: string) {
      const row = await findByNickname(db, memberId, nickname, clock.now());
      if (row === null) return [];
      const { friendStatus } = await getRelation(db, memberId, row.id);
      return [{ ...presentMember(row), friendStatus }];
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
