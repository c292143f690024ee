import type { Db } from '../../db/client.ts';
import { addSeconds } from '../clock.ts';
import { findLastSeq, openEventStream, recordListening } from './live.repo.ts';

/** How long events are stored for a member after its last recorded stream. */
const LISTEN_SECONDS = 60 * 60;
/** How often an open stream is recorded; well below LISTEN_SECONDS. */
const RECORD_SECONDS = 10 * 60;

/** No events are stored for members last recorded before this instant. */
export function listeningSince(now: Date): Date {
  return addSeconds(now, -LISTEN_SECONDS);
}

/**
 * Returns the member's last event number, from which on no event is missed, and records the member
 * as listening unless that happened recently.
 */
export async function startListening(db: Db, memberId: number, now: Date): Promise<number> {
  const known = await findLastSeq(db, memberId, addSeconds(now, -RECORD_SECONDS));
  const times = { now, listeningSince: listeningSince(now) };
  return known ?? (await openEventStream(db, memberId, times));
}

/** Keeps members with open streams recorded as listening. */
export async function keepListening(db: Db, memberIds: number[], now: Date): Promise<void> {
  await recordListening(db, memberIds, { now, before: addSeconds(now, -RECORD_SECONDS) });
}
