import type { Db } from '../../db/client.ts';
import { createBatchedRead } from '../../platform/batched-read.ts';
import { addSeconds, type Clock } from '../../platform/clock.ts';
import { orWithoutWriting } from '../../platform/database/query-errors.ts';
import {
  awaitWriters,
  countEvents,
  findLastSeqs,
  listUnrecorded,
  openEventStreams,
  recordListening,
} from './live.repo.ts';
import { helloFrame, resetFrame } from './live-events.ts';

/** How long events are stored for a member after its last recorded stream. */
const LISTEN_SECONDS = 60 * 60;
/** How often an open stream is recorded; well below LISTEN_SECONDS. */
const RECORD_SECONDS = 10 * 60;
/** Members who share a transaction when they begin to listen; their writers wait for its end. */
const STARTS_AT_ONCE = 50;
/** With more missed events than this the client reloads its lists instead, which is cheaper. */
const CATCH_UP_MAX = 200;
const SEQ = /^\d{1,15}$/;

/** No events are stored for members last recorded before this instant. */
export function listeningSince(now: Date): Date {
  return addSeconds(now, -LISTEN_SECONDS);
}

/**
 * Returns a function that records a member as listening, unless that happened recently, and returns its last
 * event number; no later event is missed. Calls that come together share a transaction, because after a
 * restart thousands of pages reconnect at once. With a full disk nothing is recorded, but then no event is
 * stored either.
 */
export function createListening(db: Db, clock: Clock): (memberId: number) => Promise<number> {
  const start = createBatchedRead(
    (memberIds: number[]) => startListening(db, memberIds, clock.now()),
    { most: STARTS_AT_ONCE, retriesAlone: true },
  );
  return async (memberId) => (await start(memberId)) ?? 0;
}

async function startListening(
  db: Db,
  memberIds: number[],
  now: Date,
): Promise<Map<number, number>> {
  const known = await findLastSeqs(db, memberIds, addSeconds(now, -RECORD_SECONDS));
  const unrecorded = memberIds.filter((id) => !known.has(id));
  if (unrecorded.length === 0) return known;
  const times = { now, listeningSince: listeningSince(now) };
  const opened = await orWithoutWriting(
    () =>
      db.transaction(async (tx) => {
        await awaitWriters(tx, unrecorded);
        return openEventStreams(tx, unrecorded, times);
      }),
    () => findLastSeqs(db, unrecorded),
  );
  return new Map([...known, ...opened]);
}

/** Records members with open streams as listening. */
export async function extendListening(db: Db, memberIds: number[], now: Date): Promise<void> {
  const unrecorded = await listUnrecorded(db, memberIds, addSeconds(now, -RECORD_SECONDS));
  if (unrecorded.length === 0) return;
  await db.transaction(async (tx) => {
    await awaitWriters(tx, unrecorded);
    await recordListening(tx, unrecorded, now);
  });
}

/**
 * Decides where a stream starts: after the client's last event when all later ones are still
 * stored, otherwise at the newest event `last`, with a `reset` frame for an unknown or outdated
 * cursor. The stream continues after event `seq`.
 */
export async function startAt(
  db: Db,
  memberId: number,
  { lastEventId, last }: { lastEventId: string | undefined; last: number },
): Promise<{ seq: number; hello: string }> {
  if (!lastEventId) return { seq: last, hello: helloFrame(last) };
  const seq = SEQ.test(lastEventId) ? Number(lastEventId) : null;
  if (seq !== null && (await canResume(db, memberId, seq, last))) {
    return { seq, hello: helloFrame(seq) };
  }
  return { seq: last, hello: helloFrame(last) + resetFrame(last) };
}

/** Numbers have no gaps while the member listens, so counting detects missing events. */
async function canResume(db: Db, memberId: number, after: number, last: number): Promise<boolean> {
  const missed = last - after;
  if (missed < 0 || missed > CATCH_UP_MAX) return false;
  return missed === 0 || (await countEvents(db, memberId, { after, last })) === missed;
}
