export const OLDER_THROTTLE_MS = 1000;

export type OlderGate = {
  /** Returns 0 when a load may start, else ms to wait (Infinity while one is running). */
  enter: () => number;
  done: () => void;
};

/** Throttles loading older messages; each load that starts must call `done`. */
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
