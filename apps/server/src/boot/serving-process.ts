import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readEnv } from '../config/env.ts';
import { connect } from '../db/client.ts';
import { servingPool } from '../db/pools.ts';
import { createRemoteImages } from '../features/uploads/image-processor.ts';
import type { ImageResult } from '../features/uploads/image-types.ts';
import { createLink, type Port } from '../peers/link.ts';
import { createPeers } from '../peers/peers.ts';
import { SERVING } from '../peers/serving.ts';
import { askShared } from '../peers/shared.ts';
import { createPatience } from '../platform/database/patience.ts';
import { createLog, createLogOutput } from '../platform/log.ts';
import type { MetricsSource } from '../platform/metrics/metrics.ts';
import { requestRatesOf } from '../platform/rates.ts';
import { buildApp } from '../wiring/app.ts';
import type { ServingSettings } from './bring-up.ts';
import { listen, StartError } from './listen.ts';
import { createProcessMetrics } from './metrics.ts';
import { createProcessServices, openKeys } from './process-services.ts';
import { drain } from './stop-times.ts';

/** Time for the reason of a failed start to arrive before the process ends. */
const LAST_WORD_MS = 1_000;

const env = readEnv(process.env);
env.DATA_DIR = resolve(env.DATA_DIR);
// The first process writes these lines to its own log.
const log = createLog(env.LOG_LEVEL, await createLogOutput(env.LOG_LEVEL, false));
const stops: (() => Promise<unknown>)[] = [];
const patience = createPatience({
  database: 'the database',
  print: (line) => log.warn(line),
  // Never aborted: a stop ends the process in the middle of a wait.
  signal: new AbortController().signal,
});
let stopping: Promise<void> | undefined;
let metrics: MetricsSource | null = null;

const port: Port = {
  send: (message) => void process.send?.(message, undefined, undefined, () => undefined),
  onMessage: (handler) => void process.on('message', handler),
};
const peers = createPeers((topic, message) => link.send(topic, message));
const link = createLink(port, {
  onRequest: (name) => {
    if (name === SERVING.alive) return true;
    if (name === SERVING.metrics && metrics !== null) return metrics.collect();
    throw new Error(`a serving process does not respond to ${name}`);
  },
  onMessage: (topic, message) => {
    if (topic === SERVING.stop) stopping ??= stop();
    else peers.receive(topic, message);
  },
});

/** Drains, completes running requests, then exits. */
async function stop(): Promise<void> {
  for (const one of stops.splice(0).reverse()) {
    await one().catch((error: unknown) => log.error({ err: error }, 'a part did not stop cleanly'));
  }
  process.exit();
}

async function serve(): Promise<void> {
  const settings = await link.ask<ServingSettings>(SERVING.settings, null);
  const client = connect(settings.databaseUrl, {
    max: servingPool(env.WORKERS),
    onError: (error) => log.warn({ err: error }, 'database connection lost'),
  });
  stops.push(() => client.close());
  const shared = askShared(link);
  const services = await createProcessServices({
    ...(await patience.until(() => openKeys(env, client.db))),
    processes: env.WORKERS,
    db: client.db,
    env,
    images: createRemoteImages((picture) => link.ask<ImageResult>('encode', picture)),
    version: settings.version,
    commit: settings.commit,
    log,
    peers,
    seats: shared.seats,
    redisState: shared.redisState,
  });
  if (env.METRICS_PORT !== undefined) metrics = createProcessMetrics({ ...client, services });
  await patience.until(() => services.identity.get());
  const endWatch = services.siteStatus.watch();
  const app = await buildApp({
    env,
    services,
    rates: requestRatesOf(env.RATE_LIMITS),
    shared: shared.limits,
    version: settings.version,
    log,
    requestLevel: settings.requestLevel,
    webRoot: settings.webRoot,
  });
  stops.push(() => app.close());
  stops.push(async () => endWatch());
  await app.ready();
  await link.ask(SERVING.built, null);
  if (stopping !== undefined) return;
  await listen(app, env);
  stops.push(() => drain(services.health, env.DRAIN_SECONDS));
  await link.ask(SERVING.listening, null);
}

// A terminal or service manager signals all processes; only the first one acts, and stops the others.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('uncaughtException', (error) => log.error({ err: error }, 'uncaught exception'));
process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));
process.once('disconnect', () => process.exit());

serve().catch(async (error: unknown) => {
  if (stopping !== undefined) return;
  const isExpected = error instanceof StartError;
  if (!isExpected) log.error({ err: error }, 'a serving process cannot start');
  const reason = error instanceof Error ? error.message : String(error);
  await Promise.race([link.ask(SERVING.failed, reason), delay(LAST_WORD_MS)]);
  process.exit(1);
});
