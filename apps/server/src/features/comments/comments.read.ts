import type { Comment, CommentSort } from '@naru/contract/comments';
import { LIMITS } from '@naru/contract/limits';
import type { Db } from '../../db/client.ts';
import { type Viewer, viewerOf } from '../../domain/access/room-access.ts';
import { withBlindedTexts } from '../../domain/posts/blinds.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { countFitting } from '../../platform/fitting.ts';
import { type PageQuery, pageInfo, rangeOf } from '../../platform/paging.ts';
import type { Tools } from '../tools.ts';
import { type CommentRow, prepareNameMentioned } from './comments.mentions.repo.ts';
import { requireComment, requireThread, type ThreadLocation } from './comments.policy.ts';
import { presentComment, presentOwnComment } from './comments.present.ts';
import {
  findLocation,
  findVisibleComment,
  listOwnComments,
  prepareFindComment,
  prepareListReplies,
  type ThreadRange,
} from './comments.read.repo.ts';
import { prepareReadThread } from './comments.thread.repo.ts';

const PAGE_SIZE = LIMITS.commentPageSize;
/** More than the JSON of a comment has besides its text. */
const OTHER_BYTES_MAX = 1_800;
const pagesOf = (total: number) => Math.ceil(total / PAGE_SIZE);

/** A page by number, or the comments after a position. */
interface PlaceQuery {
  page: number;
  after?: number | undefined;
}

export function createCommentReads({ db, seal }: Pick<Tools, 'db' | 'seal'>) {
  const readThread = prepareReadThread(db);
  const listReplies = prepareListReplies(db);
  const nameMentioned = prepareNameMentioned(db);

  return {
    /**
     * Returns top-level comments; a deleted one stays as a placeholder while it has replies.
     * `commentCount` counts live comments and replies. Throws POST_NOT_FOUND, LECTURE_MEMBERS_ONLY.
     */
    async list(
      actor: Actor,
      postId: number,
      { sort, ...place }: PlaceQuery & { sort: CommentSort },
      location: ThreadLocation = 'board',
    ) {
      const viewer = viewerOf(seal, actor);
      const found = await readThread(viewer, { postId, sort, ...threadRange(place) });
      const thread = requireThread(found, location);
      const { commentCount, topCount } = thread;
      const rows = await withBlindedTexts(db, actor, thread.rows);
      const { comments, next } = pageOf(await nameMentioned(rows));
      const totalPages = pagesOf(topCount);
      return { comments, commentCount, currentPage: place.page, totalPages, next };
    },

    /** Returns replies, oldest first. Throws COMMENT_NOT_FOUND, LECTURE_MEMBERS_ONLY. */
    async listReplies(actor: Actor, parentId: number, place: PlaceQuery) {
      const viewer = viewerOf(seal, actor);
      const { replyCount } = requireComment(await findVisibleComment(db, viewer, parentId));
      const found = await listReplies(viewer, { parentId, ...threadRange(place) })(db);
      const rows = await withBlindedTexts(db, actor, found);
      const { comments, next } = pageOf(await nameMentioned(rows));
      const totalPages = pagesOf(replyCount);
      return { replies: comments, currentPage: place.page, totalPages, next };
    },

    /** Throws COMMENT_NOT_FOUND, also for a deleted one without replies, and LECTURE_MEMBERS_ONLY. */
    async locate(actor: Actor, id: number) {
      return requireComment(await findLocation(db, viewerOf(seal, actor), id));
    },

    /** Newest first, including anonymous comments. */
    async listMine(actor: Actor, query: PageQuery) {
      const { rows, total } = await listOwnComments(db, viewerOf(seal, actor), rangeOf(query));
      return { posts: rows.map(presentOwnComment), ...pageInfo(query, total) };
    },
  };
}

/** Prepared: reads a comment, also a deleted one. Throws COMMENT_NOT_FOUND. */
export function createReadComment(db: Db) {
  const findComment = prepareFindComment(db);
  const nameMentioned = prepareNameMentioned(db);
  return async (viewer: Viewer, id: number): Promise<CommentRow> => {
    const stored = await findComment(viewer, id)(db);
    const [row] = stored === null ? [] : await nameMentioned([stored]);
    if (row === undefined) throw new AppError('COMMENT_NOT_FOUND');
    return row;
  };
}

/** One more than a page shows whether the list goes on. */
function threadRange({ page, after }: PlaceQuery): ThreadRange {
  const offset = after === undefined ? page * PAGE_SIZE : 0;
  return { after: after ?? null, limit: PAGE_SIZE + 1, offset };
}

/** The first rows that fit into one response, at least one, and where the rest begins. */
function pageOf(rows: readonly CommentRow[]): { comments: Comment[]; next: number | null } {
  const page = rows.slice(0, PAGE_SIZE);
  const comments = page.map(presentComment);
  if (mayBeTooLarge(page)) comments.length = countFitting(comments, LIMITS.pageBytes);
  const last = rows[comments.length - 1];
  return { comments, next: comments.length < rows.length ? (last?.position ?? null) : null };
}

/** A cheap bound: most pages need no look at each comment's length. */
function mayBeTooLarge(rows: readonly CommentRow[]): boolean {
  const bytes = rows.reduce(
    (sum, { content, picture }) =>
      sum + textBytesMax(content) + textBytesMax(picture?.alt ?? '') + OTHER_BYTES_MAX,
    0,
  );
  return bytes > LIMITS.pageBytes;
}

/** A comment has its text in two fields; a character takes up to six bytes of JSON. */
function textBytesMax(content: string): number {
  return 2 * 6 * content.length;
}
