import { LECTURE_BOARDS, type LectureBoardType } from '@naru/contract/boards';
import type { AnswerFilter } from '@naru/contract/choices';
import {
  canManageRoom,
  requireReadable,
  roomViewer,
  viewerOf,
} from '../../domain/access/room-access.ts';
import type { Actor } from '../../platform/actor.ts';
import { kstDay } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tools } from '../../platform/tools.ts';
import type { PostsService } from '../posts/posts.service.ts';
import type { Attachments } from '../uploads/uploads.service.ts';
import { prepareReadLecturePost } from './lecture-posts.detail.repo.ts';
import { findBoardHeader, listBoard, listWaiting } from './lecture-posts.list.repo.ts';
import { presentDetail, presentItem, presentWaiting } from './lecture-posts.present.ts';
import { findHead } from './lecture-posts.write.repo.ts';

interface Deps extends Pick<Tools, 'db' | 'clock' | 'seal'> {
  posts: Pick<PostsService, 'cleanHtml'>;
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
  /** Ignored outside the question board. */
  filter: AnswerFilter;
}

export function createLectureReads({ db, clock, seal, posts, attachments }: Deps) {
  const readPost = prepareReadLecturePost(db);

  return {
    /**
     * Returns one page of a room's board in two statements, newest first. Throws LECTURE_NOT_FOUND,
     * LECTURE_MEMBERS_ONLY.
     */
    async list(actor: Actor, { lectureId, type, page, size, ...input }: ListInput) {
      const viewer = viewerOf(seal, actor);
      const board = {
        lectureId,
        board: type,
        filter: LECTURE_BOARDS[type].answeredByProfessor ? input.filter : 'all',
      } as const;
      const found = await findBoardHeader(db, viewer, board);
      const { total } = requireReadable(found, 'LECTURE_NOT_FOUND');
      const offset = page * size;
      const rows =
        offset < total ? await listBoard(db, viewer, { ...board, limit: size, offset }) : [];
      return toPage({ page, size }, total, rows.map(presentItem));
    },

    /** Unanswered questions of the viewer's rooms, or of all rooms for staff; oldest first. */
    async listWaiting(actor: Actor, { page, size }: PageInput) {
      const slice = { limit: size, offset: page * size };
      const { rows, total } = await listWaiting(db, viewerOf(seal, actor), slice);
      const now = clock.now();
      const posts = rows.map((row) => presentWaiting(row, now));
      return toPage({ page, size }, total, posts);
    },

    /**
     * Counts a view once per member and Korean day. Throws POST_NOT_FOUND, also for a post of another
     * room, and LECTURE_MEMBERS_ONLY.
     */
    async get(actor: Actor, lectureId: number, postId: number) {
      const day = kstDay(clock.now());
      const row = await readPost({ ...viewerOf(seal, actor), lectureId, postId, day });
      if (row === null) throw await readError(actor, lectureId, postId);
      return presentDetail(row, {
        content: posts.cleanHtml(row.content),
        answer: row.answer === null ? null : posts.cleanHtml(row.answer),
        attachments: row.attachmentCount === 0 ? [] : await attachments.listOfPost(postId),
        canAnswer: canManageRoom(row, actor),
      });
    },
  };

  async function readError(actor: Actor, lectureId: number, postId: number): Promise<AppError> {
    const head = await findHead(db, roomViewer(actor), postId);
    const isClosed = head?.lectureId === lectureId && head.access === 'closed';
    return new AppError(isClosed ? 'LECTURE_MEMBERS_ONLY' : 'POST_NOT_FOUND');
  }
}

function toPage<T>({ page, size }: PageInput, totalCount: number, posts: T[]) {
  return { posts, currentPage: page, totalPages: Math.ceil(totalCount / size), totalCount };
}
