import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { alias, type PgSelect } from 'drizzle-orm/pg-core';
import type { Db } from '../../db/client.ts';
import { prepare, type Statement, type ValueOf } from '../../db/fast/fast.ts';
import { anonymousNumbers, comments, members, posts } from '../../db/schema/index.ts';
import { rolesOf } from '../../domain/access/roles.sql.ts';
import { roomAccess, viewerPlaceholders } from '../../domain/access/room-access.sql.ts';
import type { Readable, Viewer } from '../../domain/access/room-access.ts';
import { isAuthorOf, isByPostAuthor } from '../../domain/authorship/author.sql.ts';
import type { StoredAuthor } from '../../domain/authorship/author.ts';
import { isLive } from '../../domain/posts/post.sql.ts';
import type { Throttle } from '../../platform/throttle.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';

const reply = alias(comments, 'reply');
const target = alias(comments, 'target');
const targetMember = alias(members, 'target_member');
const targetNumber = alias(anonymousNumbers, 'target_number');
const of = sql.placeholder;
const { memberId } = viewerPlaceholders;
const isPost = and(eq(posts.id, of('postId')), isLive);

/**
 * The keys of `open` below an open post and those of `anonymous` below an anonymous one. Counters of
 * both kinds of comments would link a member to an anonymous comment in a database dump.
 */
export const authorKeys = sql`case
  when (select ${posts.anonymous} from ${posts} where ${posts.id} = ${of('postId')})
  then ${of('anonymousKeys')}::text[] else ${of('openKeys')}::text[] end`;

const access = roomAccess(viewerPlaceholders);
const hasClientId = (from: ValueOf, author: SQL, clientId: string) =>
  sql`exists (select 1 from ${comments} where post_id = ${from('postId')} and ${author} and client_id = ${from(clientId)})`;
/** Whether the author has a comment under the client id, as it is stored below open or anonymous posts. */
export const isSentBefore = (from: ValueOf) =>
  sql<boolean>`(${hasClientId(from, sql`author_id = ${from('memberId')}`, 'openClientId')}
    or ${hasClientId(from, sql`author_seal = ${from('seal')}`, 'anonymousClientId')})`;

const targetColumns = {
  id: posts.id,
  isAnonymous: posts.anonymous,
  lectureId: posts.lectureId,
  boardType: posts.boardType,
  access,
  /**
   * For a comment on an open post. None is drawn where the viewer may not read: the next own id would
   * show that the post exists.
   */
  nextId: sql<
    number | null
  >`case when not ${posts.anonymous} and ${access} = 'open' then nextval('comments_id_seq') end`,
  isSent: isSentBefore(of),
  nickname: members.nickname,
  withdrawnAt: members.withdrawnAt,
  profileImageUrl: members.profileImageUrl,
  roles: rolesOf(members.id),
  isPostAuthor: isAuthorOf(posts, { memberId, seal: of('seal') }),
  /** The reply that the comment answers; null columns when there is none. */
  target: {
    id: target.id,
    nickname: targetMember.nickname,
    withdrawnAt: targetMember.withdrawnAt,
    isPostAuthor: isByPostAuthor(target),
    anonymousNumber: targetNumber.number,
  },
};

function joinTarget<T extends PgSelect>(query: T) {
  return query
    .leftJoin(members, eq(members.id, memberId))
    .leftJoin(
      target,
      and(
        eq(target.id, of('replyToId')),
        eq(target.postId, of('postId')),
        isNull(target.deletedAt),
      ),
    )
    .leftJoin(targetMember, eq(targetMember.id, target.authorId))
    .leftJoin(
      targetNumber,
      and(eq(targetNumber.postId, target.postId), eq(targetNumber.authorSeal, target.authorSeal)),
    );
}

type OpenThread = ReturnType<typeof prepareOpenThread>;
export type ThreadRow = NonNullable<Parameters<Parameters<OpenThread>[1]>[0]>;

/** Counts the attempt and finds the live post to comment on, with what its comment and notifications need. */
export function prepareOpenThread(
  db: Db,
  attempt: ReturnType<Throttle['hits']>,
  notificationColumns: NotificationsService['newCommentColumns'],
) {
  const counters = db.$with('counters', { counter: sql`counter` }).as(attempt.counters);
  const select = joinTarget(
    db
      .with(counters)
      .select({ ...targetColumns, ...notificationColumns(of), attempts: attempt.counted })
      .from(posts)
      .$dynamic(),
  ).where(isPost);
  const query = prepare(db, 'open_thread', select);
  return <T>(
    values: Viewer & Record<string, unknown>,
    read: (row: Awaited<typeof select>[number] | null) => T,
  ): Statement<T> => query(values, ([row]) => read(row ?? null));
}

/** Locks a post until the transaction ends: statements after it see what was committed meanwhile. */
export function prepareLockPost(db: Db) {
  const select = db
    .select({ id: posts.id })
    .from(posts)
    .where(eq(posts.id, of('postId')))
    .for('no key update');
  const query = prepare(db, 'lock_post', select);
  return (postId: number) => query({ postId });
}

export type NewComment = StoredAuthor &
  Pick<
    typeof comments.$inferSelect,
    'id' | 'parentId' | 'replyToId' | 'content' | 'mentions' | 'picture' | 'clientId' | 'createdAt'
  >;

/** What became of a comment. */
export interface Written {
  /** Null for a deleted post. */
  commentCount: number | null;
  /** Whether the parent is a live top-level comment of the post, and `replyToId` null or a live reply below it. */
  hasParent: boolean;
  /** Null for a client id that is stored already. */
  position: number | null;
  /** The author's number in an anonymous thread; null for the author of the post. */
  anonymousNumber: number | null;
}

/**
 * Stores a comment in one statement: raises the counter of the live post, which locks its row until the
 * transaction ends, so that the post cannot be deleted meanwhile and positions are assigned one after
 * the other; then the counter of the parent, the anonymous number, the comment, and its notifications
 * below an open post. The parts share one snapshot: replies and anonymous comments, which regard what
 * others wrote, need the post's lock from a statement before.
 */
export function prepareWriteComment(
  db: Db,
  notifications: NotificationsService['insertCommentNotifications'],
) {
  const notified = sql`notified as (${notifications(of, sql`written`)})`;
  const prepareFor = (isAnonymous: boolean, isReply: boolean) => {
    const anonymous = only(isAnonymous);
    const inThread = only(isReply);
    const parts = [
      counted,
      ...inThread(parent),
      ...anonymous(numbered),
      isReply ? writtenReply : writtenTop,
      ...only(!isAnonymous)(notified),
    ];
    const name = ['write', ...anonymous('anonymous'), isReply ? 'reply' : 'comment'].join('_');
    const text = sql`with ${sql.join(parts, sql`, `)}
      select (select comment_count from counted) as "commentCount",
        (select position from written) as "position",
        ${isReply ? sql`exists (select from parent)` : sql`true`} as "hasParent",
        coalesce(${sql.join([...anonymous(ownNumber), sql`null`], sql`, `)})::integer as "anonymousNumber"`;
    return prepare<Written>(db, name, text);
  };
  const queries = [false, true].map((isAnonymous) =>
    [false, true].map((isReply) => prepareFor(isAnonymous, isReply)),
  );
  return <T>(
    { id: postId, isAnonymous }: Readable<{ id: number; isAnonymous: boolean }>,
    comment: NewComment,
    notificationColumns: Record<string, unknown>,
    read: (row: Written) => T,
  ): Statement<T> => {
    const query = queries[Number(isAnonymous)]?.[Number(comment.parentId !== null)];
    if (query === undefined) throw new Error('no such statement');
    const stored = { mentions: asJson(comment.mentions), picture: asJson(comment.picture) };
    return query({ ...comment, ...stored, ...notificationColumns, postId }, ([row]) => {
      if (row === undefined) throw new Error('the statement has no result');
      return read(row);
    });
  };
}

/** The driver would write a list as an array of PostgreSQL. */
const asJson = (value: object | null) => value && JSON.stringify(value);

const counted = sql`counted as (
  update ${posts} set comment_count = comment_count + 1 where ${isPost}
  returning id, comment_count, author_seal
)`;

const replyToId = sql`${of('replyToId')}::bigint`;
const parent = sql`parent as (
  update ${comments} set reply_count = reply_count + 1
  where ${comments.id} = ${of('parentId')} and ${comments.postId} = (select id from counted)
    and ${comments.parentId} is null and ${comments.deletedAt} is null
    and ${or(
      sql`${replyToId} is null`,
      sql`exists (select 1 from ${comments} as ${sql.identifier('reply')}
        where ${reply.id} = ${replyToId} and ${reply.parentId} = ${of('parentId')} and ${reply.deletedAt} is null)`,
    )}
  returning id
)`;

const authorSeal = sql`${of('authorSeal')}::bytea`;
/** The thread's next number, unless the author has one or wrote the post. */
const numbered = sql`numbered as (
  insert into ${anonymousNumbers} (post_id, author_seal, number)
  select id, ${authorSeal}, (select coalesce(max(number), 0) + 1 from ${anonymousNumbers} where post_id = counted.id)
  from counted where author_seal is distinct from ${authorSeal}
  on conflict (post_id, author_seal) do nothing
  returning number
)`;
const ownNumber = sql`(select number from numbered),
  (select number from ${anonymousNumbers} where post_id = ${of('postId')} and author_seal = ${authorSeal})`;

const writtenFrom = (source: SQL) => sql`written as (
  insert into ${comments}
    (id, post_id, parent_id, reply_to_id, author_id, author_seal, content, mentions, picture, client_id, created_at)
  select ${of('id')}::bigint, counted.id, ${of('parentId')}::bigint, ${replyToId},
    ${of('authorId')}::bigint, ${authorSeal}, ${of('content')}, ${of('mentions')}::jsonb, ${of('picture')}::jsonb,
    ${of('clientId')}, ${of('createdAt')}::timestamptz
  from ${source}
  on conflict do nothing
  returning position
)`;
const writtenTop = writtenFrom(sql`counted`);
const writtenReply = writtenFrom(sql`counted, parent`);

const only =
  (isNeeded: boolean) =>
  <T>(part: T): T[] =>
    isNeeded ? [part] : [];
