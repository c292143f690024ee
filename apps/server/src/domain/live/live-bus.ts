import { NO_PEERS, type Peers } from '../../peers/peers.ts';

type Listener = (seq: number) => void;

export type LiveBus = ReturnType<typeof createLiveBus>;

/**
 * Carries "member has new events", within one process and to its peers: listeners here are called
 * synchronously. Messages may be lost or repeated: listeners read the database, and open streams poll
 * it periodically.
 */
export function createLiveBus(peers: Peers = NO_PEERS) {
  const listeners = new Map<number, Set<Listener>>();
  const deliver = (memberId: number, seq: number): void => {
    for (const listener of listeners.get(memberId) ?? []) listener(seq);
  };
  peers.on('live', ({ memberId, seq }) => deliver(memberId, seq));
  return {
    /** The member's events reach up to `seq`. */
    publish(memberId: number, seq: number): void {
      deliver(memberId, seq);
      peers.publish('live', { memberId, seq });
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
