import { LIMITS } from '@naru/contract/limits';
import { AppError } from '../../platform/errors.ts';
import type { ImageProcessor, Picture } from './image-processor.ts';

/** Pictures of members that wait or are encoded. */
export interface ImageLimits {
  /** In all, whatever their time: each is a file on disk. */
  all: number;
  ofOne: number;
  /** The longest wait of a picture that is still sent, in milliseconds. */
  waitMs: number;
}

export type BoundedImages = ReturnType<typeof boundImages>;

const IMAGE_LIMITS: ImageLimits = { all: 200, ofOne: LIMITS.imagesPerPost, waitMs: 20_000 };
/** Weight of the newest time in the mean of all. */
const NEWEST = 0.1;
const RETRY_LEAST_SPREAD = 2;
const RETRY_MOST_SECONDS = 30;

/**
 * Refuses pictures of members with OVERLOADED beyond the limits. Pictures of no member, which jobs make
 * one after the other, always wait.
 */
export function boundImages(
  images: ImageProcessor,
  limits = IMAGE_LIMITS,
  now = () => performance.now(),
) {
  const pending = new Map<number, number>();
  let all = 0;
  /** Mean milliseconds between two ends while there is work. */
  let gap = 0;
  let lastEnd = 0;

  function retryAfter(): number {
    const spread = Math.max(RETRY_LEAST_SPREAD, Math.ceil((all * gap) / 1_000));
    return 1 + Math.floor(Math.random() * Math.min(RETRY_MOST_SECONDS, spread));
  }

  /** Pictures that are encoded before a new one of this member: members take turns. */
  function countAhead(own: number): number {
    let ahead = 0;
    for (const count of pending.values()) ahead += Math.min(count, own + 1);
    return ahead;
  }

  /** Null stands for a member who has none yet. */
  function fullFor(ownerId: number | null): number | null {
    const own = ownerId === null ? 0 : (pending.get(ownerId) ?? 0);
    const isFull = all >= limits.all || own >= limits.ofOne;
    const isLate = all > 0 && (countAhead(own) + 1) * gap > limits.waitMs;
    return isFull || isLate ? retryAfter() : null;
  }

  function begin(ownerId: number): void {
    if (all === 0) lastEnd = now();
    all += 1;
    pending.set(ownerId, (pending.get(ownerId) ?? 0) + 1);
  }

  function end(ownerId: number): void {
    const time = now();
    gap += (time - lastEnd - gap) * NEWEST;
    lastEnd = time;
    all -= 1;
    const left = (pending.get(ownerId) ?? 0) - 1;
    if (left > 0) pending.set(ownerId, left);
    else pending.delete(ownerId);
  }

  return {
    async encode(picture: Picture) {
      const { ownerId } = picture;
      if (ownerId === null) return images.encode(picture);
      const isFull = all >= limits.all || (pending.get(ownerId) ?? 0) >= limits.ofOne;
      if (isFull) throw new AppError('OVERLOADED', { retryAfter: retryAfter() });
      begin(ownerId);
      try {
        return await images.encode(picture);
      } finally {
        end(ownerId);
      }
    },

    /** Seconds after which this member may send a picture that would wait too long now; null when it would not. */
    fullFor,

    /** Throws OVERLOADED for a picture of this member that would wait too long now. */
    requireRoom(ownerId: number | null): void {
      const seconds = ownerId === null ? null : fullFor(ownerId);
      if (seconds !== null) throw new AppError('OVERLOADED', { retryAfter: seconds });
    },

    count: () => all,
  };
}
