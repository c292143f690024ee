import { highestRole } from '@naru/contract/roles';
import { buildApp } from './app.ts';
import { connect, type DatabaseClient } from './db/client.ts';
import { DEMO_PASSWORD, demoAccounts } from './db/demo/index.ts';
import { migrateDatabase } from './db/migrate.ts';
import type { Env } from './env.ts';
import { systemClock } from './platform/clock.ts';
import { startEmbedded } from './platform/database/embedded.ts';
import { acquireFolderLock } from './platform/database/lock.ts';
import { startJobs } from './platform/jobs/scheduler.ts';
import type { Log } from './platform/log.ts';
import { createMailTransport } from './platform/mail/transport.ts';
import { loadSeal } from './platform/seal.ts';
import { loadSecrets } from './platform/secrets.ts';
import { DEFAULT_RATES } from './plugins/rate-limit.ts';
import { createServices } from './services.ts';

/** A start that cannot succeed as things are; the message is one sentence for the operator. */
export class StartError extends Error {}

export interface ServerParts {
  env: Env;
  log: Log;
  version: string;
  webRoot: string;
  /** Progress for the person at the terminal. */
  print: (line: string) => void;
  /** Something the server cannot live without is gone for good. */
  onFatal: (reason: string) => void;
}

export interface RunningServer {
  stop(): Promise<void>;
}

type App = Awaited<ReturnType<typeof buildApp>>;
type Stop = () => Promise<unknown> | unknown;

/**
 * Starts everything in order and answers what stops it in reverse order. When a step fails the steps
 * before it are undone. Throws StartError, DatabaseStartError or EnvError for an expected cause.
 */
export async function startServer(parts: ServerParts): Promise<RunningServer> {
  const stops: Stop[] = [];
  const stop = async () => {
    for (const undo of stops.splice(0).reverse()) await undo();
  };
  try {
    await start(parts, stops);
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(parts: ServerParts, stops: Stop[]): Promise<void> {
  const { env, log, print } = parts;
  const lock = await acquireFolderLock(env.DATA_DIR);
  stops.push(() => lock.release());
  const url = await openDatabase(parts, stops);
  await step(print, 'Bringing the database up to date', () => migrate(url));
  const client = connect(url, { onError: (error) => log.warn({ err: error }, 'connection lost') });
  stops.push(() => client.close());
  const app = await createApp(parts, client, stops);
  stops.push(() => app.close());
  await listen(app, env);
  announce(parts);
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
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`the database is not usable: ${reason}`);
  }
}

async function createApp(parts: ServerParts, client: DatabaseClient, stops: Stop[]): Promise<App> {
  const { env, log, print, version, webRoot } = parts;
  const { db } = client;
  const secrets = await loadSecrets(env.TOKEN_SECRET, env.DATA_DIR);
  const seal = await loadSeal(db, secrets);
  const mail = createMailTransport(env, systemClock);
  const services = createServices({
    db,
    env,
    clock: systemClock,
    secrets,
    seal,
    mailTransport: mail.transport,
    outbox: mail.outbox,
    version,
    log,
  });
  if (env.DEMO) {
    await step(print, 'Looking after the demo content', () => services.fillDemo());
  }
  services.mailQueue.start();
  stops.push(() => services.mailQueue.stop());
  const jobs = startJobs({ db, log }, services.jobs);
  stops.push(() => jobs.stop());
  return buildApp({ env, services, rates: DEFAULT_RATES, version, log, webRoot });
}

async function listen(app: App, env: Env): Promise<void> {
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

function announce({ env, print }: ServerParts): void {
  print('');
  print(`Naru is ready: ${env.PUBLIC_URL}`);
  if (!env.DEMO) return;
  print('');
  print(`Demo accounts, password ${DEMO_PASSWORD}:`);
  for (const { username, roles } of demoAccounts()) {
    print(`  ${username.padEnd(10)} ${highestRole(roles)}`);
  }
  if (env.SMTP_URL === undefined) print(`Mails: ${env.PUBLIC_URL}/dev/outbox`);
}

/** Shows what is being done and how long it took. */
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
