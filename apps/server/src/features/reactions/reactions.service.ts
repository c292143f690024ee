import type { Db } from '../../db/client.ts';
import { requireReadable, roomViewer } from '../../domain/access/room-access.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DomainEventHub } from '../../platform/domain-events.ts';
import {
  addToLikes,
  deleteLike,
  deleteScrap,
  findAccess,
  insertLike,
  insertScrap,
  lockPost,
} from './reactions.repo.ts';

interface Deps {
  db: Db;
  clock: Clock;
  events: Pick<DomainEventHub, 'emit'>;
}

export type ReactionsService = ReturnType<typeof createReactionsService>;

/**
 * Likes and scraps, of board posts and of lecture posts. Every call may be repeated and throws
 * POST_NOT_FOUND for missing and deleted posts (quality ID-13), LECTURE_MEMBERS_ONLY for those of a
 * room that is closed to the caller.
 */
export function createReactionsService({ db, clock, events }: Deps) {
  return {
    /** Answers the number of likes. */
    async like(actor: Actor, postId: number): Promise<number> {
      const { likeCount, isChanged } = await changeLike(actor, postId, 1, (tx) =>
        insertLike(tx, { postId, memberId: actor.memberId, createdAt: clock.now() }),
      );
      if (isChanged) events.emit('post-liked', { postId, actorId: actor.memberId });
      return likeCount;
    },

    /** Answers the number of likes. */
    async unlike(actor: Actor, postId: number): Promise<number> {
      const { likeCount } = await changeLike(actor, postId, -1, (tx) =>
        deleteLike(tx, postId, actor.memberId),
      );
      return likeCount;
    },

    async scrap(actor: Actor, postId: number): Promise<void> {
      requireReadable(await findAccess(db, roomViewer(actor), postId), 'POST_NOT_FOUND');
      await insertScrap(db, { postId, memberId: actor.memberId, createdAt: clock.now() });
    },

    /** Also takes the line of a deleted post off the caller's list (decisions 76). */
    async unscrap(actor: Actor, postId: number): Promise<void> {
      if (await deleteScrap(db, postId, actor.memberId)) return;
      requireReadable(await findAccess(db, roomViewer(actor), postId), 'POST_NOT_FOUND');
    },
  };

  async function changeLike(
    actor: Actor,
    postId: number,
    step: 1 | -1,
    change: (tx: Parameters<Parameters<Db['transaction']>[0]>[0]) => Promise<boolean>,
  ): Promise<{ likeCount: number; isChanged: boolean }> {
    return db.transaction(async (tx) => {
      const found = await lockPost(tx, roomViewer(actor), postId);
      const post = requireReadable(found, 'POST_NOT_FOUND');
      if (!(await change(tx))) return { likeCount: post.likeCount, isChanged: false };
      // Nobody is the author of an anonymous post here: its counters never tell that the author likes it.
      const own = post.authorId === actor.memberId ? step : 0;
      await addToLikes(tx, postId, { all: step, own });
      return { likeCount: post.likeCount + step, isChanged: true };
    });
  }
}
