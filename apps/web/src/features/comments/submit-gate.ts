import { LIMITS } from '@naru/contract/limits';

export type SubmitGate = {
  /** True when a submission may start now; it then counts as the last one until `done`. */
  enter: () => boolean;
  done: () => void;
};

/**
 * Ignores a submission while one is pending, and within a second of the previous one (spec 5). The
 * server has the same limit for each member (decisions 94).
 */
export function createSubmitGate(now: () => number = Date.now): SubmitGate {
  let pending = false;
  let last = Number.NEGATIVE_INFINITY;
  return {
    enter() {
      if (pending || now() - last < LIMITS.commentThrottleMs) return false;
      pending = true;
      last = now();
      return true;
    },
    done() {
      pending = false;
    },
  };
}
