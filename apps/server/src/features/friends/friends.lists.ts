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
import { getStanding } from './friends.ties.ts';

interface Deps {
  db: Db;
  clock: Clock;
}

/** The actor's own lists. */
export function createFriendLists({ db, clock }: Deps) {
  return {
    /** The member with exactly this nickname, or an empty list. */
    async search(
      actor: Actor,
      nickname: string,
    ): Promise<(MemberSummary & { friendStatus: FriendStatus })[]> {
      const row = await findByNickname(db, actor.memberId, nickname, clock.now());
      if (row === null) return [];
      const { friendStatus } = await getStanding(db, actor.memberId, row.id);
      return [{ ...presentMember(row), friendStatus }];
    },

    /** Newest request first. */
    async listRequests(actor: Actor): Promise<MemberSummary[]> {
      return (await listRequesters(db, actor.memberId)).map(presentMember);
    },

    /** In Korean alphabetical order. */
    async listFriends(actor: Actor): Promise<MemberSummary[]> {
      return (await listFriends(db, actor.memberId)).map(presentMember).sort(byNickname);
    },

    /** Newest block first. */
    async listBlocks(actor: Actor): Promise<MemberSummary[]> {
      return (await listBlocked(db, actor.memberId)).map(presentMember);
    },

    /** Pending requests to the member, for the badge of the header. */
    countRequests: (memberId: number): Promise<number> => countRequesters(db, memberId),
  };
}
