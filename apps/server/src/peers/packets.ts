import { BOARD_TYPES } from '@naru/contract/boards';
import * as z from 'zod/mini';
import type { PeerTopic } from './peers.ts';

/** With the longest messages a packet stays below the 8,000 bytes of a notification of PostgreSQL. */
export const MESSAGES_PER_PACKET = 60;

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
      // All fields of the hints that `domain-events.ts` sends; others are left out.
      event: z.object({ memberId: z.optional(id), boardType: z.optional(z.enum(BOARD_TYPES)) }),
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

export interface Message {
  topic: PeerTopic;
  message: unknown;
}

export interface Packet {
  from: string;
  hears: z.output<typeof packetSchema>['hears'];
  news: Message[];
}

/** Null for a text that no server sends. Messages that this version does not know are left out. */
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
