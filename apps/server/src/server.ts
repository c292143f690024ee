import { mkdir } from 'node:fs/promises';
import { highestRole } from '@naru/contract/roles';
import { buildApp } from './app.ts';
import { connect, type DatabaseClient } from './db/client.ts';
import { migrateDatabase } from './db/migrate.ts';
import { prepareServerRole } from './db/server-role.ts';
import { type Env, findWarnings } from './env.ts';
import { createImageProcessor } from './features/uploads/image-processor.ts';
import { systemClock } from './platform/clock.ts';
import { startEmbedded } from './platform/database/embedded.ts';
import { messageOf } from './platform/database/errors.ts';
import { acquireFolderLock } from './platform/database/lock.ts';
import { createEmailTransport } from './platform/email/transport.ts';
import { createHashing } from './platform/hashing.ts';
import { startWorker } from './platform/jobs/worker.ts';
import type { Log } from './platform/log.ts';
import { loadSeal } from './platform/seal.ts';
import { loadSecrets } from './platform/secrets.ts';
import { DEFAULT_RATES } from './plugins/rate-limit.ts';
import { createServices, type Services } from './services.ts';

/** A start that cannot succeed; the message is one sentence for the operator. */
export class StartError extends Error {}

interface ServerParts {
  env: Env;
  log: Log;
  requestLevel: 'info' | 'debug';
  version: string;
  webRoot: string;
  /** Prints progress to the terminal. */
  print: (line: string) => void;
  /** Called when the server cannot continue. */
  onFatal: (reason: string) => void;
}

const DEMO_LEFT =
  'the database still has the demo accounts, and their password is public. ' +
  'Remove them with "npm run demo -- remove" (what other members made stays), or start with DEMO=on';

/** The start was aborted by a stop. */
export class StopRequested extends Error {}

type Stop = () => Promise<unknown> | unknown;

export type Server = ReturnType<typeof createServer>;

export function createServer(parts: ServerParts) {
  const { env, log, print } = parts;
  const stops: Stop[] = [];
  let isStopping = false;
  let starting: Promise<void> = Promise.resolve();

  return {
    /**
     * Starts everything in order; a step that fails undoes the ones before it. Throws StartError,
     * DatabaseStartError or SealError for an expected cause, StopRequested when `stop` was called
     * meanwhile.
     */
    start(): Promise<void> {
      starting = start().catch(async (error: unknown) => {
        await undo();
        throw error;
      });
      return starting;
    },

    /** Undoes what has been started, in reverse order, also during the start. */
    async stop(): Promise<void> {
      isStopping = true;
      await starting.catch(() => undefined);
      await undo();
    },
  };

  async function start(): Promise<void> {
    await makeFolder(env.DATA_DIR);
    const lock = await acquireFolderLock(env.DATA_DIR);
    started(() => lock.release());
    const url = await openDatabase(parts, stops);
    checkStop();
    await step(print, 'Bringing the database up to date', () => migrate(url));
    const own = env.DATABASE_URL === undefined ? await prepareServerRole(url) : url;
    const client = connect(own, {
      onError: (error) => log.warn({ err: error }, 'database connection lost'),
    });
    started(() => client.close());
    const { app, demo } = await createApp(parts, client, stops);
    started(() => app.close());
    await listen(app, env);
    announce(parts, demo);
  }

  function started(stop: Stop): void {
    stops.push(stop);
    checkStop();
  }

  function checkStop(): void {
    if (isStopping) throw new StopRequested('stopped while starting');
  }

  async function undo(): Promise<void> {
    for (const stop of stops.splice(0).reverse()) {
      try {
        await stop();
      } catch (error) {
        log.error({ err: error }, 'a part did not stop cleanly');
      }
    }
  }
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
  } catch (error) {
    throw new StartError(`DATA_DIR ${path} cannot be used: ${messageOf(error)}`);
  }
}

async function openDatabase({ env, print, onFatal }: ServerParts, stops: Stop[]): Promise<string> {
  if (env.DATABASE_URL !== undefined) return env.DATABASE_URL;
  const database = await step(print, 'Starting the embedded database', () =>
    startEmbedded({ dataDir: env.DATA_DIR, log: print, onUnexpectedExit: onFatal }),
  );
  stops.push(() => database.stop());
  return database.url;
}

async function migrate(url: string): Promise<void> {
  try {
    await migrateDatabase(url, { durable: true });
  } catch (error) {
    throw new StartError(`the database is not usable: ${messageOf(error)}`);
  }
}

async function createApp(parts: ServerParts, client: DatabaseClient, stops: Stop[]) {
  const { env, log, requestLevel, print, version, webRoot } = parts;
  const { db } = client;
  const secrets = await loadSecrets(env.TOKEN_SECRET, env.DATA_DIR);
  const seal = await loadSeal(db, secrets);
  const { transport, outbox } = createEmailTransport(env, systemClock);
  const services = createServices({
    db,
    env,
    clock: systemClock,
    secrets,
    seal,
    emailTransport: transport,
    outbox,
    hashing: createHashing(),
    images: createImageProcessor(),
    version,
    log,
  });
  if (env.DEMO) {
    await step(print, 'Looking after the demo content', () => services.demo.fill());
  }
  await services.credentials.claimExistingStudents();
  await services.identity.get();
  await refuseLeftDemo(env, services.demo);
  const worker = await startWorker({ ...client, log }, services.emailQueue.tasks, services.jobs);
  stops.push(() => worker.stop());
  const rates = DEFAULT_RATES;
  const app = await buildApp({ env, services, rates, version, log, requestLevel, webRoot });
  return { app, demo: services.demo };
}

/** Throws StartError when the accounts of a former demo would be open to everybody. */
export async function refuseLeftDemo(
  env: Pick<Env, 'DEMO'>,
  demo: Pick<Services['demo'], 'isPresent'>,
): Promise<void> {
  if (!env.DEMO && (await demo.isPresent())) throw new StartError(DEMO_LEFT);
}

async function listen(app: Awaited<ReturnType<typeof buildApp>>, env: Env): Promise<void> {
  try {
    await app.listen({ host: env.HOST, port: env.PORT });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === 'EADDRINUSE') throw new StartError(`PORT ${env.PORT} is already in use`);
    if (code === 'EACCES') throw new StartError(`PORT ${env.PORT} may not be used by this user`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartError(`HOST ${env.HOST} is not an address of this machine`);
    }
    throw error;
  }
}

function announce({ env, log, print }: ServerParts, demo: Services['demo']): void {
  print('');
  print(`Naru is ready: ${env.PUBLIC_URL}`);
  for (const warning of findWarnings(env)) {
    print(`WARNING: ${warning}.`);
    log.warn(warning);
  }
  if (!env.DEMO) return;
  print('');
  print(`Demo accounts, password ${demo.password}:`);
  for (const { username, roles } of demo.listAccounts()) {
    print(`  ${username.padEnd(10)} ${highestRole(roles)}`);
  }
  if (env.SMTP_URL === undefined) print(`Mails: ${env.PUBLIC_URL}/dev/outbox`);
}

/** Prints a step and its duration. */
async function step<T>(
  print: (line: string) => void,
  name: string,
  run: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  const result = await run();
  print(`${name}: done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return result;
}
