import { type SQL, sql } from 'drizzle-orm';
import { byteArray, idArray } from '../../db/arrays.ts';
import type { Executor, Tx } from '../../db/client.ts';
import {
  commentLikes,
  comments,
  members,
  postFollows,
  postLikes,
  postScraps,
  posts,
  postViews,
  sealedCommentLikes,
  sealedMarks,
  sealedPostLikes,
  sealedPostViews,
} from '../../db/schema/index.ts';
import { FIRST_ANONYMOUS_ID } from '../authorship/author.ts';
import {
  insertMarks,
  itemOfMark,
  type LikeList,
  likeVoter,
  type MarkList,
  markList,
  viewVoter,
} from './marks.sql.ts';

/** A mark of an anonymous item that is stored with a plain member id. */
interface OpenMark {
  item: number;
  memberId: number;
}

interface Kind {
  find: SQL;
  /** Locks the items whose counts the move may change; null for kinds that are not counted. */
  lock: SQL | null;
  /** Moves the rows `given` (`item`, `member_id`, `mark_key`). */
  move: SQL;
}

/** Of a row of `given`, or of what was deleted. */
const owner = { memberId: sql`member_id`, markKey: sql`mark_key` };
const item = sql`item`;
const ofPost = sql`inner join ${posts} on ${posts.id} = open.post_id and ${posts.anonymous}`;
const marks = (list: MarkList) =>
  insertMarks(list, { item, at: sql`created_at`, markKey: owner.markKey }, sql`from gone`);
/**
 * Likes that were counted twice for one member: the previous release may have counted both an open and a
 * sealed one.
 */
const surplus = sql`surplus as (
  select item, count(*) - (select count(*) from sealed where sealed.id = gone.item) as likes
  from gone group by item)`;
const voters = (list: LikeList) =>
  sql`select item, ${likeVoter(list, item, owner)} from gone on conflict do nothing`;

/** Ids of anonymous items are beyond all others, so that an index finds their rows. */
const KINDS = {
  likes: {
    find: sql`select open.post_id as item, open.member_id from ${postLikes} as open ${ofPost}
      where open.post_id >= ${FIRST_ANONYMOUS_ID} order by 1, 2`,
    lock: sql`select id from ${posts}`,
    move: sql`gone as (
        delete from ${postLikes} as open using given
        where open.post_id = given.item and open.member_id = given.member_id
        returning open.post_id as item, open.member_id, open.created_at, mark_key
      ), sealed as (
        insert into ${sealedPostLikes} (post_id, voter) ${voters('like')} returning post_id as id
      ), listed as (${marks('like')}), ${surplus}
      update ${posts} set like_count = like_count - surplus.likes from surplus
      where id = surplus.item and surplus.likes > 0`,
  },
  commentLikes: {
    find: sql`select open.comment_id as item, open.member_id from ${commentLikes} as open
      inner join ${comments} on ${comments.id} = open.comment_id
      inner join ${posts} on ${posts.id} = ${comments.postId} and ${posts.anonymous}
      where open.comment_id >= ${FIRST_ANONYMOUS_ID} order by 1, 2`,
    lock: sql`select id from ${comments}`,
    move: sql`gone as (
        delete from ${commentLikes} as open using given
        where open.comment_id = given.item and open.member_id = given.member_id
        returning open.comment_id as item, open.member_id, open.created_at, mark_key
      ), sealed as (
        insert into ${sealedCommentLikes} (comment_id, voter) ${voters('comment like')}
        returning comment_id as id
      ), listed as (${marks('comment like')}), ${surplus}
      update ${comments} set like_count = like_count - surplus.likes from surplus
      where id = surplus.item and surplus.likes > 0`,
  },
  scraps: {
    find: sql`select open.post_id as item, open.member_id from ${postScraps} as open ${ofPost}
      where open.post_id >= ${FIRST_ANONYMOUS_ID} order by 1, 2`,
    lock: null,
    move: sql`gone as (
        delete from ${postScraps} as open using given
        where open.post_id = given.item and open.member_id = given.member_id
        returning open.post_id as item, open.created_at, mark_key
      ) ${marks('scrap')}`,
  },
  views: {
    find: sql`select open.post_id as item, open.member_id from ${postViews} as open ${ofPost}
      where open.post_id >= ${FIRST_ANONYMOUS_ID} group by 1, 2 order by 1, 2`,
    lock: null,
    move: sql`gone as (
        delete from ${postViews} as open using given
        where open.post_id = given.item and open.member_id = given.member_id
        returning open.post_id as item, open.day, open.member_id, mark_key
      ) insert into ${sealedPostViews} (post_id, voter, day)
        select item, ${viewVoter(item, sql`day`, owner)}, day from gone on conflict do nothing`,
  },
} satisfies Record<string, Kind>;

export type OpenKind = keyof typeof KINDS;
export const OPEN_KINDS = Object.keys(KINDS) as OpenKind[];

export async function listOpenMarks(db: Executor, kind: OpenKind, limit: number) {
  const { rows } = await db.execute<{ item: string; member_id: string }>(
    sql`${KINDS[kind].find} limit ${limit}`,
  );
  return rows.map((row) => ({ item: Number(row.item), memberId: Number(row.member_id) }));
}

/** Moves open marks of anonymous items into the sealed tables. */
export async function moveOpenMarks(
  tx: Tx,
  kind: OpenKind,
  found: readonly OpenMark[],
  keyOf: (memberId: number) => Buffer,
): Promise<void> {
  const { lock, move } = KINDS[kind];
  const items = idArray(found.map((mark) => mark.item));
  if (lock !== null) {
    await tx.execute(sql`${lock} where id = any(${items}) order by id for no key update`);
  }
  const ids = idArray(found.map(({ memberId }) => memberId));
  const keys = byteArray(found.map(({ memberId }) => keyOf(memberId)));
  await tx.execute(sql`with given as materialized (
    select * from unnest(${items}, ${ids}, ${keys}) as one(item, member_id, mark_key)
  ), ${move}`);
}

/** Bytes of an author's seal; earlier releases stored it for followers of anonymous posts too. */
const AUTHOR_SEAL_BYTES = 24;

/** Follows with the seal of an author, after the follow `after`. */
export async function listOldFollows(db: Executor, after: OldFollow | null, limit: number) {
  const next =
    after === null ? sql`true` : sql`(post_id, member_seal) > (${after.postId}, ${after.seal})`;
  const { rows } = await db.execute<{ post_id: string; seal: Buffer }>(sql`
    select post_id, member_seal as seal from ${postFollows}
    where octet_length(member_seal) = ${AUTHOR_SEAL_BYTES} and ${next}
    order by post_id, member_seal limit ${limit}`);
  return rows.map(({ post_id, seal }) => ({ postId: Number(post_id), seal }));
}

export interface OldFollow {
  postId: number;
  seal: Buffer;
}

/** Replaces the seals of follows by seals that differ per post, and adds the follows to the sealed lists. */
export async function replaceFollows(
  db: Executor,
  found: readonly (OldFollow & { newSeal: Buffer; markKey: Buffer })[],
): Promise<void> {
  const all = <T>(read: (follow: (typeof found)[number]) => T) => found.map(read);
  await db.execute(sql`with given as materialized (
      select * from unnest(${idArray(all((one) => one.postId))}, ${byteArray(all((one) => one.seal))},
        ${byteArray(all((one) => one.newSeal))}, ${byteArray(all((one) => one.markKey))})
        as one(item, old_seal, new_seal, mark_key)
    ), gone as (
      delete from ${postFollows} using given where post_id = item and member_seal = old_seal
      returning item, new_seal, created_at, mark_key
    ), sealed as (
      insert into ${postFollows} (post_id, member_seal, created_at)
      select item, new_seal, to_timestamp(0) from gone on conflict do nothing
    ) ${marks('follow')}`);
}

/** Ids of members after a given id, withdrawn members included. */
export async function listMemberIds(db: Executor, after: number, limit: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from ${members} where id > ${after} order by id limit ${limit}`,
  );
  return rows.map(({ id }) => Number(id));
}

/** Deletes list entries of these keys about items that no longer exist; returns how many. */
export async function deleteLostMarks(db: Executor, keys: readonly Buffer[]): Promise<number> {
  const key = { memberId: null, markKey: sql`own.mark_key` };
  const lost = (list: MarkList, table: typeof posts | typeof comments) => sql`
    delete from ${sealedMarks} using unnest(${byteArray(keys)}) as own(mark_key)
    where owner = ${markList(list, key)}
      and not exists (select from ${table} where id = ${itemOfMark(key)})`;
  let gone = 0;
  for (const list of ['like', 'scrap', 'follow'] as const) {
    gone += (await db.execute(lost(list, posts))).rowCount ?? 0;
  }
  return gone + ((await db.execute(lost('comment like', comments))).rowCount ?? 0);
}
