import { createHmac } from 'node:crypto';
import type { Executor } from '../../db/client.ts';
import { AppError } from '../../platform/errors.ts';
import type { Limit, Throttle } from '../../platform/throttle.ts';

const HOUR = 60 * 60;
const PER_HOUR: Limit = { max: 60, seconds: HOUR, cutSeconds: HOUR };
const PER_DAY: Limit = { max: 200, seconds: 24 * HOUR, cutSeconds: HOUR };
/** Megabytes a day; each picture counts in whole ones. */
const MEGABYTES: Limit = { max: 500, seconds: 24 * HOUR, cutSeconds: HOUR };
const MEGABYTE = 1_048_576;

/**
 * What a member may upload (quality UP-13). The counters carry a keyed mark instead of the member,
 * one that stands nowhere else, no time more exact than the hour and no exact size: in a dump they
 * lead from no secret post with a picture to its author (quality AN-31). They count the pictures of
 * secret posts like all others.
 */
export function createQuota({ throttle, quotaKey }: { throttle: Throttle; quotaKey: Buffer }) {
  const markOf = (memberId: number) =>
    createHmac('sha256', quotaKey).update(String(memberId)).digest('base64url');

  return {
    /** Counts one address. Throws UPLOAD_QUOTA beyond 60 an hour, 200 or 500 MB a day. */
    async take(db: Executor, memberId: number): Promise<void> {
      const mark = markOf(memberId);
      const megabytes = await throttle.peek(db, `upload bytes ${mark}`);
      if (megabytes.count >= MEGABYTES.max) {
        throw new AppError('UPLOAD_QUOTA', { retryAfter: megabytes.seconds });
      }
      await throttle.hit(db, `upload hour ${mark}`, PER_HOUR, 'UPLOAD_QUOTA');
      await throttle.hit(db, `upload day ${mark}`, PER_DAY, 'UPLOAD_QUOTA');
    },

    async addBytes(db: Executor, memberId: number, bytes: number): Promise<void> {
      const key = `upload bytes ${markOf(memberId)}`;
      await throttle.count(db, key, MEGABYTES, Math.ceil(bytes / MEGABYTE));
    },
  };
}
