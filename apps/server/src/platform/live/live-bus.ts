/** Told that the member's events now reach up to `seq`. */
export type LiveListener = (seq: number) => void;

/**
 * Carries "there is news for this member" between servers. It carries no content and may lose or
 * repeat a word: listeners read the database, and open streams look there by themselves now and then.
 */
export interface LiveBus {
  publish(memberId: number, seq: number): void;
  /** Answers what ends the subscription. */
  subscribe(memberId: number, listener: LiveListener): () => void;
}

/** The driver for one server: listeners are called at once. */
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
