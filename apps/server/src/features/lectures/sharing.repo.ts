import type { Term } from '@naru/contract/timetable';
import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import {
  friendships,
  members,
  timetableOpenings,
  timetableShowings,
  timetableTimes,
} from '../../db/schema/index.ts';
import { hasBlock } from '../../domain/access/blocks.sql.ts';
import { rolesOf } from '../../domain/access/roles.sql.ts';
import type { SlotRow } from './lectures.read.repo.ts';

/** `who` of a statement that reads `f` shows the friend when they are busy. */
const shows = (who: SQL): SQL => sql`(
  exists (select 1 from ${timetableOpenings} o where o.member_id = ${who})
  or exists (select 1 from ${timetableShowings} s where s.friendship_id = f.id and s.member_id = ${who}))`;

/** The accepted friendships `f` of a member with their friends `m`, without those across a block. */
const friendsOf = (memberId: number): SQL => sql`${friendships} f
  join ${members} m on m.id = case when f.low_id = ${memberId} then f.high_id else f.low_id end
  where (f.low_id = ${memberId} or f.high_id = ${memberId}) and f.status = 'accepted'
    and m.withdrawn_at is null and not ${hasBlock(memberId, sql`m.id`)}`;

interface FriendRow {
  id: number;
  nickname: string;
  profileImageUrl: string | null;
  roles: string[];
  isShown: boolean;
  showsMe: boolean;
}

/** The friends of a member, by nickname, and who shows the timetable to whom. */
export async function listSharing(db: Executor, memberId: number) {
  const { rows } = await db.execute<{ isOpen: boolean; friends: FriendRow[] }>(sql`
    select exists (select 1 from ${timetableOpenings} o where o.member_id = ${memberId}) as "isOpen",
      (select coalesce(json_agg(json_build_object('id', m.id, 'nickname', m.nickname,
        'profileImageUrl', m.profile_image_url, 'roles', ${rolesOf(sql`m.id`)},
        'isShown', ${shows(sql`${memberId}::bigint`)}, 'showsMe', ${shows(sql`m.id`)})
        order by m.nickname), '[]') from ${friendsOf(memberId)}) as friends`);
  const [row] = rows;
  return { isOpen: row?.isOpen === true, friends: row?.friends ?? [] };
}

/** Idempotent. */
export async function setOpen(db: Executor, memberId: number, isOpen: boolean): Promise<void> {
  await db.execute(
    isOpen
      ? sql`insert into ${timetableOpenings} (member_id) values (${memberId}) on conflict do nothing`
      : sql`delete from ${timetableOpenings} where member_id = ${memberId}`,
  );
}

const isPair = (a: number, b: number): SQL =>
  sql`f.low_id = ${Math.min(a, b)} and f.high_id = ${Math.max(a, b)} and f.status = 'accepted'`;

/** Idempotent; false for who is no friend. A friendship that ends meanwhile counts as ended. */
export async function setShown(
  db: Executor,
  memberId: number,
  friendId: number,
  isShown: boolean,
): Promise<boolean> {
  const change = isShown
    ? sql`insert into ${timetableShowings} (friendship_id, member_id)
        select id, ${memberId} from pair on conflict do nothing`
    : sql`delete from ${timetableShowings}
        where member_id = ${memberId} and friendship_id in (select id from pair)`;
  const { rows } = await db.execute<{ found: number }>(sql`
    with pair as (select f.id from ${friendships} f where ${isPair(memberId, friendId)} for key share),
      change as (${change} returning 1)
    select count(*)::int as found from pair`);
  return (rows[0]?.found ?? 0) > 0;
}

interface BusyRow {
  id: number;
  nickname: string;
  slots: SlotRow[];
}

/**
 * When a member and those of the given friends are busy with whom both sides agreed; one statement, so
 * that a consent that was withdrawn before it shows nothing.
 */
export async function listBusy(
  db: Executor,
  memberId: number,
  friendIds: readonly number[],
  { year, semester }: Term,
): Promise<BusyRow[]> {
  const ids = sql.join(
    friendIds.map((id) => sql`${id}::bigint`),
    sql`, `,
  );
  const { rows } = await db.execute<{ id: number; nickname: string; slots: SlotRow[] }>(sql`
    select p.id, p.nickname, (select coalesce(json_agg(json_build_object('dow', t.dow,
        'from', t.start_minute, 'to', t.end_minute) order by t.dow, t.start_minute), '[]')
      from ${timetableTimes} t
      where t.member_id = p.id and t.year = ${year} and t.semester = ${semester}) as slots
    from (
      select m.id, m.nickname from ${members} m where m.id = ${memberId}
      union all
      select m.id, m.nickname from ${friendsOf(memberId)} and m.id in (${ids})
        and ${shows(sql`${memberId}::bigint`)} and ${shows(sql`m.id`)}) p
    order by p.id <> ${memberId}, p.nickname`);
  return rows;
}
