type Listener = (seq: number) => void;

export type LiveBus = ReturnType<typeof createLocalBus>;

/**
 * Carries "member has new events", within one server: listeners are called synchronously. Messages
 * may be lost or repeated: listeners read the database, and open streams poll it periodically.
 */
export function createLocalBus() {
  const listeners = new Map<number, Set<Listener>>();
  return {
    /** The member's events reach up to `seq`. */
    publish(memberId: number, seq: number): void {
      for (const listener of listeners.get(memberId) ?? []) listener(seq);
    },
    /** Returns a function that unsubscribes. */
    subscribe(memberId: number, listener: Listener): () => void {
      const group = listeners.get(memberId) ?? new Set();
      listeners.set(memberId, group.add(listener));
      return () => {
        group.delete(listener);
        if (group.size === 0) listeners.delete(memberId);
      };
    },
  };
}
