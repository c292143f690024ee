import type { FriendStatus, MemberSummary } from '@naru/contract/friends';
import type { Db } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import {
  countRequesters,
  findByNickname,
  listBlocked,
  listFriends,
  listRequesters,
} from './friends.lists.repo.ts';
import { byNickname, presentMember } from './friends.present.ts';
import type { FriendTies } from './friends.ties.ts';

interface Deps {
  db: Db;
  clock: Clock;
  ties: FriendTies;
}

export type FoundMember = MemberSummary & { friendStatus: FriendStatus };

/** The caller's own lists: nobody else's can be asked for. */
export function createFriendLists({ db, clock, ties }: Deps) {
  return {
    /** The member of exactly this nickname, or an empty list. */
    async search(actor: Actor, nickname: string): Promise<FoundMember[]> {
      const row = await findByNickname(db, actor.memberId, nickname, clock.now());
      if (row === null) return [];
      const { friendStatus } = await ties.getStanding(db, actor.memberId, row.id);
      return [{ ...presentMember(row), friendStatus }];
    },

    /** Newest request first. */
    async listRequests(actor: Actor): Promise<MemberSummary[]> {
      return (await listRequesters(db, actor.memberId)).map(presentMember);
    },

    /** In the order of the Korean alphabet. */
    async listFriends(actor: Actor): Promise<MemberSummary[]> {
      return (await listFriends(db, actor.memberId)).map(presentMember).sort(byNickname);
    },

    /** Newest block first. */
    async listBlocks(actor: Actor): Promise<MemberSummary[]> {
      return (await listBlocked(db, actor.memberId)).map(presentMember);
    },

    /** Requests that wait for the member: the badge of the header. */
    countRequests: (memberId: number): Promise<number> => countRequesters(db, memberId),
  };
}
