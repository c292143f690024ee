import type { CounterCheck } from '@naru/contract/integrity-checks';
import { type SQL, sql } from 'drizzle-orm';
import { textArray } from '../../db/arrays.ts';
import type { Executor } from '../../db/client.ts';
import {
  boardCounters,
  chatMessages,
  chatRoomMembers,
  chatRooms,
  comments,
  lectureMarks,
  lectures,
  petitionSignatures,
  petitions,
  pollBallots,
  polls,
  postLikes,
  posts,
  postViews,
  sealedPostViews,
  teamApplications,
  teams,
} from '../../db/schema/index.ts';
import { likesOf } from '../../domain/marks/marks.sql.ts';
import { foundOf, type Page } from './integrity.scan.ts';

/** Rows of one statement: some milliseconds to some tens of them on the database, which holds no lock. */
const PAGE = 1_000;

/**
 * A counter and the rows that it counts. A statement compares both in one snapshot, and each counter
 * changes in the transaction of its cause, so that work in progress is never taken for a fault.
 */
interface Counter {
  /** `id` and `is_faulty` of the rows `page` returns. */
  compare: (page: SQL) => SQL;
  /** The rows themselves, with what `compare` needs. */
  rows: SQL;
  /** Place of a row in the order of the pages; ids of the report are of the same column. */
  key: SQL;
  /** Locks the rows with these ids, as every writer does before it counts. */
  lock: (ids: readonly string[]) => SQL;
  /** Counts locked rows again. */
  recount: (ids: readonly string[]) => SQL;
}

const list = (ids: readonly string[]) => sql`any(${textArray(ids)}::bigint[])`;

const postLikesOf = likesOf('like', sql`p.id`);
const commentsOf = sql`(select count(*) from ${comments} c where c.post_id = p.id and c.deleted_at is null)`;
const viewsOf = sql`((select count(*) from ${postViews} v where v.post_id = p.id)
  + (select count(*) from ${sealedPostViews} v where v.post_id = p.id))`;
const ownOf = sql`(select count(*) from ${postLikes} l where l.post_id = p.id and l.member_id = p.author_id)`;
const commentLikesOf = likesOf('comment like', sql`c.id`);
const repliesOf = sql`(select count(*) from ${comments} r where r.parent_id = c.id and r.deleted_at is null)`;
const marksOf = sql`(select count(*) from ${lectureMarks} m where m.lecture_id = l.id)`;
const votersOf = sql`(select count(*) from ${pollBallots} b where b.post_id = p.post_id)`;
const signaturesOf = sql`(select count(*)::integer from ${petitionSignatures} s where s.post_id = p.post_id)`;
const votesOf = sql`array(
  select (select count(*)::integer from ${pollBallots} b
    where b.post_id = p.post_id and (b.choices >> (option - 1)) & 1 = 1)
  from generate_series(1, p.option_count::integer) as option order by option)`;
const acceptedOf = sql`(select count(*) from ${teamApplications} a where a.post_id = t.post_id and a.state = 'ACCEPTED')`;
/** A member who left the room, or the site, has nothing unread there; in rooms of lectures and teams nothing is stored. */
const unreadOf = sql`case when s.is_out or (select r.low_id from ${chatRooms} r where r.id = s.room_id) is null then 0 else (select count(*) from ${chatMessages} m
  where m.room_id = s.room_id and m.sender_id <> s.member_id and m.recalled_at is null and not m.is_withheld
    and m.id > greatest(s.read_id, s.hidden_id)) end`;

const COUNTERS: Record<Exclude<CounterCheck, 'BOARD_COUNTS'>, Counter> = {
  POST_COUNTS: {
    key: sql`id`,
    rows: sql`select id, author_id, like_count, self_like_count, comment_count, view_count from ${posts}`,
    // Who likes an anonymous post of its own is known by its seal only; views are retained for two days.
    compare: (
      page,
    ) => sql`select p.id, p.like_count <> ${postLikesOf} or p.comment_count <> ${commentsOf}
      or p.view_count < ${viewsOf}
      or case when p.author_id is null then p.self_like_count not in (0, 1)
        else p.self_like_count <> ${ownOf} end as is_faulty from ${page} p`,
    lock: (ids) =>
      sql`select id from ${posts} where id = ${list(ids)} order by id for no key update`,
    recount: (
      ids,
    ) => sql`update ${posts} p set like_count = ${postLikesOf}, comment_count = ${commentsOf},
      view_count = greatest(p.view_count, ${viewsOf}),
      self_like_count = case when p.author_id is null
        then least(greatest(p.self_like_count, 0), 1) else ${ownOf} end
      where p.id = ${list(ids)}`,
  },
  COMMENT_COUNTS: {
    key: sql`id`,
    rows: sql`select id, like_count, reply_count from ${comments}`,
    compare: (page) => sql`select c.id,
      c.like_count <> ${commentLikesOf} or c.reply_count <> ${repliesOf} as is_faulty from ${page} c`,
    lock: (ids) =>
      sql`select id from ${comments} where id = ${list(ids)} order by id for no key update`,
    recount: (ids) => sql`update ${comments} c
      set like_count = ${commentLikesOf}, reply_count = ${repliesOf} where c.id = ${list(ids)}`,
  },
  LECTURE_COUNTS: {
    key: sql`id`,
    rows: sql`select id, marked_count from ${lectures}`,
    compare: (page) => sql`select l.id, l.marked_count <> ${marksOf} as is_faulty from ${page} l`,
    lock: (ids) =>
      sql`select id from ${lectures} where id = ${list(ids)} order by id for no key update`,
    recount: (ids) =>
      sql`update ${lectures} l set marked_count = ${marksOf} where l.id = ${list(ids)}`,
  },
  POLL_COUNTS: {
    key: sql`post_id`,
    rows: sql`select post_id, option_count, counts, voter_count from ${polls}`,
    compare: (page) => sql`select p.post_id as id,
      p.voter_count <> ${votersOf} or p.counts <> ${votesOf} as is_faulty from ${page} p`,
    lock: (ids) =>
      sql`select post_id from ${polls} where post_id = ${list(ids)} order by post_id for no key update`,
    recount: (ids) => sql`update ${polls} p set voter_count = ${votersOf}, counts = ${votesOf}
      where p.post_id = ${list(ids)}`,
  },
  TEAM_COUNTS: {
    key: sql`post_id`,
    rows: sql`select post_id, accepted_count from ${teams}`,
    compare: (page) =>
      sql`select t.post_id as id, t.accepted_count <> ${acceptedOf} as is_faulty from ${page} t`,
    lock: (ids) =>
      sql`select post_id from ${teams} where post_id = ${list(ids)} order by post_id for no key update`,
    recount: (ids) => sql`update ${teams} t set accepted_count = ${acceptedOf}
      where t.post_id = ${list(ids)}`,
  },
  // Counted again, a number below its threshold leaves the answer owed: the day is public.
  PETITION_COUNTS: {
    key: sql`post_id`,
    rows: sql`select post_id, signature_count, threshold, reached_at, owed_on from ${petitions}`,
    compare: (page) => sql`select p.post_id as id, p.signature_count <> ${signaturesOf}
      or (p.reached_at is null and p.signature_count >= p.threshold)
      or (p.reached_at is null) <> (p.owed_on is null) as is_faulty from ${page} p`,
    lock: (ids) =>
      sql`select post_id from ${petitions} where post_id = ${list(ids)} order by post_id for no key update`,
    recount: (ids) =>
      sql`update ${petitions} p set signature_count = ${signaturesOf} where p.post_id = ${list(ids)}`,
  },
  CHAT_COUNTS: {
    key: sql`room_id`,
    rows: sql`select * from ${chatRoomMembers}`,
    compare: (page) =>
      sql`select s.room_id as id, s.unread_count <> ${unreadOf} as is_faulty from ${page} s`,
    lock: (ids) => sql`select room_id from ${chatRoomMembers} where room_id = ${list(ids)}
      order by room_id, member_id for no key update`,
    recount: (ids) => sql`update ${chatRoomMembers} s set unread_count = ${unreadOf}
      where s.room_id = ${list(ids)}`,
  },
};

/** Boards that have posts or a counter, with what the counter should say. */
const boards = sql`select coalesce(b.board_type, p.board_type) as id,
    coalesce(b.post_count, 0) as stored, coalesce(p.live, 0) as live
  from ${boardCounters} b full join (
    select board_type, count(*) as live from ${posts}
    where deleted_at is null and lecture_id is null group by board_type
  ) p on p.board_type = b.board_type`;

/** Ids of one page of rows whose counters are wrong. */
async function readPage(db: Executor, check: CounterCheck, after: string) {
  if (check === 'BOARD_COUNTS') {
    const { rows } = await db.execute<{ id: string; is_faulty: boolean }>(
      sql`select id, stored <> live as is_faulty from (${boards}) as board order by id`,
    );
    const faulty = rows.filter((row) => row.is_faulty).map(({ id }) => id);
    return { looked: rows.length, faulty, next: null };
  }
  const { key, rows: all, compare } = COUNTERS[check];
  const { rows } = await db.execute<{ looked: number; last: string | null; faulty: string[] }>(sql`
    with page as materialized (
      select * from (${all}) as one where ${key} > ${after}::bigint order by ${key} fetch first ${PAGE} rows with ties
    ), compared as (${compare(sql`page`)})
    select count(*)::integer as looked, max(id)::text as last,
      coalesce(array_agg(distinct id::text) filter (where is_faulty), '{}') as faulty
    from compared`);
  const { looked = 0, last = null, faulty = [] } = rows[0] ?? {};
  return { looked, faulty, next: looked < PAGE ? null : last };
}

export const FIRST = '0';

/** Compares the counters of one page. */
export async function compareCounters(
  db: Executor,
  check: CounterCheck,
  after: string,
): Promise<Page<string>> {
  const { looked, faulty, next } = await readPage(db, check, after);
  return { ...foundOf(looked, faulty), next };
}

/**
 * Counts the wrong counters of one page again, in the caller's transaction; returns how many. Rows are locked
 * before they are counted, in a statement of their own, so that the count sees all that was committed.
 */
export async function recountPage(tx: Executor, check: CounterCheck, after: string) {
  const { faulty, next } = await readPage(tx, check, after);
  if (faulty.length > 0 && check === 'BOARD_COUNTS') await recountBoards(tx, faulty);
  else if (faulty.length > 0 && check !== 'BOARD_COUNTS') {
    await tx.execute(COUNTERS[check].lock(faulty));
    await tx.execute(COUNTERS[check].recount(faulty));
  }
  return { corrected: faulty.length, next };
}

async function recountBoards(tx: Executor, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`insert into ${boardCounters} (board_type)
    select unnest(${textArray(ids)}) on conflict do nothing`);
  await tx.execute(sql`select board_type from ${boardCounters}
    where board_type = any(${textArray(ids)}) order by board_type for no key update`);
  await tx.execute(sql`update ${boardCounters} b set post_count = board.live
    from (${boards}) as board where board.id = b.board_type and b.board_type = any(${textArray(ids)})`);
}
