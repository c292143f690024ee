import { type BoardType, isLectureBoard, LECTURE_BOARDS } from '@naru/contract/boards';
import type { Tx } from '../../db/client.ts';
import type { Emit } from '../../domain/live/live.ts';
import { postRef } from '../../domain/notifications/targets.ts';
import type { Audience } from './notifications.audience.ts';
import type { StoreBroadcast } from './notifications.broadcast.ts';
import { NOBODY } from './notifications.build.ts';
import type { OnPost } from './notifications.causes.ts';
import type { Defer } from './notifications.pending.ts';
import {
  findLectureSource,
  findPostSource,
  type PostSource,
} from './notifications.sources.repo.ts';

interface Deps {
  audience: Audience;
  storeBroadcast: StoreBroadcast;
  defer: Defer;
}

/** Notifications of new posts. Call in the transaction that inserts the post. */
export function createPostNotifications({ audience, storeBroadcast, defer }: Deps) {
  return {
    /** Notifies open pages of a new anonymous post, together with everything else of its minute. */
    anonymousPosted: (tx: Tx, boardType: BoardType): Promise<void> =>
      defer(tx, { name: 'boardPosted', boardType }),

    /** `actorId` is null for a notice without an author, of which everybody is notified. */
    async noticePosted(
      tx: Tx,
      { postId, actorId }: { postId: number; actorId: number | null },
    ): Promise<void> {
      const post = await findPostSource(tx, postId, actorId ?? NOBODY);
      if (post !== null) {
        const facts = {
          post: postRef(post),
          years: post.audienceYears,
          groups: post.audienceGroups,
        };
        await storeBroadcast(tx, { kind: 'noticePosted', facts, actorId });
      }
    },

    /** Notifies members who have not confirmed a must-read notice. */
    async mustReadReminded(tx: Tx, { postId, actorId }: OnPost): Promise<void> {
      const post = await findPostSource(tx, postId, actorId);
      if (post === null) return;
      const facts = { post: postRef(post) };
      await storeBroadcast(tx, { kind: 'mustReadReminded', facts, actorId });
    },

    /**
     * A question notifies the professor of the lecture room, a notice the members who marked the
     * lecture.
     */
    async lecturePostCreated(tx: Tx, emit: Emit, what: OnPost, isDeferred = false): Promise<void> {
      const post = await findPostSource(tx, what.postId, what.actorId);
      if (post?.isAnonymous && !isDeferred) return defer(tx, { name: 'lecturePostCreated', what });
      if (post?.lectureId)
        await notifyLecture(tx, emit, { post, lectureId: post.lectureId, ...what });
    },
  };

  async function notifyLecture(
    tx: Tx,
    emit: Emit,
    { post, lectureId, actorId }: { post: PostSource; lectureId: number; actorId: number },
  ): Promise<void> {
    const lecture = await findLectureSource(tx, lectureId);
    if (lecture === null || !isLectureBoard(post.boardType)) return;
    const board = LECTURE_BOARDS[post.boardType];
    const { title, professorId } = lecture;
    if (board.isNotice) {
      const facts = { post: postRef(post), lecture: title };
      await storeBroadcast(tx, { kind: 'lectureNoticePosted', facts, actorId });
    }
    if (board.answeredByProfessor && professorId !== null) {
      await audience.notifyAuthors(tx, emit, {
        kind: 'questionAsked',
        facts: { post, lecture: title },
        to: [{ authorId: professorId, authorSeal: null }],
        post,
        actorId,
      });
    }
  }
}
