import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { buildApp } from '../app.ts';
import { connect } from '../db/client.ts';
import { withoutReplica } from '../db/replica.ts';
import { readEnv } from '../env.ts';
import { createOutbox } from '../platform/email/outbox.ts';
import { createHashing } from '../platform/hashing.ts';
import { createServices, type Services } from '../services.ts';
import { sharedTestImages } from './images.ts';
import {
  callApp,
  NO_LIMITS,
  NO_POST_LIMIT,
  TEST_HASHING,
  TEST_SECRET,
  type TestApp,
} from './test-app.ts';

export interface SecondServer {
  app: FastifyInstance;
  services: Services;
  call: TestApp['call'];
  close(): Promise<void>;
}

/** A second server on the first one's database, files and secrets; they share nothing else. */
export async function createSecondServer(t: TestApp): Promise<SecondServer> {
  const client = connect(t.database.url, { onError: () => undefined });
  const env = readEnv({ DEMO: 'on', DATA_DIR: t.dataDir, ...NO_POST_LIMIT });
  const log = pino({ level: 'silent' });
  const outbox = createOutbox({
    folder: join(t.dataDir, 'outbox'),
    from: env.MAIL_FROM,
    clock: t.clock,
  });
  const services = createServices({
    db: client.db,
    replica: withoutReplica(client.db),
    env,
    clock: t.clock,
    secrets: [TEST_SECRET],
    seal: t.seal,
    emailTransport: outbox,
    outbox,
    images: sharedTestImages(),
    hashing: createHashing({ parameters: TEST_HASHING }),
    version: 'test',
    log,
  });
  const app = await buildApp({ env, services, rates: NO_LIMITS, version: 'test', log });
  await app.ready();
  return {
    app,
    services,
    call: (method, url, options) => callApp(app, method, url, options),
    close: async () => {
      await app.close();
      await client.close();
    },
  };
}
