import { inOrder, type Pipeline } from '../../db/pipeline.ts';
import { requireReadable, roomViewer } from '../../domain/access/room-access.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tools } from '../../tools.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import {
  deleteScrap,
  findAccess,
  insertScrap,
  prepareDeleteLike,
  prepareInsertLike,
  prepareLockPost,
  prepareReadLike,
} from './reactions.repo.ts';

interface Deps extends Pick<Tools, 'db' | 'clock' | 'live'> {
  notifications: Pick<
    NotificationsService,
    'likedPostColumns' | 'likesTold' | 'likeValues' | 'newLike'
  >;
}

export type ReactionsService = ReturnType<typeof createReactionsService>;

/**
 * Likes, in three round trips, and scraps of board posts and lecture posts. Every call is idempotent and throws POST_NOT_FOUND
 * for missing and deleted posts and LECTURE_MEMBERS_ONLY for closed rooms.
 */
export function createReactionsService({ db, clock, live, notifications }: Deps) {
  const lockPost = prepareLockPost(db, notifications);
  const readLike = prepareReadLike(db, notifications);
  const insertLike = prepareInsertLike(db);
  const deleteLike = prepareDeleteLike(db);

  return {
    /** Returns the number of likes, as `unlike` does. */
    async like(actor: Actor, postId: number): Promise<number> {
      const { memberId } = actor;
      return live.pipelined(async ({ send }, tell) => {
        const { likeCount, post, isLiked, others, told } = await look(send, actor, postId);
        if (isLiked) return likeCount;
        const { authorId } = post;
        const like = { post, commentId: null, authorId, actorId: memberId, others, told };
        const news = notifications.newLike(like);
        const [count] = await send(
          insertLike({ postId, memberId, own: ownStep(post, memberId) }, clock.now()),
          inOrder(news.statements),
        );
        news.announce(tell);
        return count;
      });
    },

    async unlike(actor: Actor, postId: number): Promise<number> {
      const { memberId } = actor;
      return live.pipelined(async ({ send }) => {
        const { likeCount, post, isLiked } = await look(send, actor, postId);
        if (!isLiked) return likeCount;
        const [count] = await send(deleteLike({ postId, memberId, own: ownStep(post, memberId) }));
        return count;
      });
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

  /** Locks the post and finds what decides about a like. */
  async function look(send: Pipeline['send'], actor: Actor, postId: number) {
    const { memberId } = actor;
    const values = notifications.likeValues('post', postId, memberId);
    const [post, like] = await send(
      lockPost(roomViewer(actor), postId, (row) => requireReadable(row, 'POST_NOT_FOUND')),
      readLike({ postId, memberId, ...values }),
    );
    return { ...post, ...like };
  }
}

/** Always 0 on anonymous posts, whose `authorId` is null: the counter must not reveal the author. */
function ownStep({ authorId }: { authorId: number | null }, memberId: number): number {
  return authorId === memberId ? 1 : 0;
}
