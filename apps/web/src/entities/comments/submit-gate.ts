import { LIMITS } from '@naru/contract/limits';

export type SubmitGate = {
  /** True when a submission may start now; it is pending until `done`. */
  enter: () => boolean;
  done: () => void;
};

/**
 * Ignores a submission while one is pending, and within a second of the previous one. The server
 * has the same limit for each member and counts from the moment a submission reaches it; the second
 * starts with the answer here, so that a slow way there refuses nobody.
 */
export function createSubmitGate(now: () => number = Date.now): SubmitGate {
  let pending = false;
  let last = Number.NEGATIVE_INFINITY;
  return {
    enter() {
      if (pending || now() - last < LIMITS.commentThrottleMs) return false;
      pending = true;
      return true;
    },
    done() {
      pending = false;
      last = now();
    },
  };
}
