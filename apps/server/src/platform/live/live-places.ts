import { addSeconds } from '../clock.ts';

/** How long events are stored for a member after the last stream closed. */
const LISTEN_SECONDS = 60 * 60;
/** How often an open stream is put on record, well inside that time. */
export const RECORD_SECONDS = 10 * 60;

/** Members whose record is from before this instant get no events stored. */
export function listeningSince(now: Date): Date {
  return addSeconds(now, -LISTEN_SECONDS);
}
