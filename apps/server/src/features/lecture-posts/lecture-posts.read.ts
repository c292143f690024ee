import { LECTURE_BOARDS } from '@naru/contract/boards';
import type { lecturePostRoutes } from '@naru/contract/lecture-posts';
import type { RouteInput } from '@naru/contract/route';
import {
  canManageRoom,
  requireReadable,
  roomViewer,
  viewerOf,
} from '../../domain/access/room-access.ts';
import type { IsReadOnly } from '../../domain/counting/counted-read.repo.ts';
import { seesBlinded, withBlindedText } from '../../domain/posts/blinds.ts';
import type { Actor } from '../../platform/actor.ts';
import { kstDay } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { type PageQuery, pageCounts, rangeOf } from '../../platform/paging.ts';
import type { PostsService } from '../posts/posts.service.ts';
import type { Tools } from '../tools.ts';
import type { Attachments } from '../uploads/uploads.service.ts';
import { presentDetail, presentListed, presentWaiting } from './lecture-posts.present.ts';
import {
  findBoardHeader,
  listBoard,
  listWaiting,
  prepareReadLecturePost,
} from './lecture-posts.read.repo.ts';
import { findHead } from './lecture-posts.write.repo.ts';

interface Deps extends Pick<Tools, 'db' | 'clock' | 'seal'> {
  posts: Pick<PostsService, 'cleanHtml'>;
  attachments: Pick<Attachments, 'listOfPost'>;
  siteStatus: { isReadOnly: IsReadOnly };
}

type ListInput = RouteInput<typeof lecturePostRoutes.list>['query'];

export function createLectureReads({ db, clock, seal, posts, attachments, siteStatus }: Deps) {
  const readPost = prepareReadLecturePost(db, siteStatus.isReadOnly);

  return {
    /**
     * Returns one page of a room's board in two statements, newest first; `filter` applies to questions
     * only. Throws LECTURE_NOT_FOUND, LECTURE_MEMBERS_ONLY.
     */
    async list(actor: Actor, { lectureId, type, filter, ...query }: ListInput) {
      const viewer = viewerOf(seal, actor);
      const isQuestions = LECTURE_BOARDS[type].answeredByProfessor;
      const board = { lectureId, boardType: type, filter: isQuestions ? filter : 'all' } as const;
      const found = await findBoardHeader(db, viewer, board);
      const { total } = requireReadable(found, 'LECTURE_NOT_FOUND');
      const range = rangeOf(query);
      const rows = range.offset < total ? await listBoard(db, viewer, { ...board, ...range }) : [];
      return { data: rows.map(presentListed), ...pageCounts(query, total) };
    },

    /** Unanswered questions of the viewer's rooms, or of all rooms for staff; oldest first. */
    async listWaiting(actor: Actor, query: PageQuery) {
      const { rows, total } = await listWaiting(db, viewerOf(seal, actor), rangeOf(query));
      const now = clock.now();
      return { posts: rows.map((row) => presentWaiting(row, now)), ...pageCounts(query, total) };
    },

    /**
     * Counts a view once per member and Korean day. Throws POST_NOT_FOUND, also for a post of another
     * room, and LECTURE_MEMBERS_ONLY.
     */
    async get(actor: Actor, lectureId: number, postId: number) {
      const day = kstDay(clock.now());
      const row = await readPost({ ...viewerOf(seal, actor), lectureId, postId, day });
      if (row === null) throw await readError(actor, lectureId, postId);
      const readable = await withBlindedText(db, actor, row);
      return presentDetail(readable, {
        content: posts.cleanHtml(readable.content),
        answer: row.answer === null ? null : posts.cleanHtml(row.answer),
        attachments: hasFiles(actor, row) ? await attachments.listOfPost(actor, postId) : [],
        canAnswer: canManageRoom(row, actor),
      });
    },
  };

  function hasFiles(actor: Actor, row: { attachmentCount: number; isBlinded: boolean }) {
    return row.attachmentCount > 0 && (!row.isBlinded || seesBlinded(actor));
  }

  async function readError(actor: Actor, lectureId: number, postId: number): Promise<AppError> {
    const head = await findHead(db, roomViewer(actor), postId);
    const isClosed = head?.lectureId === lectureId && head.access === 'closed';
    return new AppError(isClosed ? 'LECTURE_MEMBERS_ONLY' : 'POST_NOT_FOUND');
  }
}
