import { isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { prepareShared, type Statement } from '../../db/fast/fast.ts';
import { anonymousNumbers, comments, posts } from '../../db/schema/index.ts';
import { ofReader as of } from '../../domain/access/readers.sql.ts';
import type { Readable } from '../../domain/access/room-access.ts';
import type { StoredAuthor } from '../../domain/authorship/author.ts';
import { isLive } from '../../domain/posts/post.sql.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import { isTop, isValidReply, type ThreadRow } from './comments.open.repo.ts';

type Notifications = Pick<
  NotificationsService,
  'newComments' | 'insertCommentNotifications' | 'authorsSince'
>;

export type NewComment = StoredAuthor &
  Pick<
    typeof comments.$inferSelect,
    'id' | 'parentId' | 'replyToId' | 'content' | 'mentions' | 'picture' | 'clientId' | 'createdAt'
  >;

/** A comment to store, below a post that its author may read. */
export interface Writing {
  thread: Readable<ThreadRow>;
  comment: NewComment;
}

/** What became of a comment: without a count the post is deleted, without a position it is stored already. */
export interface Written {
  place: number;
  commentCount: number | null;
  /** False for a reply whose parent is gone. */
  hasParent: boolean;
  position: number | null;
  anonymousNumber: number | null;
  /** Named members who commented below the post since the thread was read, in other transactions. */
  since: number[];
}

/**
 * Prepares the statement that stores comments of different members: it raises the counters of their live
 * posts and parents, then inserts the comments in their order, and their notifications. All posts must be
 * locked, unless it is a single top-level comment on an open board.
 */
export function prepareWriteComments(db: Db, notifications: Notifications) {
  const stored = sql`reader inner join written using (id)`;
  const notified = sql`notified as (${notifications.insertCommentNotifications(of, stored)})`;
  const since = notifications.authorsSince(of('postId'), of('lastPosition'), of('memberId'));
  const prepareFor = (name: string, { hasReplies, hasOpen, hasAnonymous }: Contents) => {
    const isStored = hasReplies ? sql`(${isTop} or ${isAnswering})` : isTop;
    const parts = [
      counted,
      ...(hasReplies ? [replied] : []),
      ...(hasAnonymous ? [numbered] : []),
      writtenWhere(isStored),
      ...(hasOpen ? [notified] : []),
    ];
    return prepareShared<Written, ReturnType<typeof rowOf>>(
      db,
      name,
      { given: COLUMNS },
      (requests: SQL) => sql`with ${requests}, ${sql.join(parts, sql`, `)}
        select reader.place as place, counted.comment_count as "commentCount", ${isStored} as "hasParent",
          written.position as position, ${hasAnonymous ? ownNumber : sql`null::integer`} as "anonymousNumber",
          ${hasOpen ? sql`(select coalesce(json_agg(author_id), '[]') from (${since}) as author)` : sql`'[]'::json`} as since
        from reader left join counted on counted.id = ${of('postId')}
          left join written on written.id = ${of('id')}`,
    );
  };
  const statements = new Map<string, ReturnType<typeof prepareFor>>();
  return (
    writings: readonly Writing[],
    notices: ReturnType<Notifications['newComments']>['values'],
  ): Statement<(Written | undefined)[]> => {
    const contents = {
      hasReplies: writings.some(({ comment }) => comment.parentId !== null),
      hasOpen: writings.some(({ thread }) => !thread.isAnonymous),
      hasAnonymous: writings.some(({ thread }) => thread.isAnonymous),
    };
    const name = nameOf(contents);
    const prepared = statements.get(name) ?? prepareFor(name, contents);
    statements.set(name, prepared);
    const rows = writings.map((writing, index) => rowOf(writing, notices[index]));
    const write = prepared(rows);
    return async (on) => {
      const written = await write(on);
      return rows.map((row) => written.get(row));
    };
  };
}

/** What a statement has parts for. */
interface Contents {
  hasReplies: boolean;
  hasOpen: boolean;
  hasAnonymous: boolean;
}

function nameOf({ hasReplies, hasOpen, hasAnonymous }: Contents): string {
  const kind = hasAnonymous ? (hasOpen ? 'mixed_' : 'anonymous_') : '';
  return `write_${kind}${hasReplies ? 'replies' : 'comments'}`;
}

function rowOf(
  { thread, comment: { authorId, mentions, picture, ...comment } }: Writing,
  notice: ReturnType<Notifications['newComments']>['values'][number] | undefined,
) {
  return {
    ...comment,
    postId: thread.id,
    // Without the author of an anonymous comment, whose id no statement has beside the text.
    memberId: authorId,
    mentions: mentions && JSON.stringify(mentions),
    picture: picture && JSON.stringify(picture),
    lastPosition: thread.thread.lastPosition,
    ...(notice ?? NO_NOTICE),
  };
}

/** Below an anonymous post, whose notifications are sent later. */
const NO_NOTICE = {
  noticeTo: '{}',
  noticeType: null,
  noticeSubType: null,
  noticeContent: null,
  noticeUrl: null,
  noticeCause: null,
  noticeGroup: null,
};

const COLUMNS = {
  id: 'bigint',
  postId: 'bigint',
  memberId: 'bigint',
  authorSeal: 'bytea',
  parentId: 'bigint',
  replyToId: 'bigint',
  content: 'text',
  mentions: 'jsonb',
  picture: 'jsonb',
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
} as const;

const counted = sql`counted as (
  update ${posts} set comment_count = comment_count + added.number
  from (select "postId", count(*)::integer as number from reader group by "postId") as added
  where ${posts.id} = added."postId" and ${isLive}
  returning ${posts.id}, ${posts.commentCount}, ${posts.authorSeal}
)`;

const replied = sql`replied as (
  update ${comments} set reply_count = reply_count + added.number
  from (select "parentId", count(*)::integer as number from reader where ${isValidReply} group by "parentId") as added
  where ${comments.id} = added."parentId" and ${isNull(comments.deletedAt)}
  returning ${comments.id}
)`;
const isAnswering = sql`(${isValidReply} and ${of('parentId')} in (select id from replied))`;

const ofAuthor = sql`post_id = ${of('postId')} and author_seal = ${of('authorSeal')}`;
/** The threads' next numbers for authors who have none and did not write the post. */
const numbered = sql`numbered as (
  insert into ${anonymousNumbers} (post_id, author_seal, number)
  select ${of('postId')}, ${of('authorSeal')},
    (select coalesce(max(number), 0) from ${anonymousNumbers} where post_id = ${of('postId')})
      + row_number() over (partition by ${of('postId')} order by reader.place)
  from reader inner join counted on counted.id = ${of('postId')}
  where ${of('authorSeal')} is distinct from counted.author_seal and ${of('authorSeal')} is not null
    and (select number from ${anonymousNumbers} where ${ofAuthor}) is null
  returning post_id, author_seal, number
)`;
const ownNumber = sql`coalesce((select number from numbered where ${ofAuthor}),
  (select number from ${anonymousNumbers} where ${ofAuthor}))`;

const writtenWhere = (isStored: SQL) => sql`written as (
  insert into ${comments}
    (id, post_id, parent_id, reply_to_id, author_id, author_seal, content, mentions, picture, client_id, created_at)
  select ${of('id')}, counted.id, ${of('parentId')}, ${of('replyToId')}, ${of('memberId')}, ${of('authorSeal')},
    ${of('content')}, ${of('mentions')}, ${of('picture')}, ${of('clientId')}, ${of('createdAt')}
  from reader inner join counted on counted.id = ${of('postId')}
  where ${isStored}
  order by reader.place
  on conflict do nothing
  returning id, position
)`;
