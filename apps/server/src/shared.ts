import {
  createRemoteImages,
  encodeFor,
  type ImageProcessor,
  type Picture,
} from './features/uploads/image-processor.ts';
import type { ImageResult } from './features/uploads/image-types.ts';
import { systemClock } from './platform/clock.ts';
import { LiveGate } from './platform/live/live-gate.ts';
import { createSeats, type LiveSeats } from './platform/live/live-seats.ts';
import type { Link } from './platform/processes/link.ts';
import type { Peers } from './platform/processes/peers.ts';
import { type Count, type Counted, createRateCounts } from './platform/rate-counts.ts';
import { DEFAULT_RATES } from './plugins/rate-limit.ts';

/** What services need of the other processes of their server; a single process does without. */
export interface Together {
  peers: Peers;
  /** Where streams are counted. */
  seats: LiveSeats;
}

interface Counting {
  limit: number;
  key: string;
  windowMs: number;
}

/** What several serving processes share: kept in the first process, asked for over `askShared`. */
export function createShared(images: ImageProcessor) {
  const count = createRateCounts();
  const gate = new LiveGate(DEFAULT_RATES.newStreams, systemClock);
  const seats = createSeats();
  const answers = {
    count: ({ limit, key, windowMs }: Counting) => count(limit, key, windowMs),
    enterStream: (address: string) => gate.enter(address),
    takeSeat: (memberId: number, process: number) => seats.take(memberId, process),
    giveSeat: (memberId: number, process: number) => seats.give(memberId, process),
    encode: (picture: Picture) => encodeFor(images, picture),
  };
  return {
    answer(name: string, input: unknown, process: number): unknown {
      if (!Object.hasOwn(answers, name)) throw new Error(`no process answers ${name}`);
      return answers[name as keyof typeof answers](input as never, process);
    },
    /** A process has ended. */
    forget: (process: number): void => seats.forget(process),
  };
}

/** The same in a serving process. */
export function askShared({ ask }: Pick<Link, 'ask'>) {
  const count: Count = (limit, key, windowMs) => ask<Counted>('count', { limit, key, windowMs });
  const seats: LiveSeats = {
    take: (memberId) => ask<boolean>('takeSeat', memberId),
    give: (memberId) => void ask('giveSeat', memberId),
  };
  return {
    limits: { count, enterStream: (address: string) => ask<boolean>('enterStream', address) },
    seats,
    images: createRemoteImages((picture) => ask<ImageResult>('encode', picture)),
  };
}
