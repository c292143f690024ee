import type { Db } from '../../db/client.ts';
import { countEvents } from './live.repo.ts';
import { helloFrame, resetFrame } from './live-frames.ts';

/** Missed events beyond this number are not told one by one: loading the lists again is cheaper. */
const CATCH_UP_MAX = 200;
const SEQ = /^\d{1,15}$/;

export interface Start {
  /** The stream goes on after this event. */
  seq: number;
  hello: string;
}

/**
 * Where a stream begins: at the newest event `last`, or after the client's last one when all that
 * followed is still there. An unknown or too old place begins at the newest with the event `reset`.
 */
export async function startAt(
  db: Db,
  memberId: number,
  place: { lastEventId: string | undefined; last: number },
): Promise<Start> {
  const { lastEventId, last } = place;
  if (lastEventId === undefined || lastEventId === '')
    return { seq: last, hello: helloFrame(last) };
  const seq = SEQ.test(lastEventId) ? Number(lastEventId) : null;
  if (seq !== null && (await canResume(db, memberId, seq, last))) {
    return { seq, hello: helloFrame(seq) };
  }
  return { seq: last, hello: helloFrame(last) + resetFrame(last) };
}

/** Numbers have no gaps while somebody listens, so counting finds whether anything is missing. */
async function canResume(db: Db, memberId: number, after: number, last: number): Promise<boolean> {
  const missed = last - after;
  if (missed < 0 || missed > CATCH_UP_MAX) return false;
  return missed === 0 || (await countEvents(db, memberId, { after, last })) === missed;
}
