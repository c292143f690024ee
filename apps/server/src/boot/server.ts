import { mkdir } from 'node:fs/promises';
import { incompleteFolder } from '../backup/restore-backup.ts';
import {
  createImageProcessor,
  encodeFor,
  type Picture,
} from '../features/uploads/image-processor.ts';
import { type Serving, startServing } from '../peers/serving.ts';
import { createSpawner } from '../peers/serving-child.ts';
import { createShared, type Shared } from '../peers/shared.ts';
import { startEmbedded } from '../platform/database/embedded.ts';
import { messageOf } from '../platform/database/errors.ts';
import { acquireFolderLock } from '../platform/database/lock.ts';
import type { Patience } from '../platform/database/patience.ts';
import { requestRatesOf } from '../platform/rates.ts';
import { StartError } from './listen.ts';
import { type ServerParts, step } from './server-parts.ts';
import { createStartWait } from './start-wait.ts';
import { stopTimes } from './stop-times.ts';

/** Most of the program; loaded while the database starts, because both are slow. */
const loadRest = () => import('./bring-up.ts');

/** The start was aborted by a stop. */
export class StopRequested extends Error {}

type Stop = () => Promise<unknown> | unknown;

export type Server = ReturnType<typeof createServer>;

export function createServer(parts: ServerParts) {
  const { env, log } = parts;
  const stops: Stop[] = [];
  const stopping = new AbortController();
  let starting: Promise<void> = Promise.resolve();

  return {
    /**
     * Starts everything in order; a step that fails undoes the ones before it. Throws StartError or
     * DatabaseStartError for an expected cause, and StopRequested if `stop` is called during the start. Waits while
     * the database is away or the disk is full.
     */
    start(): Promise<void> {
      starting = start().catch(async (error: unknown) => {
        await undo();
        throw error;
      });
      return starting;
    },

    /** Undoes the completed steps in reverse order; may be called during the start. */
    async stop(): Promise<void> {
      stopping.abort(new StopRequested('stopped while starting'));
      await starting.catch(() => undefined);
      await undo();
    },
  };

  async function start(): Promise<void> {
    const wait = createStartWait(parts, stopping.signal);
    started(wait.end);
    await wait.until(() => makeFolder(env.DATA_DIR));
    const lock = await wait.until(() => acquireFolderLock(env.DATA_DIR));
    started(() => lock.release());
    const incomplete = incompleteFolder(env.DATA_DIR);
    if (incomplete !== null) throw new StartError(incomplete);
    const images = createImageProcessor();
    const shared = createShared(requestRatesOf(env.RATE_LIMITS), {
      encode: (picture: Picture) => encodeFor(images, picture),
    });
    const serving = env.WORKERS === 1 ? null : startProcesses(parts, shared);
    started(() => serving?.stop());
    const url = env.DATABASE_URL ?? (await openEmbedded(parts, wait, stops));
    checkStop();
    if (env.DATABASE_URL !== undefined) {
      // A failure to load is reported where the rest is used.
      void loadRest().catch(() => undefined);
      const { checkReachable } = await import('../db/reachable.ts');
      await wait.until(() => checkReachable(url, stopping.signal).catch(refuseDatabase));
    }
    const { bringUp } = await loadRest();
    await bringUp({ parts, url, images, shared, serving, started, wait });
  }

  function started(stop: Stop): void {
    stops.push(stop);
    checkStop();
  }

  function checkStop(): void {
    stopping.signal.throwIfAborted();
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
    throw new StartError(`DATA_DIR ${path} cannot be used: ${messageOf(error)}`, { cause: error });
  }
}

function refuseDatabase(error: unknown): never {
  const reason = `the database at DATABASE_URL is not usable: ${messageOf(error)}`;
  throw new StartError(reason, { cause: error });
}

async function openEmbedded(
  { env, print, onFatal }: ServerParts,
  wait: Pick<Patience, 'until' | 'isWaiting'>,
  stops: Stop[],
): Promise<string> {
  const log = (line: string) => {
    // Further attempts would log the same line.
    if (!wait.isWaiting()) print(line);
  };
  const start = () =>
    startEmbedded({
      dataDir: env.DATA_DIR,
      log,
      onUnexpectedExit: onFatal,
      // A failure to load is reported where the rest is used.
      whileWaiting: () => void loadRest().catch(() => undefined),
    });
  const database = await wait.until(() => step(print, 'Starting the embedded database', start));
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
    onRequest: shared.respond,
    onEnd: shared.release,
    onFatal,
  });
}
