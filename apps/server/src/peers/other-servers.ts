import { BOARD_TYPES } from '@naru/contract/boards';
import * as z from 'zod/mini';
import type { Outside, PeerTopic } from './peers.ts';
import type { PostgresChannel } from './postgres-channel.ts';

/** Even with the longest messages a packet stays below the 8,000 bytes of a PostgreSQL notification. */
const MESSAGES_PER_PACKET = 60;

const id = z.int().check(z.positive());
const messageSchema = z.discriminatedUnion('topic', [
  z.object({
    topic: z.literal('live'),
    message: z.object({ memberId: id, seq: z.int().check(z.nonnegative()) }),
  }),
  z.object({
    topic: z.literal('hint'),
    message: z.object({
      name: z.string(),
      // All fields of the hints that `domain-events.ts` sends; others are dropped.
      event: z.object({
        memberId: z.optional(id),
        boardType: z.optional(z.enum(BOARD_TYPES)),
        isHidden: z.optional(z.boolean()),
      }),
    }),
  }),
]);

const packetSchema = z.object({
  /** Id of the server, new with each start. */
  from: z.string(),
  /** `nothing`: it has stopped. Servers up to 0.3.1 send `all` when they listen on Redis, too. */
  hears: z.enum(['all', 'postgres', 'nothing']),
  news: z.array(z.unknown()),
});

interface Message {
  topic: PeerTopic;
  message: unknown;
}

interface Packet {
  from: string;
  hears: z.output<typeof packetSchema>['hears'];
  news: Message[];
}

/** Null for an invalid packet. Drops messages that this version does not know. */
export function readPacket(text: string): Packet | null {
  const packet = z.safeParse(packetSchema, parse(text)).data;
  if (packet === undefined) return null;
  const news = packet.news.flatMap((one) => z.safeParse(messageSchema, one).data ?? []);
  return { ...packet, news };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Interval at which each server announces itself. */
const ANNOUNCE_MS = 5_000;
/** A server without an announcement for this long is gone. */
const GONE_MS = 16_000;
/** Wait for messages that others sent before they knew of this server again. */
const SETTLE_MS = 100;

interface Options {
  serverId: string;
  postgres: PostgresChannel;
  /** Milliseconds that never go back. */
  now?: () => number;
}

/**
 * The other servers on the database, which listen on PostgreSQL. Nothing is sent while there are none. Messages may
 * be lost or repeated: a server that may have missed some sends `messages-missed` to its processes.
 */
export function createOtherServers({ serverId, postgres, now = monotonic }: Options) {
  const seenAt = new Map<string, number>();
  let handle: (topic: PeerTopic, message: unknown) => void = () => undefined;
  let batch: Message[] = [];
  let settling: NodeJS.Timeout | undefined;
  let isClosed = false;

  postgres.listen({
    received: receive,
    opened: (isAgain) => {
      announce();
      if (isAgain) missed();
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
    /** Sends the waiting messages and announces the stop. */
    close(): void {
      isClosed = true;
      clearInterval(timer);
      clearTimeout(settling);
      flush();
      postgres.send(write('nothing'));
    },
  } satisfies Outside & { close: unknown };

  function flush(): void {
    const messages = batch;
    batch = [];
    // If a pooler loses notifications, this server knows of no others, but they may still receive its messages.
    if (countOthers() === 0 && postgres.isListening()) return;
    for (let at = 0; at < messages.length; at += MESSAGES_PER_PACKET) {
      postgres.send(write('postgres', messages.slice(at, at + MESSAGES_PER_PACKET)));
    }
  }

  function receive(text: string): void {
    const packet = readPacket(text);
    if (packet === null || packet.from === serverId) return;
    note(packet);
    for (const { topic, message } of packet.news) handle(topic, message);
  }

  function note({ from, hears }: Packet): void {
    if (hears === 'nothing') {
      seenAt.delete(from);
      return;
    }
    const isNew = !seenAt.has(from);
    seenAt.set(from, now());
    if (isNew) announce();
  }

  function countOthers(): number {
    const since = now() - GONE_MS;
    for (const [id, at] of seenAt) if (at < since) seenAt.delete(id);
    return seenAt.size;
  }

  function announce(): void {
    if (!isClosed) postgres.send(write('postgres'));
  }

  function write(hears: Packet['hears'], news: Message[] = []): string {
    return JSON.stringify({ from: serverId, hears, news } satisfies Packet);
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
