import type { PushKind } from '@naru/contract/push';
import { and, asc, eq, gt, inArray, isNull, lte, ne, not, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { columns } from '../../db/columns.ts';
import { members, pushChoices, pushDevices, pushDue, sessions } from '../../db/schema/index.ts';
import { isActive } from '../../domain/access/members.sql.ts';
import type { QuietMinutes } from './push.quiet.ts';

export interface Choices {
  kinds: readonly PushKind[];
  preview: boolean;
  quiet: QuietMinutes | null;
}

/** Likes are no reason to take a phone out of a pocket, unless somebody wants them to be one. */
const DEFAULT: Choices = {
  kinds: ['comment', 'friend', 'notice', 'other', 'chat'],
  preview: true,
  quiet: null,
};

export async function findChoices(db: Executor, memberId: number): Promise<Choices> {
  const [row] = await db.select().from(pushChoices).where(eq(pushChoices.memberId, memberId));
  if (row === undefined) return DEFAULT;
  const { kinds, preview, quietFrom, quietTo } = row;
  const quiet = quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo };
  return { kinds: kinds as PushKind[], preview, quiet };
}

export async function saveChoices(
  db: Executor,
  memberId: number,
  { kinds, preview, quiet }: Choices,
): Promise<void> {
  const values = {
    kinds: [...kinds],
    preview,
    quietFrom: quiet?.from ?? null,
    quietTo: quiet?.to ?? null,
  };
  await db
    .insert(pushChoices)
    .values({ memberId, ...values })
    .onConflictDoUpdate({ target: pushChoices.memberId, set: values });
}

/** What waits for the end of quiet hours is looked at again. */
export async function wakeDue(db: Executor, memberId: number): Promise<void> {
  await db.update(pushDue).set({ notBefore: null }).where(eq(pushDue.memberId, memberId));
}

interface NewDevice {
  memberId: number;
  sessionId: string;
  endpointHash: Buffer;
  subscription: Buffer;
  serverKey: string;
  createdAt: Date;
}

/** Adds the device of a live session, instead of its former one and of the browser's former session. */
export async function replaceDevice(db: Executor, device: NewDevice): Promise<void> {
  const { sessionId, endpointHash } = device;
  const isSame = or(
    eq(pushDevices.sessionId, sessionId),
    eq(pushDevices.endpointHash, endpointHash),
  );
  await db.delete(pushDevices).where(isSame);
  // Locked, so that the trigger of its end finds the device.
  const live = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))
    .for('share');
  // Two tabs subscribe the same browser at once.
  if (live.length > 0) await db.insert(pushDevices).values(device).onConflictDoNothing();
}

export async function deleteDeviceOf(db: Executor, sessionId: string): Promise<void> {
  await db.delete(pushDevices).where(eq(pushDevices.sessionId, sessionId));
}

export async function deleteDevice(db: Executor, id: number): Promise<void> {
  await db.delete(pushDevices).where(eq(pushDevices.id, id));
}

/** Whether the session has a device that subscribed with the key. */
export async function hasDevice(
  db: Executor,
  sessionId: string,
  serverKey: string,
): Promise<boolean> {
  const isOwn = and(eq(pushDevices.sessionId, sessionId), eq(pushDevices.serverKey, serverKey));
  return (await db.$count(pushDevices, isOwn)) > 0;
}

const isLive = (serverKey: string, now: Date): SQL | undefined =>
  and(
    eq(pushDevices.serverKey, serverKey),
    isNull(sessions.revokedAt),
    gt(sessions.expiresAt, now),
    gt(sessions.endsAt, now),
    isActive(now),
  );

function selectDevices(db: Executor) {
  return db
    .select(columns(pushDevices, 'id', 'memberId', 'subscription'))
    .from(pushDevices)
    .innerJoin(sessions, eq(sessions.id, pushDevices.sessionId))
    .innerJoin(members, eq(members.id, pushDevices.memberId))
    .$dynamic();
}

/** Devices of the member that subscribed with the key and whose sessions are live. */
export async function listDevices(db: Executor, memberId: number, serverKey: string, now: Date) {
  return selectDevices(db)
    .where(and(eq(pushDevices.memberId, memberId), isLive(serverKey, now)))
    .orderBy(asc(pushDevices.id));
}

/** Null when it is gone or its session is over. */
export async function findDevice(db: Executor, id: number, serverKey: string, now: Date) {
  const [row] = await selectDevices(db).where(and(eq(pushDevices.id, id), isLive(serverKey, now)));
  return row ?? null;
}

/** Deletes those whose sessions are over or that subscribed with another key; returns how many. */
export async function deleteDeadDevices(
  db: Executor,
  serverKey: string,
  now: Date,
): Promise<number> {
  const over = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(or(lte(sessions.expiresAt, now), lte(sessions.endsAt, now)));
  const inactive = db
    .select({ id: members.id })
    .from(members)
    .where(not(isActive(now) ?? sql`true`));
  const isDead = or(
    ne(pushDevices.serverKey, serverKey),
    inArray(pushDevices.sessionId, over),
    inArray(pushDevices.memberId, inactive),
  );
  const { rowCount } = await db.delete(pushDevices).where(isDead);
  return rowCount ?? 0;
}
