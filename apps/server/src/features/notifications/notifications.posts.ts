import { isLectureBoard, LECTURE_BOARDS } from '@naru/contract/boards';
import type { Tx } from '../../db/client.ts';
import type { PostRef } from '../../domain/notifications/targets.ts';
import type { Emit } from '../../platform/live/live.ts';
import type { Audience } from './notifications.audience.ts';
import type { StoreBroadcast } from './notifications.broadcast.ts';
import { findLectureSource, findPostSource } from './notifications.sources.repo.ts';

interface Deps {
  audience: Audience;
  storeBroadcast: StoreBroadcast;
}

interface NewPost {
  postId: number;
  actorId: number;
}

/** What new posts make known. Called in the transaction that writes the post. */
export function createPostNotifications({ audience, storeBroadcast }: Deps) {
  return {
    /** A post on one of the notice boards. */
    async noticePosted(tx: Tx, { postId, actorId }: NewPost): Promise<void> {
      const post = await findPostSource(tx, postId, actorId);
      if (post !== null) {
        await storeBroadcast(tx, { kind: 'noticePosted', facts: { post: refOf(post) }, actorId });
      }
    },

    /**
     * A post on a board of a lecture room: a question is for its professor, a notice for those who
     * have the lecture.
     */
    async lecturePostCreated(tx: Tx, emit: Emit, { postId, actorId }: NewPost): Promise<void> {
      const post = await findPostSource(tx, postId, actorId);
      const lecture = post?.lectureId ? await findLectureSource(tx, post.lectureId) : null;
      if (post === null || lecture === null || !isLectureBoard(post.boardType)) return;
      const board = LECTURE_BOARDS[post.boardType];
      const { title, professorId } = lecture;
      if (board.isNotice) {
        const facts = { post: refOf(post), lecture: title };
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
    },
  };
}

/** What is stored of the post until everybody is notified: nothing that leads to its author. */
function refOf({ id, boardType, lectureId, title }: PostRef): PostRef {
  return { id, boardType, lectureId, title };
}
