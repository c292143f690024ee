import type { Executor } from '../../db/client.ts';
import { AppError } from '../../platform/errors.ts';
import type { Throttle } from '../../platform/throttle.ts';

const HOUR = 60 * 60;
const PER_HOUR = 60;
/** Each upload counts in whole ones. */
const MEGABYTES_PER_DAY = 500;
const MEGABYTE = 1_048_576;

export interface QuotaPolicy {
  /** First word of the counters' keys. */
  name: string;
  perDay: number;
  /** What stands for a member in the counters' keys. */
  markOf(memberId: number): string;
  /** Ends the windows at whole multiples of this, in seconds. */
  cutSeconds?: number;
  /** Said when the megabytes are used up; without it the catalogue's sentence. */
  message?: string;
  /** Refuses an upload that was begun in time once others have used up the megabytes. */
  refusesLate: boolean;
}

/** How much a member may upload: 60 an hour, so many and 500 MB a day. */
export function createQuota(throttle: Throttle, policy: QuotaPolicy) {
  const { name, perDay, markOf, cutSeconds, message } = policy;
  const hour = { max: PER_HOUR, seconds: HOUR, cutSeconds };
  const day = { max: perDay, seconds: 24 * HOUR, cutSeconds };
  const megabytes = { max: MEGABYTES_PER_DAY, seconds: 24 * HOUR, cutSeconds };

  async function refusePast(db: Executor, key: string, added = 0): Promise<void> {
    const { count, seconds } = await throttle.peek(db, key);
    if (count - added < MEGABYTES_PER_DAY) return;
    throw new AppError('UPLOAD_QUOTA', { message, retryAfter: seconds });
  }

  return {
    /** Counts one address. Throws UPLOAD_QUOTA. */
    async take(db: Executor, memberId: number): Promise<void> {
      const mark = markOf(memberId);
      await refusePast(db, `${name} bytes ${mark}`);
      await throttle.hit(db, `${name} hour ${mark}`, hour, 'UPLOAD_QUOTA');
      await throttle.hit(db, `${name} day ${mark}`, day, 'UPLOAD_QUOTA');
    },

    async addBytes(db: Executor, memberId: number, bytes: number): Promise<void> {
      const key = `${name} bytes ${markOf(memberId)}`;
      const count = Math.ceil(bytes / MEGABYTE);
      // Counted first: uploads that end at once wait here for each other.
      await throttle.count(db, key, megabytes, count);
      if (policy.refusesLate) await refusePast(db, key, count);
    },
  };
}
