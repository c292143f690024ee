/** The loader of older messages starts at most once a second. */
export const OLDER_THROTTLE_MS = 1000;

export type OlderGate = {
  /** 0: a load starts now, until `done`. Otherwise ms to wait; Infinity while one is under way. */
  enter: () => number;
  done: () => void;
};

export function createOlderGate(now: () => number = Date.now): OlderGate {
  let pending = false;
  let last = Number.NEGATIVE_INFINITY;
  return {
    enter() {
      if (pending) return Number.POSITIVE_INFINITY;
      const wait = last + OLDER_THROTTLE_MS - now();
      if (wait > 0) return wait;
      pending = true;
      last = now();
      return 0;
    },
    done() {
      pending = false;
    },
  };
}
