/** Called when the member's events reach up to `seq`. */
export type LiveListener = (seq: number) => void;

/**
 * Carries "member has new events" between servers. Messages have no content and may be lost or
 * repeated: listeners read the database, and open streams poll it periodically.
 */
export interface LiveBus {
  publish(memberId: number, seq: number): void;
  /** Returns a function that unsubscribes. */
  subscribe(memberId: number, listener: LiveListener): () => void;
}

/** The in-process driver for one server: listeners are called synchronously. */
export function createLocalBus(): LiveBus {
  const listeners = new Map<number, Set<LiveListener>>();
  return {
    publish(memberId, seq) {
      for (const listener of listeners.get(memberId) ?? []) listener(seq);
    },
    subscribe(memberId, listener) {
      const group = listeners.get(memberId) ?? new Set();
      listeners.set(memberId, group.add(listener));
      return () => {
        group.delete(listener);
        if (group.size === 0) listeners.delete(memberId);
      };
    },
  };
}
