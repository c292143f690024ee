import { and, asc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { idArray, textArray } from '../../db/arrays.ts';
import type { Executor, Tx } from '../../db/client.ts';
import {
  memberListEntries,
  memberLists,
  members,
  scheduledNotices,
} from '../../db/schema/index.ts';

const count = sql<number>`(${sql`select count(*)::int from ${memberListEntries}
  inner join ${members} on ${members.id} = ${memberListEntries.memberId}
  where ${memberListEntries.listId} = ${memberLists.id} and ${members.withdrawnAt} is null`})`;
const listColumns = { id: memberLists.id, name: memberLists.name, count };

/** Majors of living members, with how many have each, by name. */
export function listMajors(db: Executor) {
  return db
    .select({ name: sql<string>`${members.major}`, count: sql<number>`count(*)::int` })
    .from(members)
    .where(and(isNotNull(members.major), isNull(members.withdrawnAt)))
    .groupBy(members.major)
    .orderBy(asc(members.major));
}

export const listLists = (db: Executor) =>
  db.select(listColumns).from(memberLists).orderBy(asc(memberLists.name));

export async function findList(db: Executor, id: number) {
  const [row] = await db.select(listColumns).from(memberLists).where(eq(memberLists.id, id));
  return row ?? null;
}

/** Locks the list until the transaction ends. */
export async function lockList(tx: Tx, id: number): Promise<boolean> {
  const rows = await tx
    .select({ id: memberLists.id })
    .from(memberLists)
    .where(eq(memberLists.id, id))
    .for('update');
  return rows.length > 0;
}

/** Serialises new lists, so that their limit and names hold. */
export async function lockNames(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('member lists', 0))`);
}

export const countLists = (tx: Tx) => tx.$count(memberLists);

/** Whether another list than `except` has the name. */
export async function isNameTaken(tx: Tx, name: string, except: number | null): Promise<boolean> {
  const isOther = except === null ? undefined : ne(memberLists.id, except);
  const isSame = sql`lower(${memberLists.name}) = lower(${name})`;
  return (await tx.$count(memberLists, and(isSame, isOther))) > 0;
}

export async function insertList(tx: Tx, name: string): Promise<number> {
  const [row] = await tx.insert(memberLists).values({ name }).returning({ id: memberLists.id });
  if (row === undefined) throw new Error('no list was inserted');
  return row.id;
}

export async function renameList(tx: Tx, id: number, name: string): Promise<void> {
  await tx.update(memberLists).set({ name }).where(eq(memberLists.id, id));
}

export async function addMembers(tx: Tx, id: number, memberIds: readonly number[]): Promise<void> {
  await tx.execute(sql`insert into ${memberListEntries} (list_id, member_id)
    select ${id}, added from unnest(${idArray(memberIds)}) as added on conflict do nothing`);
}

export async function removeMembers(
  tx: Tx,
  id: number,
  memberIds: readonly number[],
): Promise<void> {
  const isOne = sql`${memberListEntries.memberId} = any(${idArray(memberIds)})`;
  await tx.delete(memberListEntries).where(and(eq(memberListEntries.listId, id), isOne));
}

export async function deleteList(tx: Tx, id: number): Promise<void> {
  await tx.delete(memberLists).where(eq(memberLists.id, id));
}

export function listMembers(db: Executor, id: number) {
  return db
    .select({ id: members.id, nickname: members.nickname })
    .from(memberListEntries)
    .innerJoin(members, eq(members.id, memberListEntries.memberId))
    .where(and(eq(memberListEntries.listId, id), isNull(members.withdrawnAt)))
    .orderBy(asc(members.nickname), asc(members.id));
}

/** Living members with one of the numbers or addresses, by both. */
export async function findPeople(db: Executor, words: readonly string[]) {
  const rows = await db
    .select({ id: members.id, username: members.username, email: members.email })
    .from(members)
    .where(
      and(
        isNull(members.withdrawnAt),
        sql`(${members.username} = any(${textArray(words)}) or ${members.email} = any(${textArray(words)}))`,
      ),
    );
  return new Map(
    rows.flatMap(({ id, username, email }) => [[username, id] as const, [email, id] as const]),
  );
}

/** Whether a scheduled notice is for the list. */
export async function isScheduledFor(tx: Tx, id: number): Promise<boolean> {
  const group = JSON.stringify([`LIST:${id}`]);
  const isFor = sql`${scheduledNotices.body} -> 'groups' @> ${group}::jsonb`;
  return (await tx.$count(scheduledNotices, isFor)) > 0;
}
