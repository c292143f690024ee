/** What the processes of one server send to each other. */
export interface PeerMessages {
  /** The member's live events reach up to `seq`. */
  live: { memberId: number; seq: number };
  /** A hint of `peers/domain-events.ts` that concerns every process. */
  hint: { name: string; event: unknown };
}

export type PeerTopic = keyof PeerMessages;

/** The other processes of this server. A lost message only delays its effect. */
export interface Peers {
  publish<K extends PeerTopic>(topic: K, message: PeerMessages[K]): void;
  /** One handler per topic. */
  on<K extends PeerTopic>(topic: K, handler: (message: PeerMessages[K]) => void): void;
}

/** The other servers of the installation. */
export interface Outside {
  publish(topic: PeerTopic, message: unknown): void;
  /** Takes the one handler of what they publish. */
  listen(handler: (topic: PeerTopic, message: unknown) => void): void;
}

/** A server of one process. */
export const NO_PEERS: Peers = { publish: () => undefined, on: () => undefined };

type Handler = (message: never) => void;

/** Peers that `send` reaches; `receive` passes a message of one of them to its handler. */
export function createPeers(send: (topic: PeerTopic, message: unknown) => void) {
  const handlers = new Map<string, Handler>();
  return {
    publish: (topic, message) => send(topic, message),
    on: (topic, handler) => void handlers.set(topic, handler as Handler),
    receive: (topic: string, message: unknown): void => handlers.get(topic)?.(message as never),
  } satisfies Peers & { receive: unknown };
}
