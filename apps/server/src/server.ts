import { mkdir } from 'node:fs/promises';
import { incompleteFolder } from './backup/incomplete.ts';
import { createImageProcessor } from './features/uploads/image-processor.ts';
import { StartError } from './listen.ts';
import { startEmbedded } from './platform/database/embedded.ts';
import { messageOf } from './platform/database/errors.ts';
import { acquireFolderLock } from './platform/database/lock.ts';
import { type Serving, startServing } from './platform/processes/serving.ts';
import { createSpawner } from './platform/processes/serving-child.ts';
import { requestRatesOf } from './platform/rates.ts';
import type { ServerParts } from './server-parts.ts';
import { createShared, type Shared } from './shared.ts';
import { step } from './step.ts';
import { stopTimes } from './stop-times.ts';

/** Most of the program: loaded while the database starts, as both take their time. */
const loadRest = () => import('./bring-up.ts');

/** The start was aborted by a stop. */
export class StopRequested extends Error {}

type Stop = () => Promise<unknown> | unknown;

export type Server = ReturnType<typeof createServer>;

export function createServer(parts: ServerParts) {
  const { env, log } = parts;
  const stops: Stop[] = [];
  let isStopping = false;
  let starting: Promise<void> = Promise.resolve();

  return {
    /**
     * Starts everything in order; a step that fails undoes the ones before it. Throws StartError,
     * or DatabaseStartError for an expected cause, StopRequested when `stop` was called
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
    const incomplete = incompleteFolder(env.DATA_DIR);
    if (incomplete !== null) throw new StartError(incomplete);
    const images = createImageProcessor();
    const shared = createShared(images, requestRatesOf(env.RATE_LIMITS));
    const serving = env.WORKERS === 1 ? null : startProcesses(parts, shared);
    started(() => serving?.stop());
    const url = await openDatabase(parts, stops);
    checkStop();
    const { bringUp } = await loadRest();
    await bringUp({ parts, url, images, shared, serving, started });
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
    startEmbedded({
      dataDir: env.DATA_DIR,
      log: print,
      onUnexpectedExit: onFatal,
      // A failure to load is met where the rest is used.
      whileWaiting: () => void loadRest().catch(() => undefined),
    }),
  );
  stops.push(() => database.stop());
  return database.url;
}

function startProcesses(parts: ServerParts, shared: Shared): Serving {
  const { env, log, writeLog, onFatal } = parts;
  return startServing({
    count: env.WORKERS,
    stopMs: stopTimes(env.DRAIN_SECONDS).process,
    spawn: createSpawner(parts.servingProgram),
    log,
    writeLog,
    answer: shared.answer,
    onEnd: shared.forget,
    onFatal,
  });
}
