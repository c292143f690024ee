import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../db/client.ts';
import { prepareSql, type Statement, statement } from '../../db/pipeline.ts';
import { anonymousNumbers, comments, posts } from '../../db/schema/index.ts';
import { roomAccess, viewerPlaceholders } from '../../domain/access/room-access.sql.ts';
import type { Readable, Viewer } from '../../domain/access/room-access.ts';
import type { KnownAuthor, StoredAuthor } from '../../domain/authorship/author.ts';
import { isLive } from '../../domain/posts/post.sql.ts';

const reply = alias(comments, 'reply');
const of = sql.placeholder;
const isPost = and(eq(posts.id, of('postId')), isLive);

/**
 * The keys of `open` below an open post and those of `anonymous` below an anonymous one. Counters of
 * both kinds of comments would link a member to an anonymous comment in a database dump.
 */
export const authorKeys = sql`case
  when (select ${posts.anonymous} from ${posts} where ${posts.id} = ${of('postId')})
  then ${of('anonymous')}::text[] else ${of('open')}::text[] end`;

/**
 * The live post to comment on, with an id for a comment on an open one. None is drawn where the viewer
 * may not read: the next own id would show that the post exists.
 */
export function prepareFindTarget(db: Db) {
  const access = roomAccess(viewerPlaceholders);
  const query = db
    .select({
      id: posts.id,
      isAnonymous: posts.anonymous,
      lectureId: posts.lectureId,
      access,
      nextId: sql<
        number | null
      >`case when not ${posts.anonymous} and ${access} = 'open' then nextval('comments_id_seq') end`,
    })
    .from(posts)
    .where(isPost)
    .prepare('find_comment_target');
  return <T>(
    viewer: Viewer,
    postId: number,
    check: (row: Awaited<ReturnType<typeof query.execute>>[number] | null) => T,
  ): Statement<T> => statement(query, { ...viewer, postId }, ([row]) => check(row ?? null));
}

/** Whether the author has a comment under the client id, as it is stored below open or anonymous posts. */
export function prepareIsSent(db: Db) {
  const query = db
    .select({ id: comments.id })
    .from(comments)
    .where(
      and(
        eq(comments.postId, of('postId')),
        or(
          and(eq(comments.authorId, of('memberId')), eq(comments.clientId, of('open'))),
          and(eq(comments.authorSeal, of('seal')), eq(comments.clientId, of('anonymous'))),
        ),
      ),
    )
    .limit(1)
    .prepare('is_comment_sent');
  return (
    { memberId, seal }: KnownAuthor,
    postId: number,
    clientIds: { open: string | null; anonymous: string | null },
  ) => statement(query, { memberId, seal, postId, ...clientIds }, ([row]) => row !== undefined);
}

/**
 * Raises the counter of a live post, which locks its row until the transaction ends: the post cannot be
 * deleted meanwhile, and positions and anonymous numbers are assigned one after the other. Returns the
 * count, null for a deleted post.
 */
export function prepareLockAndCount(db: Db) {
  const query = db
    .update(posts)
    .set({ commentCount: sql`${posts.commentCount} + 1` })
    .where(isPost)
    .returning({ commentCount: posts.commentCount })
    .prepare('lock_and_count');
  return <T>(postId: number, check: (commentCount: number | null) => T): Statement<T> =>
    statement(query, { postId }, ([row]) => check(row?.commentCount ?? null));
}

/**
 * Raises the reply counter of the parent. False unless it is a live top-level comment of the post, and
 * `replyToId` null or a live reply below it. Needs the post's lock.
 */
export function prepareCountReply(db: Db) {
  const replyToId = sql`${of('replyToId')}::bigint`;
  const hasReply = sql`exists ${db
    .select({ id: reply.id })
    .from(reply)
    .where(
      and(eq(reply.id, replyToId), eq(reply.parentId, of('parentId')), isNull(reply.deletedAt)),
    )}`;
  const query = db
    .update(comments)
    .set({ replyCount: sql`${comments.replyCount} + 1` })
    .where(
      and(
        eq(comments.id, of('parentId')),
        eq(comments.postId, of('postId')),
        isNull(comments.parentId),
        isNull(comments.deletedAt),
        or(sql`${replyToId} is null`, hasReply),
      ),
    )
    .returning({ id: comments.id })
    .prepare('count_reply');
  return <T>(
    place: { postId: number; parentId: number; replyToId: number | null },
    check: (isCounted: boolean) => T,
  ): Statement<T> => statement(query, place, ({ length }) => check(length === 1));
}

/**
 * Assigns the author the thread's next number, unless it has one or wrote the post. Needs the post's
 * lock.
 */
export function prepareAssignNumber(db: Db) {
  const query = prepareSql(
    db,
    'assign_anonymous_number',
    sql`insert into ${anonymousNumbers} (post_id, author_seal, number)
      select ${posts.id}, ${of('authorSeal')}::bytea,
        (select coalesce(max(number), 0) + 1 from ${anonymousNumbers} where post_id = ${posts.id})
      from ${posts}
      where ${posts.id} = ${of('postId')} and ${posts.authorSeal} is distinct from ${of('authorSeal')}::bytea
      on conflict (post_id, author_seal) do nothing`,
  );
  return (postId: number, authorSeal: Buffer) =>
    statement(query, { postId, authorSeal }, () => undefined);
}

type NewComment = StoredAuthor &
  Pick<
    typeof comments.$inferSelect,
    'id' | 'parentId' | 'replyToId' | 'content' | 'clientId' | 'createdAt'
  >;

/** False for a client id that is stored already, and when the post was purged. Needs the post's lock. */
export function prepareInsertComment(db: Db) {
  const query = prepareSql<{ id: number }>(
    db,
    'insert_comment',
    sql`insert into ${comments}
        (id, post_id, parent_id, reply_to_id, author_id, author_seal, content, client_id, created_at)
      select ${of('id')}::bigint, ${posts.id}, ${of('parentId')}::bigint, ${of('replyToId')}::bigint,
        ${of('authorId')}::bigint, ${of('authorSeal')}::bytea, ${of('content')}, ${of('clientId')},
        ${of('createdAt')}::timestamptz
      from ${posts} where ${posts.id} = ${of('postId')}
      on conflict do nothing
      returning id`,
  );
  return <T>(
    { id: postId }: Readable<{ id: number }>,
    values: NewComment,
    check: (isInserted: boolean) => T,
  ): Statement<T> =>
    statement(query, { ...values, postId }, ({ rows }) => check(rows.length === 1));
}
