import { eq, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../db/client.ts';
import { prepare, prepareShared, type Statement, type TxStatement } from '../../db/fast/fast.ts';
import { hidden } from '../../db/hidden.ts';
import { jsonRow } from '../../db/json-row.ts';
import { anonymousNumbers, comments, members, posts } from '../../db/schema/index.ts';
import { ofReader as of, readerViewer, VIEWER_COLUMNS } from '../../domain/access/readers.sql.ts';
import { rolesOf } from '../../domain/access/roles.sql.ts';
import { roomAccess } from '../../domain/access/room-access.sql.ts';
import type { RoomAccess, Viewer } from '../../domain/access/room-access.ts';
import { isAuthorOf, isByPostAuthor } from '../../domain/authorship/author.sql.ts';
import { isLive } from '../../domain/posts/post.sql.ts';
import type { Throttle } from '../../domain/throttle/throttle.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { CommentRow } from './comments.mentions.repo.ts';

const answered = alias(comments, 'answered');
const answeredMember = alias(members, 'answered_member');
const answeredNumber = alias(anonymousNumbers, 'answered_number');

/** A comment that a member asks to write. */
export interface ThreadLookup extends Viewer {
  postId: number;
  parentId: number | null;
  replyToId: number | null;
  /** Below a post of a lecture room. */
  isRoom: boolean;
  openClientId: string | null;
  anonymousClientId: string | null;
}

type Attempt = ReturnType<Throttle['hits']>;
type NewComments = Parameters<NotificationsService['newComments']>[0];

/** The post to comment on, with what its comment and notifications need. */
export type ThreadRow = Thread & NewComments[number]['source'];

interface Thread {
  id: number;
  isAnonymous: boolean;
  lectureId: number | null;
  boardType: CommentRow['boardType'];
  access: RoomAccess;
  /** For a comment on an open post that the viewer may read. */
  nextId: number | null;
  /** Whether the author has a comment under the client id. */
  isSent: boolean;
  isPostAuthor: boolean;
  attempts: Parameters<Attempt['check']>[0];
  nickname: CommentRow['nickname'];
  withdrawnAt: CommentRow['withdrawnAt'];
  profileImageUrl: CommentRow['profileImageUrl'];
  roles: CommentRow['roles'];
  /** The reply that the comment answers; null columns when there is none. */
  target: CommentRow['target'];
}

/**
 * The counters of an author: those of an anonymous comment are under the seal. Counters of both kinds
 * under one key would link a member to an anonymous comment in a database dump.
 */
const author = sql`(select case when ${posts.anonymous} then encode(given.seal, 'hex') else given."memberId"::text end
  from ${posts} where ${posts.id} = given."postId") as author`;
export const attemptKeys = sql`array['comment pace ' || ${of('author')}, 'comment volume ' || ${of('author')}]`;

const hasClientId = (isAuthor: SQL, clientId: string) =>
  sql`exists (select 1 from ${comments} where post_id = ${of('postId')} and ${isAuthor} and client_id = ${of(clientId)})`;
/** Looks below open and anonymous posts, as nothing is known about the post yet. */
const isSent = sql`(${hasClientId(sql`author_id = ${of('memberId')}`, 'openClientId')}
  or ${hasClientId(sql`author_seal = ${of('seal')}`, 'anonymousClientId')})`;

/**
 * `parentId` is a live top-level comment of the post, and `replyToId` a live reply below it. Both are looked
 * up by themselves: a join would read all comments where PostgreSQL planned it for few.
 */
export const isValidReply = sql`coalesce((
  select parent.post_id = ${of('postId')} and parent.parent_id is null and parent.deleted_at is null
    and (${of('replyToId')} is null or coalesce((
      select reply.parent_id = parent.id and reply.deleted_at is null
      from ${comments} as reply where reply.id = ${of('replyToId')}), false))
  from ${comments} as parent where parent.id = ${of('parentId')}), false)`;
export const isTop = sql`(${of('parentId')} is null and ${of('replyToId')} is null)`;

const toPost = sql`inner join ${posts} on ${eq(posts.id, of('postId'))}`;
const access = roomAccess(readerViewer);

/** JSON texts. */
interface OpenRow {
  place: number;
  head: string;
  post: string;
  thread: string;
  target: string;
}

const LOOKUP = {
  given: {
    ...VIEWER_COLUMNS.given,
    postId: 'bigint',
    parentId: 'bigint',
    replyToId: 'bigint',
    isRoom: 'boolean',
    openClientId: 'text',
    anonymousClientId: 'text',
  },
  made: author,
} as const;

/**
 * Prepares the statement that counts the attempts of members to comment, and finds their posts. A single
 * request finds every live post; of several, those are left out and not counted that would be refused.
 */
export function prepareOpenThreads(
  db: Db,
  attempt: Attempt,
  notificationColumns: NotificationsService['newCommentColumns'],
) {
  const source = notificationColumns(of);
  const parts = {
    head: jsonRow<Omit<Thread, 'target'>>({
      id: posts.id,
      isAnonymous: posts.anonymous,
      lectureId: posts.lectureId,
      boardType: posts.boardType,
      access,
      // The next own id would show that a post exists which the viewer may not read.
      nextId: sql`case when not ${posts.anonymous} and ${access} = 'open' then nextval('comments_id_seq') end`,
      isSent,
      isPostAuthor: isAuthorOf(posts, readerViewer),
      attempts: attempt.counted,
      nickname: members.nickname,
      withdrawnAt: members.withdrawnAt,
      profileImageUrl: members.profileImageUrl,
      roles: rolesOf(members.id),
    }),
    post: jsonRow<ThreadRow['post']>(source.post),
    thread: jsonRow<ThreadRow['thread']>(source.thread),
    target: jsonRow<ThreadRow['target']>({
      id: answered.id,
      nickname: answeredMember.nickname,
      withdrawnAt: answeredMember.withdrawnAt,
      isPostAuthor: isByPostAuthor(answered),
      anonymousNumber: answeredNumber.number,
    }),
  };
  const texts = Object.entries(parts).map(
    ([name, { object }]) => sql`${object}::text as ${sql.identifier(name)}`,
  );
  const isOpen = sql`(${posts.lectureId} is not null) = ${of('isRoom')} and ${access} = 'open'
    and (${isTop} or ${isValidReply}) and not ${isSent} and not ${attempt.isFull}`;
  const prepareFor = (name: string, isFound: SQL) =>
    prepareShared<OpenRow, ThreadLookup>(
      db,
      name,
      LOOKUP,
      (requests) => sql`with ${requests},
      able as materialized (select reader.* from reader ${toPost} where ${isFound}),
      counters as (${attempt.counters(sql`able as reader`, of('author'))})
      select reader.place as place, ${sql.join(texts, sql`, `)}
      from able as reader ${toPost}
        left join ${members} on ${eq(members.id, of('memberId'))}
        left join ${comments} as ${answered} on ${answered.id} = ${of('replyToId')}
          and ${answered.postId} = ${posts.id} and ${isNull(answered.deletedAt)}
        left join ${members} as ${answeredMember} on ${eq(answeredMember.id, answered.authorId)}
        left join ${anonymousNumbers} as ${answeredNumber} on ${eq(answeredNumber.postId, answered.postId)}
          and ${eq(answeredNumber.authorSeal, answered.authorSeal)}
      order by reader.place`,
    );
  const openOne = prepareFor('open_thread', isLive);
  const openSeveral = prepareFor('open_threads', sql`${isLive} and ${isOpen}`);
  const read = ({ head, post, thread, target }: OpenRow): ThreadRow => ({
    ...parts.head.read(JSON.parse(head)),
    post: parts.post.read(JSON.parse(post)),
    thread: parts.thread.read(JSON.parse(thread)),
    target: parts.target.read(JSON.parse(target)),
  });
  return (
    requests: readonly ThreadLookup[],
    values: Record<string, unknown>,
  ): Statement<(ThreadRow | null)[]> => {
    const open = (requests.length === 1 ? openOne : openSeveral)(requests, values);
    return async (on) => {
      const found = await open(on);
      return requests.map((request) => {
        const row = found.get(request);
        return row === undefined ? null : read(row);
      });
    };
  };
}

/** Ends a statement that waits longer for a lock, until the transaction ends. */
export function prepareLockTimeout(db: Db, milliseconds: number): TxStatement<void> {
  const query = prepare(
    db,
    'wait_briefly',
    sql`select set_config('lock_timeout', ${sql.raw(`'${milliseconds}ms'`)}, true)`,
  );
  return query({}, () => undefined);
}

/** Locks posts in the order of their ids until the transaction ends: later statements see what was committed meanwhile. */
export function prepareLockPosts(db: Db) {
  const query = prepare(
    db,
    'lock_posts',
    sql`select from ${posts} where ${posts.id} = any(${hidden(sql`${sql.placeholder('ids')}::bigint[]`)}::bigint[])
      order by ${posts.id} for no key update`,
  );
  return (ids: readonly number[]): TxStatement<void> => query({ ids }, () => undefined);
}
