import { and, asc, eq, gt, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import {
  chatMessages,
  chatRoomMembers,
  chatRooms,
  lectures,
  members,
  notifications,
  posts,
  pushDevices,
  pushDue,
  pushMessages,
  pushThreads,
} from '../../db/schema/index.ts';
import { blocks, isShownTo } from '../../domain/access/blocks.sql.ts';
import { isInRoom, unreadIn } from '../../domain/access/chat-rooms.sql.ts';
import { isListed } from '../../domain/posts/post.sql.ts';
import type { DueRow } from './push.plan.ts';
import type { UnreadRoom } from './push.words.ts';

/** Members are planned one after the other under an exclusive lock of this class. */
const PLANNING_LOCK = sql.raw('7203014');

/** One server at a time plans for the member until the transaction ends. */
export async function lockPlanning(db: Executor, memberId: number): Promise<void> {
  await db.execute(
    sql`select pg_advisory_xact_lock(${PLANNING_LOCK}, (${memberId}::bigint % 2147483647)::integer)`,
  );
}

const isReady = (now: Date) => or(isNull(pushDue.notBefore), lte(pushDue.notBefore, now));

/** Members with something to show now, at most `limit`. */
export async function listDueMembers(db: Executor, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectDistinct({ memberId: pushDue.memberId })
    .from(pushDue)
    .where(isReady(now))
    .orderBy(asc(pushDue.memberId))
    .limit(limit);
  return rows.map(({ memberId }) => memberId);
}

/** Another one after each notification that joined the one of the row. */
const version = sql<string>`${pushDue}.xmin::text`;

/** What is due, by id, with the version of its row. */
export async function listDueVersions(
  db: Executor,
  memberId: number,
  now: Date,
): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: pushDue.id, version })
    .from(pushDue)
    .where(and(eq(pushDue.memberId, memberId), isReady(now)));
  return new Map(rows.map((row) => [row.id, row.version]));
}

/** Those of the rows that nobody has dealt with meanwhile, locked, with their versions of now. */
export async function lockDue(
  db: Executor,
  ids: readonly number[],
  now: Date,
): Promise<(DueRow & { version: string })[]> {
  return db
    .select({
      id: pushDue.id,
      version,
      notificationId: pushDue.notificationId,
      isSecret: sql<boolean>`${notifications.targetSeal} is not null`,
      roomId: pushDue.roomId,
    })
    .from(pushDue)
    .leftJoin(notifications, eq(notifications.id, pushDue.notificationId))
    .where(and(inArray(pushDue.id, [...ids]), isReady(now)))
    .orderBy(asc(pushDue.id))
    .for('update', { of: pushDue });
}

export async function deleteDue(db: Executor, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.delete(pushDue).where(inArray(pushDue.id, [...ids]));
}

export async function delayDue(
  db: Executor,
  ids: readonly number[],
  notBefore: Date,
): Promise<void> {
  await db
    .update(pushDue)
    .set({ notBefore })
    .where(inArray(pushDue.id, [...ids]));
}

/** Of the room of a team. */
const teamTitle = sql`case when ${chatRooms.teamId} is not null then
  case when ${isListed} then ${posts.title} else '팀 채팅방' end end`;

/** Which of the member's chat rooms have unread messages, with the newest one that was not recalled. */
export async function listUnreadRooms(
  db: Executor,
  memberId: number,
  roomIds: readonly number[],
): Promise<UnreadRoom[]> {
  if (roomIds.length === 0) return [];
  const newest = db
    .selectDistinctOn([chatMessages.roomId], {
      id: chatMessages.id,
      roomId: chatMessages.roomId,
      senderId: chatMessages.senderId,
      content: chatMessages.content,
    })
    .from(chatMessages)
    .where(
      and(
        inArray(chatMessages.roomId, [...roomIds]),
        sql`${chatMessages.senderId} <> ${memberId}`,
        isNull(chatMessages.recalledAt),
        isShownTo(memberId),
      ),
    )
    .orderBy(chatMessages.roomId, sql`${chatMessages.id} desc`)
    .as('newest');
  return db
    .select({
      id: chatRoomMembers.roomId,
      count: unreadIn,
      partner: sql<
        string | null
      >`case when ${members.withdrawnAt} is null then ${members.nickname} end`,
      lecture: sql<string | null>`coalesce(${lectures.title}, ${teamTitle})`,
      words: newest.content,
    })
    .from(chatRoomMembers)
    .innerJoin(chatRooms, eq(chatRooms.id, chatRoomMembers.roomId))
    .innerJoin(newest, eq(newest.roomId, chatRoomMembers.roomId))
    .leftJoin(lectures, eq(lectures.id, chatRooms.lectureId))
    .leftJoin(posts, eq(posts.id, chatRooms.teamId))
    .innerJoin(members, eq(members.id, newest.senderId))
    .where(
      and(
        eq(chatRoomMembers.memberId, memberId),
        isInRoom,
        eq(chatRoomMembers.isMuted, false),
        gt(unreadIn, 0),
        sql`not ${blocks(chatRoomMembers.memberId, members.id)}`,
      ),
    );
}

/** When the member's threads were last shown, by the hex of their hashes. */
export async function listShown(
  db: Executor,
  memberId: number,
  since: Date,
): Promise<Map<string, Date>> {
  const rows = await db
    .select()
    .from(pushThreads)
    .where(and(eq(pushThreads.memberId, memberId), gt(pushThreads.pushedAt, since)));
  return new Map(rows.map(({ thread, pushedAt }) => [thread.toString('hex'), pushedAt]));
}

export async function saveShown(
  db: Executor,
  memberId: number,
  threads: readonly Buffer[],
  pushedAt: Date,
): Promise<void> {
  if (threads.length === 0) return;
  await db
    .insert(pushThreads)
    .values(threads.map((thread) => ({ memberId, thread, pushedAt })))
    .onConflictDoUpdate({
      target: [pushThreads.memberId, pushThreads.thread],
      set: { pushedAt },
    });
}

/** Returns how many. */
export async function deleteOldThreads(db: Executor, before: Date): Promise<number> {
  const { rowCount } = await db.delete(pushThreads).where(lt(pushThreads.pushedAt, before));
  return rowCount ?? 0;
}

type NewMessage = typeof pushMessages.$inferInsert;

/** Returns their ids. */
export async function insertMessages(
  db: Executor,
  messages: readonly NewMessage[],
): Promise<number[]> {
  if (messages.length === 0) return [];
  const rows = await db
    .insert(pushMessages)
    .values([...messages])
    .returning({ id: pushMessages.id });
  return rows.map(({ id }) => id);
}

export async function findMessage(db: Executor, id: number) {
  const [row] = await db.select().from(pushMessages).where(eq(pushMessages.id, id));
  return row ?? null;
}

/** False when it has gone. */
export async function deleteMessage(db: Executor, id: number): Promise<boolean> {
  const { rowCount } = await db.delete(pushMessages).where(eq(pushMessages.id, id));
  return rowCount === 1;
}

/** Returns how many. */
export async function deleteExpiredMessages(db: Executor, now: Date): Promise<number> {
  const { rowCount } = await db.delete(pushMessages).where(lte(pushMessages.expiresAt, now));
  return rowCount ?? 0;
}

/** Deletes what waits for members without a device; returns how many rows. */
export async function deleteUnwantedDue(db: Executor): Promise<number> {
  const owners = db.select({ id: pushDevices.memberId }).from(pushDevices);
  const { rowCount } = await db.delete(pushDue).where(sql`${pushDue.memberId} not in ${owners}`);
  return rowCount ?? 0;
}
