import type { CommentSort } from '@naru/contract/comments';
import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { prepareShared } from '../../db/fast/fast.ts';
import { jsonRow } from '../../db/json-row.ts';
import { anonymousNumbers, comments, members, posts } from '../../db/schema/index.ts';
import {
  isCommentBlockedByReader,
  ofReader,
  readerViewer,
  THREAD_BLOCKS,
  VIEWER_COLUMNS,
} from '../../domain/access/readers.sql.ts';
import { roomAccess } from '../../domain/access/room-access.sql.ts';
import type { RoomAccess, Viewer } from '../../domain/access/room-access.ts';
import { isAuthorOf } from '../../domain/authorship/author.sql.ts';
import { isLikedBy } from '../../domain/marks/marks.sql.ts';
import { createBatchedRead } from '../../platform/batched-read.ts';
import {
  commentColumns,
  isVisible,
  type StoredComment,
  type ThreadRange,
  threadColumns,
} from './comments.read.repo.ts';

/** Each can be as large as a page of long comments. */
const READERS_AT_ONCE = 32;

const isTop = and(isNull(comments.parentId), isVisible);

interface ThreadRow {
  id: number;
  isAnonymous: boolean;
  boardType: StoredComment['boardType'];
  lectureId: number | null;
  access: RoomAccess;
  commentCount: number;
  topCount: number;
}

const thread = jsonRow<ThreadRow>({
  ...threadColumns,
  boardType: posts.boardType,
  access: roomAccess(readerViewer),
  // A first page that is not full shows all there are.
  topCount: sql`case when found.shown < ${ofReader('limit')} and ${ofReader('offset')} = 0
      and ${ofReader('after')} is null then found.shown
    else (select count(*) from ${comments} where ${and(eq(comments.postId, posts.id), isTop)}) end`,
});

/** Of a top-level comment, which answers none. */
const NO_TARGET: Pick<StoredComment, 'target'> = {
  target: {
    id: null,
    nickname: null,
    withdrawnAt: null,
    isPostAuthor: false,
    anonymousNumber: null,
  },
};

/** The same for all comments of a thread. */
type OfThread = Pick<StoredComment, 'postId' | 'isAnonymous' | 'boardType'>;

const { target: _, postId, isAnonymous, boardType, ...columns } = commentColumns;

const comment = jsonRow<Omit<StoredComment, keyof OfThread | 'target'>>({
  ...columns,
  isAuthor: isAuthorOf(comments, readerViewer),
  // Most comments have none, which saves the look-up.
  isLiked: sql`case when ${comments.likeCount} = 0 then false else ${isLikedBy('comment like', readerViewer)} end`,
  isBlocked: isCommentBlockedByReader,
  anonymousNumber: sql`case when ${comments.authorSeal} is not null then (
    select ${anonymousNumbers.number} from ${anonymousNumbers}
    where ${anonymousNumbers.postId} = ${posts.id}
      and ${anonymousNumbers.authorSeal} = ${comments.authorSeal}) end`,
});

type Request = Viewer & ThreadRange & { postId: number };

/** JSON texts, which are parsed when the response is made: not those of all requests in one turn. */
interface Found {
  place: number;
  thread: string;
  comments: string | null;
}

/**
 * Reads a live post with a part of its top-level comments, placeholders included; null without the post.
 * Requests that arrive together share a prepared statement.
 */
export function prepareReadThread(db: Db) {
  const oldest = createRead(db, 'oldest');
  const reads = { oldest, newest: createRead(db, 'newest') };
  return async (
    viewer: Viewer,
    { sort, ...range }: ThreadRange & { postId: number; sort: CommentSort },
  ) => {
    const found = await reads[sort]({ ...viewer, ...range });
    if (found === null) return null;
    const head = thread.read(JSON.parse(found.thread));
    const { id: postId, isAnonymous, boardType } = head;
    const common: OfThread & typeof NO_TARGET = { postId, isAnonymous, boardType, ...NO_TARGET };
    const rows: unknown[] = found.comments === null ? [] : JSON.parse(found.comments);
    return { ...head, rows: rows.map((row) => Object.assign(comment.read(row), common)) };
  };
}

function createRead(db: Db, sort: CommentSort) {
  const direction = sort === 'newest' ? desc : asc;
  const order = direction(comments.position);
  const position = direction(sql`one.position`);
  const after = ofReader('after');
  const isOnPage: SQL =
    sort === 'newest'
      ? sql`(${after} is null or ${comments.position} < ${after})`
      : sql`(${after} is null or ${comments.position} > ${after})`;
  const page = sql`select * from ${comments}
    where ${and(eq(comments.postId, posts.id), isTop, isOnPage)}
    order by ${order} limit ${ofReader('limit')} offset ${ofReader('offset')}`;
  const given = {
    ...VIEWER_COLUMNS.given,
    postId: 'bigint',
    after: 'integer',
    limit: 'bigint',
    offset: 'bigint',
  } as const;
  const prepared = prepareShared<Found, Request>(
    db,
    `read_thread_${sort}`,
    { given, made: THREAD_BLOCKS },
    (reader) => sql`with ${reader}
      select reader.place as place, ${thread.object}::text as thread, found.comments
      from reader
        inner join ${posts} on ${and(eq(posts.id, ofReader('postId')), isNull(posts.deletedAt))}
        cross join lateral (
          select json_agg(one order by ${position})::text as comments, count(*) as shown
          from (
            select ${comment.columns}
            from (${page}) as comments left join ${members} on ${eq(members.id, comments.authorId)}
          ) as one
        ) as found`,
  );
  const readMany = (requests: readonly Request[]) => prepared(requests)(db);
  return createBatchedRead(readMany, { most: READERS_AT_ONCE, retriesAlone: true });
}
