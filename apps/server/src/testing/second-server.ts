import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { readEnv } from '../config/env.ts';
import { connect, type DatabaseClient } from '../db/client.ts';
import { createOutbox } from '../platform/email/outbox.ts';
import type { FetchForeignPage } from '../platform/foreign-pages/foreign-pages.ts';
import { createHashing } from '../platform/hashing.ts';
import type { RateProfile } from '../platform/rates.ts';
import { buildApp } from '../wiring/app.ts';
import { loadDemo } from '../wiring/demo.ts';
import { createServices, type Services } from '../wiring/services.ts';
import { sharedTestImages } from './images.ts';
import { joinAs, type Several } from './several.ts';
import {
  callApp,
  NO_LIMITS,
  NO_POST_LIMIT,
  TEST_HASHING,
  TEST_SECRET,
  type TestApp,
} from './test-app.ts';

export interface SecondServer {
  pool: DatabaseClient['pool'];
  app: FastifyInstance;
  services: Services;
  call: TestApp['call'];
  redisState: TestApp['redisState'];
  close(): Promise<void>;
}

interface SecondServerOptions {
  several?: Several;
  env?: Record<string, string>;
  rates?: Partial<RateProfile>;
  /** Another way to the same database. */
  url?: string;
  /** Folder of a built web app. */
  webRoot?: string;
  /** Pages of other sites; by default the network's. */
  fetchPage?: FetchForeignPage;
}

/**
 * A second server on the first one's database, files and secrets; they share nothing else, except what
 * `several` connects.
 */
export async function createSecondServer(
  t: TestApp,
  options: SecondServerOptions = {},
): Promise<SecondServer> {
  const { url = t.database.url, webRoot } = options;
  const client = connect(url, { onError: () => undefined });
  const env = readEnv({
    DATA_DIR: t.dataDir,
    REDIS_URL: options.several?.redisUrl,
    ...NO_POST_LIMIT,
    ...options.env,
  });
  const log = pino({ level: 'silent' });
  const outbox = createOutbox({
    folder: join(t.dataDir, 'outbox'),
    from: env.MAIL_FROM,
    clock: t.clock,
  });
  const joined = await joinAs(options.several, { url: t.database.url, seal: t.seal, log });
  const services = createServices({
    demo: await loadDemo(),
    ...joined.together,
    db: client.db,
    env,
    clock: t.clock,
    secrets: [TEST_SECRET],
    seal: t.seal,
    emailTransport: outbox,
    outbox,
    images: sharedTestImages(),
    ...(options.fetchPage && { fetchPage: options.fetchPage }),
    hashing: createHashing({ parameters: TEST_HASHING }),
    version: 'test',
    commit: null,
    log,
  });
  const rates = { ...NO_LIMITS, ...options.rates };
  const app = await buildApp({
    env,
    services,
    rates,
    shared: joined.limits,
    version: 'test',
    log,
    ...(webRoot !== undefined && { webRoot }),
  });
  await app.ready();
  return {
    pool: client.pool,
    app,
    services,
    redisState: joined.redisState,
    call: (method, url, options) => callApp(app, method, url, options),
    close: async () => {
      await app.close();
      await joined.close();
      await client.close();
    },
  };
}
