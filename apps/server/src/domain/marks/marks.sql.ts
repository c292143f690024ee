import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import {
  commentLikes,
  comments,
  postFollows,
  postLikes,
  postScraps,
  posts,
  sealedCommentLikes,
  sealedMarks,
  sealedPostLikes,
} from '../../db/schema/index.ts';
import type { MarkOwner } from '../authorship/author.ts';

/** Lists of what a member marked. */
export const MARK_LISTS = ['like', 'scrap', 'comment like', 'follow'] as const;
export type MarkList = (typeof MARK_LISTS)[number];

/** Tables of likes, which are counted; scraps and follows exist only in the lists of their members. */
const LIKES = {
  like: { item: posts.id, open: postLikes, sealed: sealedPostLikes, column: sql`post_id` },
  'comment like': {
    item: comments.id,
    open: commentLikes,
    sealed: sealedCommentLikes,
    column: sql`comment_id`,
  },
} as const;
export type LikeList = keyof typeof LIKES;

/** Tables of what members mark with their name. */
const OPEN: Record<Exclude<MarkList, 'follow'>, { table: PgTable; column: SQL }> = {
  like: { table: postLikes, column: sql`post_id` },
  scrap: { table: postScraps, column: sql`post_id` },
  'comment like': { table: commentLikes, column: sql`comment_id` },
};

/** SHA-256 of a member's secret key and a message. No message is a prefix of another one. */
const hashOf = (key: unknown, purpose: string, ...parts: SQL[]): SQL =>
  sql`sha256(${sql.join([sql`${key}::bytea`, sql.raw(`'${purpose};'::bytea`), ...parts], sql` || `)})`;

const bytesOf = (id: unknown): SQL => sql`int8send(${id}::bigint)`;

/** The member who likes an item, as the table of its likes stores it. */
export const likeVoter = (list: LikeList, item: unknown, { markKey }: MarkOwner): SQL =>
  hashOf(markKey, `${list} voter`, bytesOf(item));

/** The member who views a post on a day, as the table of views stores it. */
export const viewVoter = (postId: unknown, day: unknown, { markKey }: MarkOwner): SQL =>
  hashOf(markKey, 'view voter', bytesOf(postId), sql`date_send(${day}::date)`);

const markEntry = (list: MarkList, item: unknown, { markKey }: MarkOwner): SQL =>
  hashOf(markKey, `${list} entry`, bytesOf(item));

export const markList = (list: MarkList, { markKey }: MarkOwner): SQL =>
  hashOf(markKey, `${list} owner`);

/** Encrypts and decrypts a number of an entry: XOR with a hash of the key and the entry, which no other row has. */
function masked(value: unknown, what: 'item' | 'time', entry: unknown, key: unknown): SQL {
  const pad = hashOf(key, `${what} of`, sql`${entry}`);
  return sql`(${value}::bigint # ('x' || left(encode(${pad}, 'hex'), 16))::bit(64)::bigint)`;
}

/** The item of a row of `sealed_marks`. */
export const itemOfMark = ({ markKey }: Pick<MarkOwner, 'markKey'>): SQL<number> =>
  masked(sealedMarks.item, 'item', sealedMarks.entry, markKey) as SQL<number>;

const timeOfMark = ({ markKey }: Pick<MarkOwner, 'markKey'>): SQL =>
  sql`to_timestamp(${masked(sealedMarks.markedAt, 'time', sealedMarks.entry, markKey)} / 1000.0)`;

/** Statement: adds marks of anonymous items, the rows `item`, `at` and key of `from`. */
export function insertMarks(
  list: MarkList,
  { item, at, markKey }: { item: unknown; at: unknown; markKey: unknown },
  from: SQL = sql``,
): SQL {
  const owner = { memberId: null, markKey };
  const entry = markEntry(list, item, owner);
  const milliseconds = sql`(extract(epoch from ${at}::timestamptz) * 1000)`;
  return sql`insert into ${sealedMarks} (entry, owner, item, marked_at)
    select ${entry}, ${markList(list, owner)}, ${masked(item, 'item', entry, markKey)},
      ${masked(milliseconds, 'time', entry, markKey)} ${from}
    on conflict do nothing`;
}

/** Statement: ends a mark of an anonymous item. */
export const deleteMark = (list: MarkList, item: unknown, owner: MarkOwner): SQL =>
  sql`delete from ${sealedMarks} where entry = ${markEntry(list, item, owner)}`;

/** The sealed part of a list as a table with `item` and `created_at`. */
const sealedItems = (list: MarkList, owner: MarkOwner): SQL =>
  sql`select ${itemOfMark(owner)} as item, ${timeOfMark(owner)} as created_at
    from ${sealedMarks} where ${sealedMarks.owner} = ${markList(list, owner)}`;

/** A list of a member as a table with `item` and `created_at`. */
export function markedItems(list: keyof typeof OPEN, owner: MarkOwner): SQL {
  const { table, column } = OPEN[list];
  return sql`(select ${column} as item, created_at from ${table} where member_id = ${owner.memberId}
    union all ${sealedItems(list, owner)})`;
}

/**
 * The posts that a member follows, as such a table. Rows with an author's seal were written by the previous
 * release; a job replaces their seals.
 */
export function followedItems(owner: MarkOwner & { seal: unknown }): SQL {
  return sql`(select post_id as item, created_at from ${postFollows}
    where member_id = ${owner.memberId} or member_seal = ${owner.seal}
    union all ${sealedItems('follow', owner)})`;
}

/** Whether the member likes a row of `posts` or `comments`; the statement reads `posts`, too. */
export function isLikedBy(list: LikeList, owner: MarkOwner): SQL<boolean> {
  const { item, open, sealed, column } = LIKES[list];
  return sql<boolean>`(exists (select 1 from ${open} where ${column} = ${item} and member_id = ${owner.memberId})
    or (${posts.anonymous} and exists (select 1 from ${sealed}
      where ${column} = ${item} and voter = ${likeVoter(list, item, owner)})))`;
}

/** Whether the member scrapped a row of `posts`. */
export const isScrappedBy = (owner: MarkOwner): SQL<boolean> =>
  sql<boolean>`(exists (select 1 from ${postScraps} where post_id = ${posts.id} and member_id = ${owner.memberId})
    or (${posts.anonymous} and exists (select 1 from ${sealedMarks}
      where entry = ${markEntry('scrap', posts.id, owner)})))`;

/** Likes of an item, open and sealed; `item` is an expression with the name of its table. */
export function likesOf(list: LikeList, item: SQLWrapper): SQL<number> {
  const { open, sealed, column } = LIKES[list];
  return sql<number>`((select count(*) from ${open} l where l.${column} = ${item})
    + (select count(*) from ${sealed} l where l.${column} = ${item}))`;
}

/** Likes of an item by others than the member. */
export function likesByOthers(list: LikeList, item: number, owner: MarkOwner): SQL<number> {
  const { open, sealed, column } = LIKES[list];
  return sql<number>`((select count(*) from ${open} where ${column} = ${item} and member_id <> ${owner.memberId})
    + (select count(*) from ${sealed} where ${column} = ${item} and voter <> ${likeVoter(list, item, owner)}))`;
}

/** Parts of a statement that stores a like of an anonymous item. */
export function insertSealedLike(
  list: LikeList,
  { item, at, owner }: { item: unknown; at: unknown; owner: MarkOwner },
): SQL {
  const { sealed, column } = LIKES[list];
  return sql`liked as (
      insert into ${sealed} (${column}, voter) values (${item}, ${likeVoter(list, item, owner)})
    ), listed as (${insertMarks(list, { item, at, markKey: owner.markKey })})`;
}

/** How many likes of the member `deleteLikes` ended. */
export const likesGone: SQL = sql`((select count(*) from unliked) + (select count(*) from unsealed))`;

/**
 * Parts of a statement that ends a like. The previous release stores likes of anonymous items openly, even in
 * addition to a sealed one.
 */
export function deleteLikes(list: LikeList, item: unknown, owner: MarkOwner): SQL {
  const { open, sealed, column } = LIKES[list];
  return sql`unliked as (
      delete from ${open} where ${column} = ${item} and member_id = ${owner.memberId} returning 1
    ), unsealed as (
      delete from ${sealed} where ${column} = ${item} and voter = ${likeVoter(list, item, owner)} returning 1
    ), unlisted as (${deleteMark(list, item, owner)})`;
}
