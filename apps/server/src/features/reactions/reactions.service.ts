import type { Tx } from '../../db/client.ts';
import { requireReadable, roomViewer } from '../../domain/access/room-access.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Emit } from '../../platform/live/live.ts';
import type { Tools } from '../../tools.ts';
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

interface Deps extends Pick<Tools, 'db' | 'clock' | 'live'> {
  notifications: Pick<NotificationsService, 'postLiked'>;
}

export type ReactionsService = ReturnType<typeof createReactionsService>;

/**
 * Likes and scraps of board posts and lecture posts. Every call is idempotent and throws POST_NOT_FOUND
 * for missing and deleted posts and LECTURE_MEMBERS_ONLY for closed rooms.
 */
export function createReactionsService({ db, clock, live, notifications }: Deps) {
  return {
    /** Returns the number of likes, as `unlike` does. */
    async like(actor: Actor, postId: number): Promise<number> {
      const { memberId } = actor;
      return changeLike(actor, postId, 1, async (tx, emit) => {
        const isNew = await insertLike(tx, { postId, memberId, createdAt: clock.now() });
        if (isNew) await notifications.postLiked(tx, emit, { postId, actorId: memberId });
        return isNew;
      });
    },

    async unlike(actor: Actor, postId: number): Promise<number> {
      return changeLike(actor, postId, -1, (tx) => deleteLike(tx, postId, actor.memberId));
    },

    async scrap(actor: Actor, postId: number): Promise<void> {
      requireReadable(await findAccess(db, roomViewer(actor), postId), 'POST_NOT_FOUND');
      await insertScrap(db, { postId, memberId: actor.memberId, createdAt: clock.now() });
    },

    /** Also removes deleted posts from the actor's scraps. */
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
      // Always 0 on anonymous posts, whose `authorId` is null: the counter must not reveal the author.
      const own = post.authorId === actor.memberId ? step : 0;
      await addToLikes(tx, postId, { all: step, own });
      return post.likeCount + step;
    });
  }
}
