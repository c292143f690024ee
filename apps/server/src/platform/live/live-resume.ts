import type { Db } from '../../db/client.ts';
import { countEvents } from './live.repo.ts';
import { helloFrame, resetFrame } from './live-frames.ts';

/** With more missed events than this the client reloads its lists instead, which is cheaper. */
const CATCH_UP_MAX = 200;
const SEQ = /^\d{1,15}$/;

export interface Start {
  /** The stream continues after this event. */
  seq: number;
  hello: string;
}

/**
 * Decides where a stream starts: after the client's last event when all later ones are still
 * stored, otherwise at the newest event `last`, with a `reset` frame for an unknown or outdated
 * cursor.
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

/** Numbers have no gaps while the member listens, so counting detects missing events. */
async function canResume(db: Db, memberId: number, after: number, last: number): Promise<boolean> {
  const missed = last - after;
  if (missed < 0 || missed > CATCH_UP_MAX) return false;
  return missed === 0 || (await countEvents(db, memberId, { after, last })) === missed;
}
