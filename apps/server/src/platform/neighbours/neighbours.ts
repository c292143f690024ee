import type { Outside, PeerTopic } from '../processes/peers.ts';
import { MESSAGES_PER_PACKET, type Packet, type PacketMessage, readPacket } from './packets.ts';
import type { PostgresChannel } from './postgres-channel.ts';
import type { Redis } from './redis.ts';

/** Each server announces that it is there, and where it listens. */
const ANNOUNCE_MS = 5_000;
/** A server that has sent nothing for so long is gone. */
const GONE_MS = 16_000;
/** For messages that others sent before they knew that this server no longer listens where they sent them. */
const SETTLE_MS = 100;

interface Options {
  serverId: string;
  postgres: PostgresChannel;
  redis: (Pick<Redis, 'state' | 'listen'> & { publish(text: string): Promise<unknown> }) | null;
  /** Milliseconds that never go back. */
  now?: () => number;
}

/**
 * The other servers on the database. All of them listen on PostgreSQL; messages go by Redis while every
 * server listens there, else by PostgreSQL, and nowhere while there is no other server. Messages may be lost or
 * repeated: a server that could have missed some notifies its processes with `messages-missed`.
 */
export function createNeighbours({ serverId, postgres, redis, now = monotonic }: Options) {
  const known = new Map<string, { seenAt: number; usesRedis: boolean }>();
  let handle: (topic: PeerTopic, message: unknown) => void = () => undefined;
  let batch: PacketMessage[] = [];
  let settling: NodeJS.Timeout | undefined;
  let isClosed = false;

  postgres.listen({
    received: receive,
    opened: (isAgain) => {
      announce();
      if (isAgain) missed();
    },
  });
  redis?.listen({
    received: receive,
    changed: (state) => {
      announce();
      if (state === 'away') missed();
    },
  });
  const timer = setInterval(announce, ANNOUNCE_MS).unref();

  return {
    publish(topic: PeerTopic, message: unknown): void {
      if (batch.length === 0) setImmediate(flush);
      batch.push({ topic, message });
    },
    listen(handler: (topic: PeerTopic, message: unknown) => void): void {
      handle = handler;
    },
    /** Sends what waits and says goodbye. */
    async close(): Promise<void> {
      isClosed = true;
      clearInterval(timer);
      clearTimeout(settling);
      await flush();
      postgres.send(write('nothing'));
    },
  } satisfies Outside & { close: unknown };

  async function flush(): Promise<void> {
    const messages = batch;
    batch = [];
    const sent: Promise<void>[] = [];
    for (let at = 0; at < messages.length; at += MESSAGES_PER_PACKET) {
      sent.push(send(messages.slice(at, at + MESSAGES_PER_PACKET)));
    }
    await Promise.all(sent);
  }

  async function send(messages: PacketMessage[]): Promise<void> {
    const others = listKnown();
    if (others.length === 0 && postgres.isListening()) return;
    const byRedis = others.every(({ usesRedis }) => usesRedis);
    if (!(byRedis && (await sendByRedis(messages)))) postgres.send(write(channels(), messages));
  }

  async function sendByRedis(messages: PacketMessage[]): Promise<boolean> {
    if (redis?.state() !== 'ok') return false;
    return redis.publish(write('all', messages)).then(
      () => true,
      () => false,
    );
  }

  function receive(text: string): void {
    const packet = readPacket(text);
    if (packet === null || packet.from === serverId) return;
    note(packet);
    for (const { topic, message } of packet.news) handle(topic, message);
  }

  function note({ from, hears }: Packet): void {
    if (hears === 'nothing') {
      known.delete(from);
      return;
    }
    const isNew = !known.has(from);
    known.set(from, { seenAt: now(), usesRedis: hears === 'all' });
    if (isNew) announce();
  }

  function listKnown() {
    const since = now() - GONE_MS;
    for (const [id, { seenAt }] of known) if (seenAt < since) known.delete(id);
    return [...known.values()];
  }

  function announce(): void {
    if (!isClosed) postgres.send(write(channels()));
  }

  function channels(): Packet['hears'] {
    return redis?.state() === 'ok' ? 'all' : 'postgres';
  }

  function write(where: Packet['hears'], messages: PacketMessage[] = []): string {
    return JSON.stringify({ from: serverId, hears: where, news: messages } satisfies Packet);
  }

  function missed(): void {
    if (isClosed) return;
    settling ??= setTimeout(() => {
      settling = undefined;
      handle('hint', { name: 'messages-missed', event: {} });
    }, SETTLE_MS);
  }
}

const monotonic = () => performance.now();
