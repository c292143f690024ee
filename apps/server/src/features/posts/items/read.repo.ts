import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { prepare } from '../../../db/fast/fast.ts';
import { lectureAnswers, members, posts } from '../../../db/schema/index.ts';
import { isBlockedPost } from '../../../domain/access/blocks.sql.ts';
import { readerViewer, VIEWER_COLUMNS } from '../../../domain/access/readers.sql.ts';
import { roomAccess } from '../../../domain/access/room-access.sql.ts';
import type { Viewer } from '../../../domain/access/room-access.ts';
import {
  countedViews,
  type IsReadOnly,
  type PostReader,
  prepareCountedRead,
} from '../../../domain/counting/counted-read.repo.ts';
import { type MustReadRow, mustReadOf } from '../../../domain/notices/must-reads.sql.ts';
import { type PollRow, pollOf } from '../../../domain/polls/polls.sql.ts';
import { isLive, postPageColumns, type RowOf, writtenAt } from '../../../domain/posts/post.sql.ts';
import { itemColumns } from './item.repo.ts';

const columns = {
  ...itemColumns(readerViewer),
  ...postPageColumns(readerViewer),
  viewCount: countedViews,
  targetUrl: posts.targetUrl,
  pinnedUntil: posts.pinnedUntil,
  audienceYears: posts.audienceYears,
  audienceGroups: posts.audienceGroups,
};

export type DetailRow = RowOf<typeof columns>;

// An expression, so that the planner uses the primary key and not the board's index.
const isReadable = and(isLive, sql`left(${posts.boardType}, 8) <> 'LECTURE_'`);

/** Reads a post and counts the view; null for missing, deleted and lecture posts. */
export function prepareReadPost(db: Db, isReadOnly: IsReadOnly) {
  const { given, made } = VIEWER_COLUMNS;
  return prepareCountedRead<DetailRow, Viewer & PostReader>(db, {
    name: 'read_post',
    reader: { given: { ...given, postId: 'bigint', day: 'date' }, made },
    columns,
    joins: sql`left join ${members} on ${eq(members.id, posts.authorId)}`,
    isReadable,
    isReadOnly,
  });
}

/** What few posts have. */
export interface PostExtras {
  poll: PollRow | null;
  mustReadState: MustReadRow | null;
}

const NONE: PostExtras = { poll: null, mustReadState: null };

/** In a statement of its own: as columns of every post they cost a sixth of its read. */
export function prepareReadExtras(db: Db) {
  const ofReader = (name: keyof PostReader) => sql`${sql.placeholder(name)}`;
  const select = db
    .select({
      poll: pollOf(sql`${sql.placeholder('voter')}`),
      mustReadState: mustReadOf(ofReader('memberId'), sql`${ofReader('day')}::date`),
    })
    .from(posts)
    .where(eq(posts.id, sql.placeholder('postId')));
  const query = prepare(db, 'read_post_extras', select);
  return async (
    post: { hasPoll: boolean; mustRead: boolean },
    request: PostReader & { voter: () => Buffer },
  ): Promise<PostExtras> => {
    if (!post.hasPoll && !post.mustRead) return NONE;
    const [row] = await query({ ...request, voter: request.voter() })(db);
    return row ?? NONE;
  };
}

/** Live posts among the ids, oldest first, except those of lecture rooms that the viewer may not enter. */
export function listCards(db: Db, viewer: Viewer, ids: readonly number[]) {
  return db
    .select({
      id: posts.id,
      title: posts.title,
      boardType: posts.boardType,
      lectureId: posts.lectureId,
      createdAt: writtenAt,
      commentCount: posts.commentCount,
      tradeStatus: posts.tradeStatus,
      isBlocked: isBlockedPost(viewer),
      isAnswered: sql<boolean>`${posts.acceptedCommentId} is not null or exists (select 1 from ${lectureAnswers} where ${lectureAnswers.postId} = ${posts.id})`,
    })
    .from(posts)
    .where(and(inArray(posts.id, [...ids]), isLive, sql`${roomAccess(viewer)} = 'open'`))
    .orderBy(posts.createdAt, posts.id);
}
