import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import {
  banners,
  blinds,
  boardCounters,
  chatMessages,
  chatReactions,
  chatRoomMembers,
  chatRooms,
  comments,
  friendships,
  lectureMarks,
  lectureSlots,
  members,
  mustReads,
  pageAnchors,
  pageChanges,
  polls,
  postSearch,
  posts,
  teamApplications,
  timetableTimes,
  uploads,
} from '../../db/schema/index.ts';
import { foundOf, type Page } from './integrity.scan.ts';

const PAGE = 1_000;

/** Counted, as `exists` would make the planner hash a whole table for each page. */
const has = (rows: SQL) => sql`((select count(*) from ${rows}) > 0)`;

/** Whether an address of a picture of this site has no row. */
const isLost = (url: SQL) => sql`(${url} ~ '^/files/[\\w-]+\\.webp$'
  and not ${has(sql`${uploads} u where u.key = substr(${url}, 8, length(${url}) - 12)`)})`;

/** Whatever no foreign key or check says of a post. Its pictures go with its deletion. */
const postFault = sql`p.has_poll <> ${has(sql`${polls} o where o.post_id = p.id`)}
  or p.must_read <> ${has(sql`${mustReads} m where m.post_id = p.id and m.is_open`)}
  or (p.blinded_at is not null) <> ${has(sql`${blinds} b where b.post_id = p.id`)}
  or (p.lecture_id is null and p.deleted_at is null and p.blinded_at is null)
    <> ${has(sql`${postSearch} s where s.post_id = p.id`)}
  or (p.accepted_comment_id is not null and not ${has(sql`${comments} c
    where c.id = p.accepted_comment_id and c.post_id = p.id and c.deleted_at is null`)})
  or (p.deleted_at is null and cardinality(p.image_urls) > 0
    and ${has(sql`unnest(p.image_urls) as image(url) where ${isLost(sql`image.url`)}`)})`;

const commentFault = sql`(c.blinded_at is not null) <> ${has(sql`${blinds} b where b.comment_id = c.id`)}
  or (c.parent_id is not null and not ${has(sql`${comments} parent
    where parent.id = c.parent_id and parent.post_id = c.post_id and parent.parent_id is null`)})
  or (c.deleted_at is null and c.picture is not null and ${isLost(sql`(c.picture ->> 'url')`)})`;

const PARTS = {
  POST_PARTS: { table: sql`${posts} p`, id: sql`p.id`, fault: postFault },
  COMMENT_PARTS: { table: sql`${comments} c`, id: sql`c.id`, fault: commentFault },
} as const;

/** Compares one page of posts or comments with what belongs to them, in one snapshot. */
export async function compareParts(
  db: Executor,
  check: keyof typeof PARTS,
  after: string,
): Promise<Page<string>> {
  const { table, id, fault } = PARTS[check];
  const { rows } = await db.execute<{ looked: number; last: string | null; faulty: string[] }>(sql`
    with compared as (
      select ${id} as id, ${fault} as is_faulty from ${table}
      where ${id} > ${after}::bigint order by ${id} limit ${PAGE}
    )
    select count(*)::integer as looked, max(id)::text as last,
      coalesce(array_agg(id::text order by id) filter (where is_faulty), '{}') as faulty from compared`);
  const { looked = 0, last = null, faulty = [] } = rows[0] ?? {};
  return { ...foundOf(looked, faulty), next: looked < PAGE ? null : last };
}

/** Each selects `place`, what a report may name, and `is_faulty`. */
const OTHERS: readonly SQL[] = [
  sql`select 'members ' || id as place, ${isLost(sql`profile_image_url`)} as is_faulty
    from ${members} where profile_image_url is not null`,
  sql`select 'banners ' || id, ${isLost(sql`image_url`)} from ${banners} where image_url is not null`,
  sql`select 'friendships ' || id, requester_id not in (low_id, high_id) from ${friendships}`,
  sql`select 'chat_rooms ' || r.id, (select array_agg(s.member_id order by s.member_id)
    from ${chatRoomMembers} s where s.room_id = r.id) is distinct from array[r.low_id, r.high_id]
    from ${chatRooms} r where r.low_id is not null`,
  sql`select 'chat_rooms ' || s.room_id, not s.is_out and p.author_id is distinct from s.member_id
      and not ${has(sql`${teamApplications} a where a.post_id = r.team_id and a.member_id = s.member_id and a.state = 'ACCEPTED'`)}
    from ${chatRoomMembers} s inner join ${chatRooms} r on r.id = s.room_id inner join ${posts} p on p.id = r.team_id`,
  sql`select 'chat_reactions ' || e.message_id, m.recalled_at is not null
      or not ${has(sql`${chatRoomMembers} s where s.room_id = m.room_id and s.member_id = e.member_id`)}
    from ${chatReactions} e inner join ${chatMessages} m on m.id = e.message_id`,
  sql`select 'lectures ' || m.lecture_id, t.id is null from ${lectureMarks} m
    inner join ${lectureSlots} s on s.lecture_id = m.lecture_id
    left join ${timetableTimes} t on t.lecture_id = s.lecture_id and t.position = s.position
      and t.member_id = m.member_id`,
];

/** Compares all rows of one further table, which has no more than a few for each member. */
export async function compareOthers(db: Executor, at: number): Promise<Page<number>> {
  const select = OTHERS[at] ?? sql`select '', false where false`;
  const { rows } = await db.execute<{ looked: number; faulty: string[] }>(sql`
    select count(*)::integer as looked,
      coalesce((array_agg(distinct place) filter (where is_faulty)), '{}') as faulty
    from (${select}) as one (place, is_faulty)`);
  const { looked = 0, faulty = [] } = rows[0] ?? {};
  return { ...foundOf(looked, faulty), next: at + 1 < OTHERS.length ? at + 1 : null };
}

/** Boards whose number of places in lists is not that of their posts. */
export async function compareRanks(db: Executor): Promise<Page<number>> {
  const { rows } = await db.execute<{ board_type: string; is_faulty: boolean }>(sql`
    select c.board_type,
      coalesce((select rank from ${pageAnchors} a where a.board_type = c.board_type
          order by pinned desc, created_at desc, post_id desc limit 1), 0)
        + coalesce((select sum(step) from ${pageChanges} p where p.board_type = c.board_type), 0)
        <> (select count(*) from ${posts} p
          where p.board_type = c.board_type and p.lecture_id is null and p.deleted_at is null) as is_faulty
    from ${boardCounters} c order by c.board_type`);
  const faulty = rows.filter((row) => row.is_faulty).map(({ board_type }) => board_type);
  return { ...foundOf(rows.length, faulty), next: null };
}
