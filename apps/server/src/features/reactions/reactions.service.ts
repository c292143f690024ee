import type { Db, Tx } from '../../db/client.ts';
import { requireReadable, roomViewer } from '../../domain/access/room-access.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Emit, Live } from '../../platform/live/live.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
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
  live: Pick<Live, 'transaction'>;
  notifications: Pick<NotificationsService, 'postLiked'>;
}

export type ReactionsService = ReturnType<typeof createReactionsService>;

/**
 * Likes and scraps, of board posts and of lecture posts. Every call may be repeated and throws
 * POST_NOT_FOUND for missing and deleted posts, LECTURE_MEMBERS_ONLY for those of a room that is
 * closed to the caller.
 */
export function createReactionsService({ db, clock, live, notifications }: Deps) {
  return {
    /** Answers the number of likes. */
    async like(actor: Actor, postId: number): Promise<number> {
      const { memberId } = actor;
      return changeLike(actor, postId, 1, async (tx, emit) => {
        const isNew = await insertLike(tx, { postId, memberId, createdAt: clock.now() });
        if (isNew) await notifications.postLiked(tx, emit, { postId, actorId: memberId });
        return isNew;
      });
    },

    /** Answers the number of likes. */
    async unlike(actor: Actor, postId: number): Promise<number> {
      return changeLike(actor, postId, -1, (tx) => deleteLike(tx, postId, actor.memberId));
    },

    async scrap(actor: Actor, postId: number): Promise<void> {
      requireReadable(await findAccess(db, roomViewer(actor), postId), 'POST_NOT_FOUND');
      await insertScrap(db, { postId, memberId: actor.memberId, createdAt: clock.now() });
    },

    /** Also takes the line of a deleted post off the caller's list. */
    async unscrap(actor: Actor, postId: number): Promise<void> {
      if (await deleteScrap(db, postId, actor.memberId)) return;
      requireReadable(await findAccess(db, roomViewer(actor), postId), 'POST_NOT_FOUND');
    },
  };

  async function changeLike(
    actor: Actor,
    postId: number,
    step: 1 | -1,
    change: (tx: Tx, emit: Emit) => Promise<boolean>,
  ): Promise<number> {
    return live.transaction(async (tx, emit) => {
      const found = await lockPost(tx, roomViewer(actor), postId);
      const post = requireReadable(found, 'POST_NOT_FOUND');
      if (!(await change(tx, emit))) return post.likeCount;
      // Nobody is the author of an anonymous post here: its counters never tell that the author likes it.
      const own = post.authorId === actor.memberId ? step : 0;
      await addToLikes(tx, postId, { all: step, own });
      return post.likeCount + step;
    });
  }
}
