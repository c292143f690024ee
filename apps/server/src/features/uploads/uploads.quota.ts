import type { Executor } from '../../db/client.ts';
import type { Throttle } from '../../domain/throttle/throttle.ts';
import { AppError } from '../../platform/errors.ts';
import type { Limit } from '../../platform/rates.ts';

const HOUR = 60 * 60;
/** The size of each upload is rounded up to whole megabytes. */
const MEGABYTES_PER_DAY = 500;
const MEGABYTE = 1_048_576;

export interface QuotaPolicy {
  /** Prefix of the counters' keys. */
  name: string;
  perDay: number;
  /** Identifies a member in the counters' keys. */
  subjectOf(memberId: number): string;
  /** Rounds the end of the windows to multiples of this many seconds. */
  cutSeconds?: number;
  /** Replaces the default message when the megabytes are used up. */
  message?: string;
  /** Also rejects an upload that started in time when concurrent ones used up the megabytes. */
  refusesLate: boolean;
}

/** Limits a member to the uploads of `perHour`, `perDay` uploads and 500 MB per day. */
export function createQuota(throttle: Throttle, perHour: Limit, policy: QuotaPolicy) {
  const { name, perDay, subjectOf, cutSeconds, message } = policy;
  const hour = { ...perHour, cutSeconds };
  const day = { max: perDay, seconds: 24 * HOUR, cutSeconds };
  const megabytes = { max: MEGABYTES_PER_DAY, seconds: 24 * HOUR, cutSeconds };

  async function requireMegabytes(db: Executor, key: string, added = 0): Promise<void> {
    const { count, seconds } = await throttle.peek(db, key, megabytes);
    if (count - added < MEGABYTES_PER_DAY) return;
    throw new AppError('UPLOAD_QUOTA', { message, retryAfter: seconds });
  }

  return {
    /** Counts one upload. Throws UPLOAD_QUOTA. */
    async take(db: Executor, memberId: number): Promise<void> {
      const subject = subjectOf(memberId);
      await requireMegabytes(db, `${name} bytes ${subject}`);
      await throttle.hit(db, `${name} hour ${subject}`, hour, 'UPLOAD_QUOTA');
      await throttle.hit(db, `${name} day ${subject}`, day, 'UPLOAD_QUOTA');
    },

    /** Takes the count of an upload back. */
    async giveBack(db: Executor, memberId: number): Promise<void> {
      const subject = subjectOf(memberId);
      await throttle.count(db, `${name} hour ${subject}`, hour, -1);
      await throttle.count(db, `${name} day ${subject}`, day, -1);
    },

    async addBytes(db: Executor, memberId: number, bytes: number): Promise<void> {
      const key = `${name} bytes ${subjectOf(memberId)}`;
      const count = Math.ceil(bytes / MEGABYTE);
      // Counting first serialises uploads that finish at the same time.
      await throttle.count(db, key, megabytes, count);
      if (policy.refusesLate) await requireMegabytes(db, key, count);
    },
  };
}
