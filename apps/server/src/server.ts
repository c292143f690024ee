import { mkdir } from 'node:fs/promises';
import { highestRole } from '@naru/contract/roles';
import { buildApp } from './app.ts';
import { connect, type DatabaseClient } from './db/client.ts';
import { migrateDatabase } from './db/migrate.ts';
import { FIRST_POOL, servingPool } from './db/pools.ts';
import { prepareServerRole } from './db/server-role.ts';
import { type Env, findWarnings } from './env.ts';
import { createImageProcessor, type ImageProcessor } from './features/uploads/image-processor.ts';
import { listen, StartError } from './listen.ts';
import { systemClock } from './platform/clock.ts';
import { startEmbedded } from './platform/database/embedded.ts';
import { messageOf } from './platform/database/errors.ts';
import { acquireFolderLock } from './platform/database/lock.ts';
import { createEmailTransport } from './platform/email/transport.ts';
import { createHashing } from './platform/hashing.ts';
import { startWorker } from './platform/jobs/worker.ts';
import type { Log } from './platform/log.ts';
import { type Serving, ServingError, startServing } from './platform/processes/serving.ts';
import { createSpawner } from './platform/processes/serving-child.ts';
import { loadSeal } from './platform/seal.ts';
import { loadSecrets } from './platform/secrets.ts';
import { DEFAULT_RATES } from './plugins/rate-limit.ts';
import { createServices, type Services } from './services.ts';
import { createShared } from './shared.ts';

interface ServerParts {
  env: Env;
  log: Log;
  requestLevel: 'info' | 'debug';
  version: string;
  webRoot: string;
  /** The program of the processes that answer requests when there are several. */
  servingProgram: string;
  /** Appends whole lines of other processes to the log. */
  writeLog: (lines: string) => void;
  /** Prints progress to the terminal. */
  print: (line: string) => void;
  /** Called when the server cannot continue. */
  onFatal: (reason: string) => void;
}

/** What a serving process is told by the first one. */
export interface ServingSettings extends Pick<ServerParts, 'version' | 'webRoot' | 'requestLevel'> {
  databaseUrl: string;
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
    const images = createImageProcessor();
    const serving = env.WORKERS === 1 ? null : startProcesses(parts, images);
    started(() => serving?.stop());
    const url = await openDatabase(parts, stops);
    checkStop();
    await step(print, 'Bringing the database up to date', () => migrate(url));
    const own = env.DATABASE_URL === undefined ? await prepareServerRole(url) : url;
    const client = connect(own, {
      max: serving === null ? servingPool(1) : FIRST_POOL,
      onError: (error) => log.warn({ err: error }, 'database connection lost'),
    });
    started(() => client.close());
    const services = await prepareServices(parts, { client, images, serving });
    const worker = await startWorker({ ...client, log }, services.emailQueue.tasks, services.jobs);
    started(() => worker.stop());
    started(() => services.events.drain());
    if (serving === null) await serveHere(services);
    else await serveThere(serving, own);
    announce(parts, services.demo);
  }

  async function serveHere(services: Services): Promise<void> {
    const { requestLevel, version, webRoot } = parts;
    const rates = DEFAULT_RATES;
    const app = await buildApp({ env, services, rates, version, log, requestLevel, webRoot });
    started(() => app.close());
    await listen(app, env);
  }

  async function serveThere(serving: Serving, databaseUrl: string): Promise<void> {
    const { requestLevel, version, webRoot } = parts;
    // Before everything that running requests need.
    started(() => serving.stop());
    const settings: ServingSettings = { databaseUrl, requestLevel, version, webRoot };
    await serving.serve(settings).catch((error: unknown) => {
      throw error instanceof ServingError ? new StartError(error.message) : error;
    });
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

function startProcesses(parts: ServerParts, images: ImageProcessor): Serving {
  const { env, log, writeLog, onFatal } = parts;
  const shared = createShared(images);
  return startServing({
    count: env.WORKERS,
    spawn: createSpawner(parts.servingProgram),
    log,
    writeLog,
    answer: shared.answer,
    onEnd: shared.forget,
    onFatal,
  });
}

interface Prepared {
  client: DatabaseClient;
  images: ImageProcessor;
  serving: Serving | null;
}

/** Creates the services and brings the content in order, before anybody is served. */
async function prepareServices(
  { env, log, print, version }: ServerParts,
  { client: { db }, images, serving }: Prepared,
): Promise<Services> {
  const secrets = await loadSecrets(env.TOKEN_SECRET, env.DATA_DIR);
  const { transport, outbox } = createEmailTransport(env, systemClock);
  const services = createServices({
    db,
    env,
    clock: systemClock,
    secrets,
    seal: await loadSeal(db, secrets),
    emailTransport: transport,
    outbox,
    hashing: createHashing(),
    images,
    version,
    log,
    peers: serving?.peers,
  });
  if (env.DEMO) {
    await step(print, 'Looking after the demo content', () => services.demo.fill());
  }
  await services.credentials.claimExistingStudents();
  await services.identity.get();
  await refuseLeftDemo(env, services.demo);
  return services;
}

/** Throws StartError when the accounts of a former demo would be open to everybody. */
export async function refuseLeftDemo(
  env: Pick<Env, 'DEMO'>,
  demo: Pick<Services['demo'], 'isPresent'>,
): Promise<void> {
  if (!env.DEMO && (await demo.isPresent())) throw new StartError(DEMO_LEFT);
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
