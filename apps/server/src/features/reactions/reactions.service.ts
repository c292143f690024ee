import type { Pipeline } from '../../db/fast/fast.ts';
import { requireReadable, roomViewer } from '../../domain/access/room-access.ts';
import type { Actor } from '../../platform/actor.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { Tools } from '../tools.ts';
import {
  deleteScrap,
  findAccess,
  insertScrap,
  insertSealedScrap,
  prepareDeleteLike,
  prepareInsertLike,
  prepareInsertSealedLike,
  prepareLockPost,
  prepareReadLike,
} from './reactions.repo.ts';

interface Deps extends Pick<Tools, 'db' | 'clock' | 'live' | 'seal'> {
  notifications: Pick<
    NotificationsService,
    'likedPostColumns' | 'recentLikes' | 'likeValues' | 'newLike' | 'likeEnded'
  >;
}

export type ReactionsService = ReturnType<typeof createReactionsService>;

/**
 * Likes, in three round trips, and scraps of board posts and lecture posts. Every call is idempotent and throws POST_NOT_FOUND
 * for missing and deleted posts and LECTURE_MEMBERS_ONLY for closed rooms.
 */
export function createReactionsService({ db, clock, live, seal, notifications }: Deps) {
  const lockPost = prepareLockPost(db, notifications);
  const readLike = prepareReadLike(db, notifications);
  const insertLike = prepareInsertLike(db);
  const insertSealedLike = prepareInsertSealedLike(db);
  const deleteLike = prepareDeleteLike(db);

  return {
    /** Returns the number of likes, as `unlike` does. */
    async like(actor: Actor, postId: number): Promise<number> {
      const { memberId } = actor;
      const liker = likerOf(actor, postId);
      return live.pipelined(async ({ send }, append) => {
        const { likeCount, post, isLiked, others, recent } = await look(send, actor, postId);
        if (isLiked) return likeCount;
        const { authorId } = post;
        const like = { post, commentId: null, authorId, actorId: memberId, others, recent };
        const notification = notifications.newLike(like);
        const [count] = await send(
          post.isAnonymous
            ? insertSealedLike(liker, clock.now())
            : insertLike({ ...liker, own: ownStep(post, memberId) }, clock.now()),
          notification.statements,
        );
        notification.announce(append);
        return count;
      });
    },

    async unlike(actor: Actor, postId: number): Promise<number> {
      const { memberId } = actor;
      return live.pipelined(async ({ send }, append) => {
        const { likeCount, post, isLiked } = await look(send, actor, postId);
        if (!isLiked) return likeCount;
        const liker = likerOf(actor, postId);
        const { authorId } = post;
        const ended = notifications.likeEnded({
          post,
          commentId: null,
          authorId,
          actorId: memberId,
        });
        const [count] = await send(
          deleteLike({ ...liker, own: ownStep(post, memberId) }),
          ended.statements,
        );
        ended.announce(append);
        return count;
      });
    },

    async scrap(actor: Actor, postId: number): Promise<void> {
      const access = await findAccess(db, roomViewer(actor), postId);
      const { isAnonymous } = requireReadable(access, 'POST_NOT_FOUND');
      const { memberId } = actor;
      const at = clock.now();
      if (isAnonymous) await insertSealedScrap(db, { ...likerOf(actor, postId), at });
      else await insertScrap(db, { postId, memberId, createdAt: at });
    },

    /** Also removes deleted posts from the actor's scraps. */
    async unscrap(actor: Actor, postId: number): Promise<void> {
      if (await deleteScrap(db, likerOf(actor, postId))) return;
      requireReadable(await findAccess(db, roomViewer(actor), postId), 'POST_NOT_FOUND');
    },
  };

  function likerOf({ memberId }: Actor, postId: number) {
    return { postId, memberId, markKey: seal.markKey(memberId) };
  }

  /** Locks the post and finds what decides about a like. */
  async function look(send: Pipeline['send'], actor: Actor, postId: number) {
    const { memberId } = actor;
    const values = notifications.likeValues('post', postId, memberId);
    const [post, like] = await send(
      lockPost(roomViewer(actor), postId, (row) => requireReadable(row, 'POST_NOT_FOUND')),
      readLike({ ...likerOf(actor, postId), ...values }),
    );
    return { ...post, ...like };
  }
}

/** Always 0 on anonymous posts, whose `authorId` is null: the counter must not reveal the author. */
function ownStep({ authorId }: { authorId: number | null }, memberId: number): number {
  return authorId === memberId ? 1 : 0;
}
