import {
  encodeFor,
  type ImageProcessor,
  type Picture,
} from '../features/uploads/image-processor.ts';
import { joinServers } from '../peers/join-servers.ts';
import { createShared } from '../peers/shared.ts';
import type { Log } from '../platform/log.ts';
import { DEFAULT_RATES } from '../platform/rates.ts';
import type { Seal } from '../platform/seal.ts';
import { sharedTestImages } from './images.ts';

export interface Several {
  redisUrl?: string;
}

interface Parts {
  url: string;
  seal: Pick<Seal, 'hashText'>;
  log: Pick<Log, 'info' | 'warn'>;
  images?: ImageProcessor;
}

/** Connects a test server with the others on its database, as a start does; not without `several`. */
export async function joinAs(several: Several | undefined, parts: Parts) {
  const { url, seal, log, images = sharedTestImages() } = parts;
  const shared = createShared(DEFAULT_RATES, {
    encode: (picture: Picture) => encodeFor(images, picture),
  });
  const env = {
    DATABASE_URL: several && url,
    REDIS_URL: several?.redisUrl,
  };
  const version = 'test';
  const joined = await joinServers({ env, url, seal, log, version, shared, serving: null });
  const { limits, redisState, seats } = shared.local();
  return {
    together: { peers: joined.peers, seats, redisState },
    limits,
    redisState,
    findWarnings: joined.findWarnings,
    close: joined.close,
  };
}
