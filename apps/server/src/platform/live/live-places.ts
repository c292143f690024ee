import type { Db } from '../../db/client.ts';
import { addSeconds } from '../clock.ts';
import { findPlace, openEventStream, recordListening } from './live.repo.ts';

/** How long events are stored for a member after the last record of a stream. */
const LISTEN_SECONDS = 60 * 60;
/** How often an open stream is put on record, well inside that time. */
const RECORD_SECONDS = 10 * 60;

/** Members whose record is from before this instant get no events stored. */
export function listeningSince(now: Date): Date {
  return addSeconds(now, -LISTEN_SECONDS);
}

/**
 * Number of the member's newest event, from which on nothing is missed; puts on record that somebody
 * listens, unless that was done lately.
 */
export async function takePlace(db: Db, memberId: number, now: Date): Promise<number> {
  const known = await findPlace(db, memberId, addSeconds(now, -RECORD_SECONDS));
  const times = { now, listeningSince: listeningSince(now) };
  return known ?? (await openEventStream(db, memberId, times));
}

/** Keeps members on record whose streams are open. */
export async function keepPlaces(db: Db, memberIds: number[], now: Date): Promise<void> {
  await recordListening(db, memberIds, { now, before: addSeconds(now, -RECORD_SECONDS) });
}
