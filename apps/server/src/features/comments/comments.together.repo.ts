import { eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { prepare, prepareShared, type TxStatement } from '../../db/fast/fast.ts';
import { jsonRow } from '../../db/json-row.ts';
import { comments, members, posts } from '../../db/schema/index.ts';
import { ofReader, readerViewer, VIEWER_COLUMNS } from '../../domain/access/readers.sql.ts';
import { rolesOf } from '../../domain/access/roles.sql.ts';
import { roomAccess } from '../../domain/access/room-access.sql.ts';
import type { Viewer } from '../../domain/access/room-access.ts';
import { isAuthorOf } from '../../domain/authorship/author.sql.ts';
import { isLive } from '../../domain/posts/post.sql.ts';
import type { Throttle } from '../../platform/throttle.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import { isSentBefore, type NewComment, type ThreadRow } from './comments.insert.repo.ts';

export interface OpenRequest extends Viewer {
  postId: number;
  /** Posts of boards, or of lecture rooms. */
  isRoom: boolean;
  /** Of the limits. */
  paceKey: string;
  volumeKey: string;
  openClientId: string | null;
  anonymousClientId: string | null;
}

/** The keys of a request for the limits, in their order. */
export const requestKeys = sql`array[${ofReader('paceKey')}, ${ofReader('volumeKey')}]`;

/** JSON texts. */
interface OpenRow {
  place: number;
  head: string;
  post: string;
  thread: string;
}

type Source = Pick<ThreadRow, 'post' | 'thread'>;
/** Nobody is answered by a comment that is no reply. */
type OpenThread = Omit<ThreadRow, 'target'>;

/**
 * Counts the attempts of members to comment on open posts, and finds what `prepareOpenThread` does: a
 * statement for top-level comments of different members, whose ids it draws in their order. It finds
 * nothing and counts nothing where a comment would be refused, and below anonymous posts.
 */
export function prepareOpenThreads(
  db: Db,
  attempt: ReturnType<Throttle['hitsOfMany']>,
  notificationColumns: NotificationsService['newCommentColumns'],
) {
  const access = roomAccess(readerViewer);
  const source = notificationColumns(ofReader, true);
  const head = jsonRow<Omit<OpenThread, keyof Source>>({
    id: posts.id,
    isAnonymous: posts.anonymous,
    lectureId: posts.lectureId,
    boardType: posts.boardType,
    access,
    nextId: sql`nextval('comments_id_seq')`,
    isSent: sql`false`,
    nickname: members.nickname,
    withdrawnAt: members.withdrawnAt,
    profileImageUrl: members.profileImageUrl,
    roles: rolesOf(members.id),
    isPostAuthor: isAuthorOf(posts, readerViewer),
    attempts: attempt.counted,
  });
  const post = jsonRow<Source['post']>(source.post);
  const thread = jsonRow<Source['thread']>(source.thread);
  const isOpen = sql`${isLive} and not ${posts.anonymous} and (${posts.lectureId} is not null) = ${ofReader('isRoom')}
    and ${access} = 'open' and not ${isSentBefore(ofReader)} and not ${attempt.isFull}`;
  const toPost = sql`inner join ${posts} on ${eq(posts.id, ofReader('postId'))}`;
  const prepareOpen = prepareShared<OpenRow, OpenRequest>(
    db,
    'open_threads',
    {
      given: {
        ...VIEWER_COLUMNS.given,
        postId: 'bigint',
        isRoom: 'boolean',
        paceKey: 'text',
        volumeKey: 'text',
        openClientId: 'text',
        anonymousClientId: 'text',
      },
    },
    (requests) => sql`with ${requests},
      able as materialized (select reader.* from reader ${toPost} where ${isOpen}),
      counters as (${attempt.counters(sql`able as reader`, ofReader('memberId'))})
      select reader.place as place, ${head.object}::text as head, ${post.object}::text as post,
        ${thread.object}::text as thread
      from able as reader ${toPost} left join ${members} on ${eq(members.id, ofReader('memberId'))}
      order by reader.place`,
  );
  return (requests: readonly OpenRequest[], values: Record<string, unknown>) => {
    const open = prepareOpen(requests, values);
    return async (...on: Parameters<typeof open>) => {
      const found = await open(...on);
      const read = (row: OpenRow): OpenThread => ({
        ...head.read(JSON.parse(row.head)),
        post: post.read(JSON.parse(row.post)),
        thread: thread.read(JSON.parse(row.thread)),
      });
      return new Map([...found].map(([request, row]) => [request, read(row)]));
    };
  };
}

/** Gives up a statement that waits longer for a lock, until the transaction ends. */
export function prepareWaitBriefly(db: Db, milliseconds: number) {
  const query = prepare(
    db,
    'wait_briefly',
    sql`select set_config('lock_timeout', ${sql.raw(`'${milliseconds}ms'`)}, true)`,
  );
  return query({});
}

/** Locks posts, in the order of their ids, until the transaction ends. */
export function prepareLockPosts(db: Db) {
  const query = prepare(
    db,
    'lock_posts',
    sql`select from ${posts} where ${posts.id} = any(${sql.placeholder('ids')}::bigint[])
      order by ${posts.id} for no key update`,
  );
  return (ids: readonly number[]): TxStatement<void> => query({ ids }, () => undefined);
}

export interface WriteRequest extends Pick<NewComment, 'id' | 'content' | 'clientId'> {
  postId: number;
  memberId: number;
  createdAt: Date;
  /** Of the thread when it was read. */
  lastPosition: number;
  /** An array of ids as PostgreSQL writes it. */
  noticeTo: string;
  noticeType: string;
  noticeSubType: string | null;
  noticeContent: string;
  noticeUrl: string | null;
  noticeCause: string;
  noticeGroup: string | null;
}

/** What became of a comment. */
interface WrittenRow {
  place: number;
  commentCount: number;
  position: number;
  /** Who commented below the post since the thread was read, without the comments of this statement. */
  since: number[];
}

/**
 * Stores top-level comments below open posts that are locked: raises the counters of the live posts, then
 * inserts the comments in their order, and their notifications. A comment without a row is not stored.
 */
export function prepareWriteComments(
  db: Db,
  {
    insertCommentNotifications,
    authorsSince,
  }: Pick<NotificationsService, 'insertCommentNotifications' | 'authorsSince'>,
) {
  const of = ofReader;
  const since = authorsSince(of('postId'), of('lastPosition'), of('memberId'));
  const stored = sql`reader inner join written using (id)`;
  return prepareShared<WrittenRow, WriteRequest>(
    db,
    'write_comments',
    {
      given: {
        id: 'bigint',
        postId: 'bigint',
        memberId: 'bigint',
        content: 'text',
        clientId: 'text',
        createdAt: 'timestamptz',
        lastPosition: 'integer',
        noticeTo: 'text',
        noticeType: 'text',
        noticeSubType: 'text',
        noticeContent: 'text',
        noticeUrl: 'text',
        noticeCause: 'text',
        noticeGroup: 'text',
      },
    },
    (requests: SQL) => sql`with ${requests},
      counted as (
        update ${posts} set comment_count = comment_count + added.number
        from (select "postId", count(*)::integer as number from reader group by "postId") as added
        where ${posts.id} = added."postId" and ${isNull(posts.deletedAt)}
        returning ${posts.id}, ${posts.commentCount}
      ),
      written as (
        insert into ${comments} (id, post_id, author_id, content, client_id, created_at)
        select ${of('id')}, counted.id, ${of('memberId')}, ${of('content')}, ${of('clientId')}, ${of('createdAt')}
        from reader inner join counted on counted.id = ${of('postId')}
        order by reader.place
        on conflict do nothing
        returning id, position
      ),
      notified as (${insertCommentNotifications(of, stored)})
      select reader.place as place, counted.comment_count as "commentCount", written.position as position,
        (select coalesce(json_agg(author_id), '[]') from (${since}) as author) as since
      from ${stored} inner join counted on counted.id = ${of('postId')}`,
  );
}
