import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { prepare } from '../../db/fast/fast.ts';
import {
  commentLikes,
  comments,
  lectureAnswers,
  members,
  mustReads,
  notifications,
  petitions,
  postLikes,
  posts,
} from '../../db/schema/index.ts';
import { blocks, isBlockedAuthor } from '../../domain/access/blocks.sql.ts';
import { memberViewer, roomAccess } from '../../domain/access/room-access.sql.ts';
import { actorName } from '../../domain/notifications/texts.ts';
import { isOwed } from '../../domain/petitions/petitions.sql.ts';
import { isListed } from '../../domain/posts/post.sql.ts';
import { countWaitingFor } from '../../domain/teams/teams.sql.ts';

/** Whose causes may have changed; all of them name their posts in the row. */
export type Concerned =
  /** Comments below the post, or one of them. */
  | { comments: number }
  /** Mentions in comments below the post. */
  | { mentions: number }
  /** Reminders of a notice that had to be read. */
  | { mustRead: number }
  | { post: number }
  /** Applications to posts that wait for their authors. */
  | { applications: readonly number[] }
  /** Likes of the author's post or comments. */
  | { likes: number; memberId: number }
  | { lecture: number; memberId?: number }
  /** Those of a member, some of whose authors it blocks now or does not block any more. */
  | { memberId: number };

/** A notification that appeared, vanished or has another number or text now. */
export type Followed = {
  id: number;
  memberId: number;
  /** It counts among the unread ones, or did before. */
  isUnread: boolean;
};

// `n` is a locked row of `notifications`; `posts` its post, `c` the comment that it leads to.
const member = sql.raw('n.member_id');

const ofFacts = (path: string) => sql`(n.cause #>> ${sql.raw(`'{facts,${path}}'`)})`;
const place = (name: string) => sql`${sql.placeholder(name)}::bigint`;
const postId = place('postId');

/**
 * About what staff did to the post or to comments below it: these lead to a page of the author's own. With a
 * subquery that is no array the condition would be tested on every row.
 */
const isHandled = sql`n.sub_type in ('blinded', 'content-handled') and n.member_id = any(array(
      select author_id from ${posts} where id = ${postId}
      union select author_id from ${comments} where post_id = ${postId}))
    and ${ofFacts('post,id')} = ${postId}::text`;

// Those of a deleted post are gone, whatever becomes of its room.
const isOfLecture = sql`n.post_id in (
  select id from ${posts} where lecture_id = ${place('lectureId')} and deleted_at is null)`;

const CONCERNED = {
  comments: sql`n.post_id = ${postId} and n.comment_id is not null or ${isHandled}`,
  mentions: sql`n.post_id = ${postId} and n.sub_type = 'mention'`,
  mustRead: sql`n.post_id = ${postId} and n.sub_type = 'must-read'`,
  post: sql`n.post_id = ${postId}
    or n.sub_type = 'followed-board' and n.causes @> array[${postId}] or ${isHandled}`,
  applications: sql`n.post_id = any(${sql.placeholder('postIds')}::bigint[]) and n.cause ->> 'kind' = 'teamApplied'`,
  likes: sql`n.post_id = ${postId} and n.member_id = ${place('memberId')} and n.type = 'like'`,
  lecture: isOfLecture,
  ownLecture: sql`${isOfLecture} and n.member_id = ${place('memberId')}`,
  member: sql`n.member_id = ${place('memberId')} and n.post_id is not null`,
};

type Kind = keyof typeof CONCERNED;

function kindOf(of: Concerned): [Kind, Record<string, number | readonly number[] | undefined>] {
  if ('comments' in of) return ['comments', { postId: of.comments }];
  if ('mentions' in of) return ['mentions', { postId: of.mentions }];
  if ('mustRead' in of) return ['mustRead', { postId: of.mustRead }];
  if ('post' in of) return ['post', { postId: of.post }];
  if ('applications' in of) return ['applications', { postIds: of.applications }];
  if ('likes' in of) return ['likes', { postId: of.likes, memberId: of.memberId }];
  if (!('lecture' in of)) return ['member', of];
  const { lecture: lectureId, memberId } = of;
  return [memberId === undefined ? 'lecture' : 'ownLecture', { lectureId, memberId }];
}

const isShown = (table: SQL) =>
  sql`${table}.id is not null and ${table}.deleted_at is null and ${table}.blinded_at is null`;

const waiting = countWaitingFor(sql.raw('n.post_id'), member);

/** Whether what the notification leads to is there for its reader, and what it asks for is still to be done. */
const stands = sql`case
  when n.sub_type = 'blinded' then ${sql`case when ${ofFacts('commentId')} is null
    then posts.deleted_at is null and posts.blinded_at is not null
    else c.deleted_at is null and c.blinded_at is not null end`}
  when n.sub_type = 'content-handled' and n.post_id is null then case when ${ofFacts('type')} = 'POST'
    then posts.deleted_at is not null or posts.blinded_at is not null
    else c.deleted_at is not null or c.blinded_at is not null end
  when n.sub_type = 'followed-board' then true
  else posts.id is not null and ${isListed} and ${roomAccess(memberViewer(member))} = 'open'
    and (n.type = 'comment' or n.comment_id is null or ${isShown(sql.raw('c'))})
    and case n.sub_type
      when 'accept' then posts.accepted_comment_id = n.comment_id
      when 'answer' then exists (select from ${lectureAnswers} where post_id = n.post_id)
      when 'must-read' then exists (select from ${mustReads} where post_id = n.post_id and is_open)
      when 'question' then not ${isBlockedAuthor(posts.authorId, member)}
      when 'keyword' then not ${isBlockedAuthor(posts.authorId, member)}
      when 'team' then n.cause ->> 'kind' is distinct from 'teamApplied' or ${waiting} > 0
      when 'petition' then n.cause ->> 'kind' is distinct from 'answerOwed'
        or exists (select from ${petitions} where post_id = n.post_id and ${isOwed})
      else true end
  end`;

/** A gone one of a thing that happened again since, or of likes that a later one counts, stays gone. */
const isReplaceable = sql`(n.gone_at is not null and n.group_key is not null
  and (n.type = 'like' or coalesce(
    n.sub_type in ('answer', 'accept', 'must-read') or n.cause ->> 'kind' = 'teamApplied', false)))`;

/**
 * Whether a later one of the group stands that did not go before, or was made after this one went: those that went
 * together return together. All of a group that can be replaced are compared at once.
 */
const hasLater = sql`coalesce(max(case when gone_at is null then 'infinity' else created_at end) filter (where stands)
  over (partition by member_id, group_key order by id rows between 1 following and unbounded following) >= gone_at, false)`;

/**
 * What it counts, with whether each is there for its reader, in the order of their arrival. A join by `case` reads no
 * row of tables that the causes are not from.
 */
const tracked = sql`select cause.id,
    coalesce(case n.type
      when 'comment' then ${isShown(sql.raw('said'))} and not ${isBlockedAuthor(sql.raw('said.author_id'), member)}
        and (n.sub_type is distinct from 'mention' or said.mentions @> jsonb_build_array(jsonb_build_object('id', n.member_id)))
      when 'like' then coalesce(of_post.created_at, of_comment.created_at) is not null
        and not ${blocks(member, sql.raw('cause.id'))}
      else ${isShown(sql.raw('written'))} and written.board_type = ${ofFacts('post,boardType')}
        and not ${isBlockedAuthor(sql.raw('written.author_id'), member)}
    end, false) as lives,
    coalesce(extract(epoch from coalesce(of_post.created_at, of_comment.created_at)), cause.id) as place
  from unnest(case when n.causes is not null then n.causes || coalesce(n.lost, '{}')
    when n.type = 'comment' then array[n.comment_id] when n.sub_type = 'followed-board' then array[n.post_id] end
  ) as cause(id)
  left join ${comments} said on said.id = case when n.type = 'comment' then cause.id end
  left join ${posts} written on written.id = case when n.sub_type = 'followed-board' then cause.id end
  left join ${postLikes} of_post on of_post.member_id = cause.id
    and of_post.post_id = case when n.type = 'like' and n.sub_type is null then n.post_id end
  left join ${commentLikes} of_comment on of_comment.member_id = cause.id
    and of_comment.comment_id = case when n.type = 'like' and n.sub_type = 'comment' then n.comment_id end`;

const likes = sql`case when n.sub_type is null
  then (select count(*) from ${postLikes} where post_id = n.post_id and member_id <> n.member_id)
  else (select count(*) from ${commentLikes} where comment_id = n.comment_id and member_id <> n.member_id) end`;

const actorOf = (id: SQL) =>
  sql`coalesce((select nickname || '님' from ${members} where id = ${id} and withdrawn_at is null), ${actorName(null)})`;

/** `cause` with the facts of the newest cause that is left, or the number of what waits. */
const causeNow = sql`case
  when n.cause ->> 'kind' = 'teamApplied' then jsonb_set(n.cause, '{facts,waiting}', to_jsonb(${waiting}))
  when n.cause is null or now.newest is null then n.cause
  when n.type = 'like' then n.cause || jsonb_build_object('facts', n.cause -> 'facts' || jsonb_build_object(
    'actor', ${actorOf(sql.raw('now.newest'))}, 'likes', ${likes}))
  when n.type = 'comment' then n.cause || jsonb_build_object('facts', n.cause -> 'facts' || jsonb_build_object(
    'commentId', now.newest,
    'actor', ${actorOf(sql`(select author_id from ${comments} where id = now.newest)`)}))
  else jsonb_set(n.cause, '{facts,post,id}', to_jsonb(now.newest)) end`;

export type FollowCauses = ReturnType<typeof prepareFollowCauses>;

/**
 * Compares notifications with what they are about: those of which nothing is left go, and are neither listed nor
 * counted; those of which something is there again come back as they were; the others get their number and lead to
 * the newest cause that is left. Rows are locked in the order in which notifications are written, and compared in
 * another statement, which sees what was committed while the lock was awaited. Both are to be sent at once.
 */
export function prepareFollowCauses(db: Db) {
  const prepared = Object.fromEntries(
    Object.keys(CONCERNED).map((kind) => [kind, prepareKind(db, kind as Kind)]),
  ) as Record<Kind, ReturnType<typeof prepareKind>>;
  return (of: Concerned, at: Date) => {
    const [kind, values] = kindOf(of);
    const { lock, compare } = prepared[kind];
    return [lock(values), compare({ ...values, at })] as const;
  };
}

function prepareKind(db: Db, kind: Kind) {
  const isConcerned = CONCERNED[kind];
  return {
    lock: prepare(db, `lock_notices_of_${kind}`, lockConcerned(isConcerned)),
    compare: prepare<Followed>(db, `compare_notices_of_${kind}`, compareConcerned(isConcerned)),
  };
}

const lockConcerned = (isConcerned: SQL) =>
  sql`select from ${notifications} n where (${isConcerned})
  order by n.member_id, n.group_key, n.id for no key update`;

function compareConcerned(isConcerned: SQL): SQL {
  return sql`
    with locked as materialized (
      select * from ${notifications} n where (${isConcerned})
    ), compared as (
      select n.id, n.member_id, n.group_key, n.created_at, n.gone_at, ${isReplaceable} as is_replaceable,
        coalesce(${stands}, false) and (tracked.known is null or tracked.living is not null or n.count > tracked.known) as stands,
        tracked.living, tracked.lost, tracked.living[cardinality(tracked.living)] as newest
      from locked n
      left join ${posts} on posts.id = coalesce(n.post_id, ${ofFacts('post,id')}::bigint)
      left join ${comments} c on c.id = coalesce(n.comment_id, ${ofFacts('commentId')}::bigint,
        case when ${ofFacts('type')} = 'COMMENT' then ${ofFacts('id')}::bigint end)
      cross join lateral (select array_agg(id order by place) filter (where lives) as living,
        array_agg(id order by place) filter (where not lives) as lost, nullif(count(*), 0) as known
        from (${tracked}) as cause) as tracked
    ), now as (
      select id, living, lost, newest, stands and not (is_replaceable and ${hasLater}) as stands from compared
    ), changed as (
      select n.id, n.member_id, n.group_key, now.stands, coalesce(now.living, case when now.lost is not null then '{}'::bigint[] end) as causes,
        now.lost, ${causeNow} as cause,
        case when n.type = 'comment' then coalesce(now.newest, n.comment_id) else n.comment_id end as comment_id,
        case when n.sub_type = 'followed-board' then coalesce(now.newest, n.post_id) else n.post_id end as post_id,
        ${wasUnread} as was_unread,
        row_number() over (partition by n.member_id, n.group_key, now.stands, ${wasUnread} order by n.id desc) > 1 as has_later
      from locked n inner join now on now.id = n.id
    )
    update ${notifications} n set
      causes = changed.causes, lost = changed.lost, cause = changed.cause,
      comment_id = changed.comment_id, post_id = changed.post_id,
      gone_at = case when not changed.stands then coalesce(n.gone_at, ${sql.placeholder('at')}::timestamptz) end,
      read_at = case when not changed.stands then coalesce(n.read_at, ${sql.placeholder('at')}::timestamptz)
        when changed.was_unread then null else n.read_at end,
      group_key = ${keyOfReturned(sql`changed.stands and changed.was_unread`, sql`or changed.has_later`)}
    from changed
    where n.id = changed.id and (
      changed.stands = (n.gone_at is not null) or changed.lost is distinct from n.lost or changed.cause is distinct from n.cause)
    returning n.id, n.member_id as "memberId", changed.was_unread or ${isUnread} as "isUnread"`;
}

const wasUnread = sql.raw('(n.gone_at is not null and n.read_at = n.gone_at)');

/** Also one that has just gone. */
export const isUnread = sql.raw('(n.read_at is null or coalesce(n.read_at = n.gone_at, false))');

/** One that comes back beside an unread one of its group, or a later one that does too, is not grouped any more. */
export function keyOfReturned(isReturned: SQL, orOther = sql``): SQL {
  return sql`case when ${isReturned} and (exists (select from ${notifications} as other
    where other.member_id = n.member_id and other.group_key = n.group_key and other.read_at is null) ${orOther})
    then null else n.group_key end`;
}
