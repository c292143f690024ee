import { highestRole } from '@naru/contract/roles';
import { programText } from '@naru/contract/text';
import { createScheduledBackup } from '../backup/scheduled-backup.ts';
import { type Env, findWarnings } from '../config/env.ts';
import { connect, type DatabaseClient } from '../db/client.ts';
import { migrateDatabase, planMigrations, requireMigrated } from '../db/migrate.ts';
import { FIRST_POOL, servingPool } from '../db/pools.ts';
import { prepareServerRole } from '../db/server-role.ts';
import { startWorker } from '../domain/jobs/worker.ts';
import { SealError } from '../domain/keys/wrapped-keys.ts';
import { findPlace } from '../domain/outgoing/outgoing.ts';
import { readSourcesFile, SourcesFileError } from '../features/sources/sources-file.ts';
import type { ImageProcessor } from '../features/uploads/image-processor.ts';
import { joinServers } from '../peers/join-servers.ts';
import { SERVING, type Serving, ServingError } from '../peers/serving.ts';
import type { Shared } from '../peers/shared.ts';
import { systemClock } from '../platform/clock.ts';
import { messageOf } from '../platform/database/errors.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import { requestRatesOf } from '../platform/rates.ts';
import { reportStorage } from '../platform/storage/create-storage.ts';
import { StorageError } from '../platform/storage/storage.ts';
import { buildApp } from '../wiring/app.ts';
import { createGate, tasksOf } from '../wiring/leaving-work.ts';
import type { Services } from '../wiring/services.ts';
import { backUpBefore } from './backup-before-upgrade.ts';
import { listen, StartError } from './listen.ts';
import { addServerMetrics, createProcessMetrics, serveMetrics } from './metrics.ts';
import { createProcessServices, openKeys } from './process-services.ts';
import { type ServerParts, step } from './server-parts.ts';
import type { StartWait } from './start-wait.ts';
import { drain } from './stop-times.ts';

/** What the first process sends to a serving one. */
export interface ServingSettings
  extends Pick<ServerParts, 'version' | 'commit' | 'webRoot' | 'requestLevel'> {
  databaseUrl: string;
}

const DEMO_LEFT =
  'the database still has the demo accounts, and their password is public. ' +
  'Remove them with "npm run demo -- remove" (what other members made stays), or start with DEMO=on for this machine alone';

interface Given {
  parts: ServerParts;
  /** URL for the owner of the tables. */
  url: string;
  images: ImageProcessor;
  shared: Shared;
  serving: Serving | null;
  /** Registers the function that undoes a step; throws StopRequested if the server is to stop. */
  started: (stop: () => unknown) => void;
  wait: StartWait;
}

/** Everything between a running database and the first request. */
export async function bringUp(given: Given): Promise<void> {
  const { parts, url, images, shared, serving, started, wait } = given;
  const { env, log } = parts;
  const storageReport = reportStorage(env, systemClock);
  await wait.until(() => upgrade(parts, url));
  const isEmbedded = env.DATABASE_URL === undefined;
  const own = isEmbedded ? await wait.until(() => prepareServerRole(url)) : url;
  const client = connect(own, {
    max: serving === null ? servingPool(1) : FIRST_POOL,
    onError: (error) => log.warn({ err: error }, 'database connection lost'),
  });
  started(() => client.close());
  const keys = await wait
    .until(() => openKeys(env, client.db))
    .catch((error: unknown) => {
      throw error instanceof SealError ? new StartError(error.message) : error;
    });
  const { requestLevel, version, commit, webRoot, admission } = parts;
  const { seal } = keys;
  const joined = await joinServers({ env, url: own, seal, log, version, shared, serving });
  started(() => joined.close());
  let worker: Awaited<ReturnType<typeof startWorker>> | undefined;
  let stopped: Promise<void> | undefined;
  const stopWorker = () => {
    stopped ??= worker?.stop();
    return stopped;
  };
  started(stopWorker);
  const { limits, ...local } = shared.local();
  const together = { ...local, peers: joined.peers };
  const { db } = client;
  const services = await createProcessServices({
    ...{ ...keys, db, env, images, version, commit, log },
    ...(admission && { admission }),
    ...together,
  });
  const { outgoing } = services;
  await wait.until(async () => outgoing.settle(await findPlace(db, env)));
  started(await startMetrics(parts, { client, services, serving }));
  const { fatal, warnings } = await storageReport;
  if (fatal !== null) throw new StartError(fatal);
  if (serving === null) {
    const rates = requestRatesOf(env.RATE_LIMITS);
    const [app] = await Promise.all([
      buildApp({ env, services, rates, shared: limits, version, log, requestLevel, webRoot }),
      wait.until(() => prepareContent(parts, services)),
    ]);
    started(() => app.close());
    started(services.siteStatus.watch());
    await app.ready();
    await wait.end();
    await listen(app, env);
    started(() => {
      void stopWorker();
      return drain(services.health, env.DRAIN_SECONDS);
    });
  } else {
    await wait.until(() => prepareContent(parts, services));
    started(() => services.events.drain());
    // Undone before everything that running requests need.
    started(() => {
      void stopWorker();
      return serving.stop();
    });
    await serveThere(
      serving,
      { databaseUrl: own, requestLevel, version, commit, webRoot },
      wait.end,
    );
  }
  // Jobs start after the server listens: no request waits for a job.
  const backups = createScheduledBackup({
    ...{ db, clock: systemClock, log },
    plan: env.BACKUP,
    proof: env.BACKUP_PROOF,
    folder: env.BACKUP_DIR,
    program: parts.servingProgram,
    completeErasures: services.account.completeErasures,
  });
  const jobs = { ...services.jobs, ...backups.jobs };
  const tasks = { ...tasksOf(services), ...backups.tasks };
  const gate = createGate(services);
  worker = await wait.until(() => startWorker({ ...client, log, gate }, tasks, jobs));
  started(services.uptime.watch(worker.restart));
  started(() => backups.stop());
  await wait.until(backups.noteSchedule);
  await backups.removeLeftover(url);
  const found = [...(await backups.findWarnings()), ...(await outgoing.findWarnings())];
  announce(parts, services.demo, [...warnings, ...joined.findWarnings(), ...found]);
}

/** Serves metrics if they are configured; resolves to the function that stops them. */
async function startMetrics(
  { env, log }: ServerParts,
  { client: { pool }, services, serving }: Metered,
): Promise<() => unknown> {
  if (env.METRICS_PORT === undefined) return () => undefined;
  const own = createProcessMetrics({ pool, services });
  addServerMetrics(own, services);
  const others = async () => (await serving?.gather<Metrics>(SERVING.metrics)) ?? new Map();
  return serveMetrics({ env, log, own, others });
}

async function serveThere(
  serving: Serving,
  settings: ServingSettings,
  whenBuilt: () => Promise<void>,
): Promise<void> {
  await serving.serve(settings, whenBuilt).catch((error: unknown) => {
    throw error instanceof ServingError ? new StartError(error.message) : error;
  });
}

/** Migrates the database. Refuses a newer or incomplete one; backs up an embedded one first. */
async function upgrade({ env, print, version }: ServerParts, url: string): Promise<void> {
  const options = { durable: true, log: print };
  try {
    if (env.MIGRATE === 'off') {
      await requireMigrated(url, options);
      return;
    }
    const { pending, isNew } = await planMigrations(url, options);
    if (pending.length > 0 && !isNew) {
      print(`The database is older than this version. Migrations to run: ${pending.join(', ')}`);
      const isOwn = env.DATABASE_URL === undefined && env.BACKUP_BEFORE_UPGRADE === 'on';
      if (isOwn) await backUpBefore(env, { url, version, print });
    }
    await step(print, 'Bringing the database up to date', () => migrateDatabase(url, options));
  } catch (error) {
    if (error instanceof StartError) throw error;
    const which = env.DATABASE_URL === undefined ? 'the database' : 'the database at DATABASE_URL';
    throw new StartError(`${which} is not usable: ${messageOf(error)}`, { cause: error });
  }
}

interface Metered extends Pick<Given, 'serving'> {
  client: DatabaseClient;
  services: Services;
}

/** Prepares the content before any request is served. */
async function prepareContent({ env, print }: ServerParts, services: Services): Promise<void> {
  await services.uptime.record();
  if (env.DEMO) {
    await step(print, 'Looking after the demo content', () => services.demo.fill()).catch(
      refuseWithoutStore,
    );
  }
  await services.credentials.claimExistingStudents();
  await services.identity.get();
  await services.push.prepare();
  await refuseLeftDemo(env, services.demo);
  await takeSources(env, services);
}

/**
 * Replaces the sources in the database by those of the file and of the demo. Without a file the sources stay that
 * another server, or this one before it was restored, has read from its file.
 */
async function takeSources(env: Env, { sources, demo }: Services): Promise<void> {
  const ofFile = await readSourcesFile(env).catch((error: unknown) => {
    throw error instanceof SourcesFileError ? new StartError(error.message) : error;
  });
  const names = new Set(ofFile?.map(({ name }) => name));
  const ofDemo = env.DEMO ? demo.sources.filter(({ name }) => !names.has(name)) : [];
  const isNone = ofFile === null && ofDemo.length === 0;
  await sources.sync(isNone ? null : [...(ofFile ?? []), ...ofDemo]);
}

/** The demo content has pictures, so it needs the store; other installations start without it. */
function refuseWithoutStore(error: unknown): never {
  if (!(error instanceof StorageError)) throw error;
  const reason = messageOf(error.cause);
  throw new StartError(`S3_ENDPOINT is needed to store the demo content: ${reason}`);
}

/** Throws StartError if accounts of an earlier demo, whose password is public, are still in the database. */
export async function refuseLeftDemo(
  env: Pick<Env, 'DEMO'>,
  demo: Pick<Services['demo'], 'isPresent'>,
): Promise<void> {
  if (!env.DEMO && (await demo.isPresent())) throw new StartError(DEMO_LEFT);
}

function announce(
  { env, print, version, commit }: ServerParts,
  demo: Services['demo'],
  warnings: readonly string[],
): void {
  print('');
  print(`Naru ${programText({ version, commit })} is ready: ${env.PUBLIC_URL}`);
  for (const warning of [...findWarnings(env), ...warnings]) print(`WARNING: ${warning}.`);
  if (!env.DEMO) return;
  print('');
  print(`Demo accounts, password ${demo.password}:`);
  for (const { username, roles } of demo.listAccounts()) {
    print(`  ${username.padEnd(10)} ${highestRole(roles)}`);
  }
  if (env.SMTP_URL === undefined) print(`Mails: ${env.PUBLIC_URL}/dev/outbox`);
}
