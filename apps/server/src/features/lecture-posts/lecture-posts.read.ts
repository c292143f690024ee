import type { LectureBoardType } from '@naru/contract/boards';
import type { AnswerFilter } from '@naru/contract/lecture-posts';
import type { Db } from '../../db/client.ts';
import { doorViewer } from '../../db/room-doors.ts';
import type { Actor } from '../../platform/actor.ts';
import { type Clock, kstDay } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Seal } from '../../platform/seal.ts';
import type { PostsService } from '../posts/posts.service.ts';
import type { Attachments } from '../uploads/uploads.service.ts';
import { prepareReadLecturePost } from './lecture-posts.detail.repo.ts';
import { findBoardHead, listBoard, listWaiting } from './lecture-posts.list.repo.ts';
import { canAnswer } from './lecture-posts.policy.ts';
import { createLecturePresenter } from './lecture-posts.present.ts';
import { findHead } from './lecture-posts.write.repo.ts';

interface Deps {
  db: Db;
  clock: Clock;
  seal: Seal;
  posts: Pick<PostsService, 'presentWriter' | 'cleanHtml'>;
  attachments: Pick<Attachments, 'listOfPost'>;
}

interface PageInput {
  /** Zero-based. */
  page: number;
  size: number;
}

interface ListInput extends PageInput {
  lectureId: number;
  type: LectureBoardType;
  /** Looked at on the question tab only. */
  filter: AnswerFilter;
}

export function createLectureReads({ db, clock, seal, posts, attachments }: Deps) {
  const readPost = prepareReadLecturePost(db);
  const present = createLecturePresenter(posts);
  const viewerOf = (actor: Actor) => ({ ...doorViewer(actor), seal: seal.seal(actor.memberId) });

  return {
    /**
     * One page of a room's board in two statements, newest first (decisions 146). Throws
     * LECTURE_NOT_FOUND, LECTURE_MEMBERS_ONLY.
     */
    async list(actor: Actor, { lectureId, type, page, size, ...input }: ListInput) {
      const viewer = viewerOf(actor);
      const board = {
        lectureId,
        board: type,
        filter: type === 'LECTURE_Q' ? input.filter : 'all',
      } as const;
      const head = await findBoardHead(db, viewer, board);
      if (head === null || head.door === 'gone') throw new AppError('LECTURE_NOT_FOUND');
      if (head.door === 'closed') throw new AppError('LECTURE_MEMBERS_ONLY');
      const offset = page * size;
      const rows =
        offset < head.total ? await listBoard(db, viewer, { ...board, limit: size, offset }) : [];
      return answer({ page, size }, head.total, rows.map(present.presentItem));
    },

    /** Questions that wait for an answer, of the caller's own rooms, for staff of all; oldest first. */
    async listWaiting(actor: Actor, { page, size }: PageInput) {
      const slice = { limit: size, offset: page * size };
      const { rows, total } = await listWaiting(db, viewerOf(actor), slice);
      const now = clock.now();
      const posts = rows.map((row) => present.presentWaiting(row, now));
      return answer({ page, size }, total, posts);
    },

    /**
     * One post of a room; counts a view once per member and Korean day (decisions 70). Throws
     * POST_NOT_FOUND for what is not there or not of that room (decisions 153), LECTURE_MEMBERS_ONLY.
     */
    async get(actor: Actor, lectureId: number, postId: number) {
      const viewer = viewerOf(actor);
      const day = kstDay(clock.now());
      const row = await readPost({ ...viewer, lectureId, postId, day });
      if (row === null) throw await refusalOf(actor, lectureId, postId);
      return present.presentDetail(row, {
        content: posts.cleanHtml(row.content),
        answer: row.answer === null ? null : posts.cleanHtml(row.answer),
        attachments: row.attachmentCount === 0 ? [] : await attachments.listOfPost(postId),
        canAnswer: row.boardType === 'LECTURE_Q' && canAnswer(row, actor),
      });
    },
  };

  async function refusalOf(actor: Actor, lectureId: number, postId: number): Promise<AppError> {
    const head = await findHead(db, doorViewer(actor), postId);
    const isClosed = head?.lectureId === lectureId && head.door === 'closed';
    return new AppError(isClosed ? 'LECTURE_MEMBERS_ONLY' : 'POST_NOT_FOUND');
  }
}

function answer<T>({ page, size }: PageInput, totalCount: number, posts: T[]) {
  return { posts, currentPage: page, totalPages: Math.ceil(totalCount / size), totalCount };
}
