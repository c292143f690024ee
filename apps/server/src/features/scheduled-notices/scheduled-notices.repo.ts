import type { BoardType } from '@naru/contract/boards';
import type { Head } from '@naru/contract/heads';
import type { PostInput } from '@naru/contract/posts';
import {
  and,
  asc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { boardHeads, members, scheduledNotices } from '../../db/schema/index.ts';
import type { ScheduleBoard } from './scheduled-notices.policy.ts';

type Row = typeof scheduledNotices.$inferSelect;

export interface ScheduledRow extends Omit<Row, 'body'> {
  body: PostInput;
}

export type ScheduledValues = Pick<
  ScheduledRow,
  'authorId' | 'body' | 'publishAt' | 'pinUntil' | 'updatedAt'
>;

/** Serialises the scheduling of a board until the transaction ends, so that its limit holds. */
export async function lockSchedule(tx: Executor, { boardType }: ScheduleBoard): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`scheduled ${boardType}`}, 0))`,
  );
}

export function countScheduled(db: Executor, { boardType }: ScheduleBoard): Promise<number> {
  return db.$count(scheduledNotices, eq(scheduledNotices.boardType, boardType));
}

/** The notices of an author for one time with the title, and the given body, as JSON of one form. */
export async function listOfTime(
  db: Executor,
  { authorId, publishAt, body }: ScheduledValues,
): Promise<{ id: number; body: string; given: string }[]> {
  return db
    .select({
      id: scheduledNotices.id,
      body: sql<string>`${scheduledNotices.body}::text`,
      given: sql<string>`${JSON.stringify(body)}::jsonb::text`,
    })
    .from(scheduledNotices)
    .where(
      and(
        eq(scheduledNotices.authorId, authorId),
        eq(scheduledNotices.publishAt, publishAt),
        sql`${scheduledNotices.body} ->> 'title' = ${body.title}`,
      ),
    );
}

export async function insertScheduled(
  db: Executor,
  { boardType }: ScheduleBoard,
  values: ScheduledValues,
): Promise<number> {
  const [row] = await db
    .insert(scheduledNotices)
    .values({ ...values, boardType, createdAt: values.updatedAt })
    .returning({ id: scheduledNotices.id });
  if (row === undefined) throw new Error('the notice was not scheduled');
  return row.id;
}

/** Also clears the failure. */
export async function updateScheduled(
  db: Executor,
  { boardType }: ScheduleBoard,
  id: number,
  values: ScheduledValues,
): Promise<void> {
  await db
    .update(scheduledNotices)
    .set({ ...values, boardType, failure: null })
    .where(eq(scheduledNotices.id, id));
}

export async function deleteScheduled(db: Executor, _: ScheduleBoard, id: number): Promise<void> {
  await db.delete(scheduledNotices).where(eq(scheduledNotices.id, id));
}

/** Next first, without their text. */
export async function listScheduled(db: Executor, boards: readonly BoardType[]) {
  const withoutText = sql<PostInput>`${scheduledNotices.body} - 'content'`;
  const rows = await selectScheduled(db, withoutText)
    .where(inArray(scheduledNotices.boardType, [...boards]))
    .orderBy(asc(scheduledNotices.publishAt), asc(scheduledNotices.id));
  return rows as (ScheduledRow & (typeof rows)[number])[];
}

export type ListedRow = Awaited<ReturnType<typeof listScheduled>>[number];

export async function findScheduled(db: Executor, id: number): Promise<ListedRow | null> {
  const [row] = await selectScheduled(db, scheduledNotices.body).where(eq(scheduledNotices.id, id));
  return (row as ListedRow | undefined) ?? null;
}

/** The head of a notice, also a retired one; null without. */
export async function findHead(db: Executor, { body }: ScheduledRow): Promise<Head | null> {
  if (body.headId == null) return null;
  const { id, name } = boardHeads;
  const [row] = await db.select({ id, name }).from(boardHeads).where(eq(id, body.headId));
  return row ?? null;
}

/** Locks the notice, so that it is not published meanwhile; null once it is gone. */
export async function lockScheduled(tx: Executor, id: number): Promise<ScheduledRow | null> {
  const [row] = await tx
    .select()
    .from(scheduledNotices)
    .where(eq(scheduledNotices.id, id))
    .for('update');
  return (row as ScheduledRow | undefined) ?? null;
}

function selectScheduled(db: Executor, body: SQL | typeof scheduledNotices.body) {
  return db
    .select({
      ...getTableColumns(scheduledNotices),
      body,
      nickname: members.nickname,
      withdrawnAt: members.withdrawnAt,
    })
    .from(scheduledNotices)
    .innerJoin(members, eq(members.id, scheduledNotices.authorId))
    .$dynamic();
}

/** Ids of the notices that wait for no longer, oldest first. */
export async function listDue(db: Executor, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: scheduledNotices.id })
    .from(scheduledNotices)
    .where(and(lte(scheduledNotices.publishAt, now), isNull(scheduledNotices.failure)))
    .orderBy(asc(scheduledNotices.publishAt), asc(scheduledNotices.id));
  return rows.map(({ id }) => id);
}

/** Lets those wait again that failed before their time: the clock was ahead then. */
export async function releaseEarly(db: Executor, now: Date): Promise<void> {
  await db
    .update(scheduledNotices)
    .set({ failure: null })
    .where(and(isNotNull(scheduledNotices.failure), gt(scheduledNotices.publishAt, now)));
}

/** Removes the notice if it is still the one that was read; false when somebody changed it. */
export async function takeScheduled(tx: Executor, row: ScheduledRow): Promise<boolean> {
  const { rowCount } = await tx.delete(scheduledNotices).where(isUnchanged(row));
  return rowCount === 1;
}

/** False when the notice was changed since it was read. */
export async function storeFailure(
  tx: Executor,
  row: ScheduledRow,
  failure: string,
): Promise<boolean> {
  const { rowCount } = await tx.update(scheduledNotices).set({ failure }).where(isUnchanged(row));
  return rowCount === 1;
}

function isUnchanged({ id, updatedAt }: ScheduledRow) {
  return and(
    eq(scheduledNotices.id, id),
    eq(scheduledNotices.updatedAt, updatedAt),
    isNull(scheduledNotices.failure),
  );
}
