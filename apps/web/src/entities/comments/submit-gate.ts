import { LIMITS } from '@naru/contract/limits';

export type SubmitGate = {
  /** True if a submission may start; it stays pending until `done`. */
  enter: () => boolean;
  done: () => void;
};

/**
 * Ignores a submission while one is pending and within a second of the previous one. The server has
 * the same limit per member, counted from arrival; here the second starts at the response, so that
 * network delay never triggers it.
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
