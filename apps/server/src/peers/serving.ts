import { setTimeout as delay } from 'node:timers/promises';
import { deferred } from '../platform/deferred.ts';
import type { Log } from '../platform/log.ts';
import { createLink, type Link, relayLines } from './link.ts';
import { createPeers, type Outside, type PeerTopic } from './peers.ts';
import { type ServingChild, watchResponses } from './serving-child.ts';

/** Pauses before a process is restarted, longer after each early end. */
const PAUSES_MS = [100, 500, 1_000, 2_000];
/** A process that ends sooner than this after its start counts as an early end. */
const EARLY_MS = 60_000;
/** How long `gather` waits for a process. */
const GATHER_MS = 2_000;
/** Early ends of one process in a row before the server gives up. */
const MAX_EARLY_ENDS = 5;

/** Topics and questions between the first process and the others. */
export const SERVING = {
  /** A process asks for its settings and gets them once the database can be used. */
  settings: 'settings',
  /** Resolves when all are built: until then nobody listens. */
  built: 'built',
  listening: 'listening',
  /** Reports why a process cannot serve. */
  failed: 'failed',
  /** Sent to a process: complete running requests and exit. */
  stop: 'stop',
  /** Asks a process for a sign of life; it responds unless it hangs. */
  alive: 'alive',
  /** Asked of a process: what it counts. */
  metrics: 'metrics',
} as const;

interface Linked {
  /** Number from 1 on; a process that replaces another one gets the same number. */
  place: number;
  child: ServingChild;
  link: Link;
  /** Null until the process serves. */
  unwatch: (() => void) | null;
}

interface Options {
  count: number;
  /** How long a process may take to stop once it is asked to. */
  stopMs: number;
  spawn: () => ServingChild;
  log: Log;
  /** Appends whole lines to the log. */
  writeLog: (lines: string) => void;
  /** Responds to a request of the process with this number. */
  onRequest: (name: string, input: unknown, process: number) => unknown;
  /** The process with this number is gone. */
  onEnd: (process: number) => void;
  onFatal: (reason: string) => void;
  pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** A serving process could not start; the message is its reason. */
export class ServingError extends Error {}

export type Serving = ReturnType<typeof startServing>;

/**
 * Starts the processes that serve requests. They load while the database starts, wait in `settings` until `serve`
 * is called, and listen together. A process that ends later is restarted; one that hangs is killed, because its
 * clients would wait and the messages for it would fill the memory.
 */
export function startServing(options: Options) {
  const { count, stopMs, log, onFatal, pause = realPause } = options;
  const links = new Map<number, Linked>();
  const stopping = new AbortController();
  const settings = deferred<unknown>();
  const allBuilt = barrier(count);
  let mayListen: Promise<void> = allBuilt.passed;
  const allListen = barrier(count);
  const peers = createPeers((topic, message) => publishAll(null, topic, message));
  let outside: Outside | null = null;
  let started = 0;
  let hasServed = false;

  const killAll = () => {
    for (const { child } of links.values()) child.kill('SIGKILL');
  };
  process.once('exit', killAll);
  const slots = Array.from({ length: count }, (_, place) => keepRunning(place + 1));

  return {
    peers,

    /** From now on exchanges messages with other servers, whose messages go to all processes. */
    join(others: Outside): void {
      outside = others;
      others.listen((topic, message) => {
        peers.receive(topic, message);
        sendToOthers(null, topic, message);
      });
    },

    /**
     * Lets the processes serve; resolves when all of them do. They listen after `whenBuilt`.
     * @throws ServingError
     */
    async serve(
      given: unknown,
      whenBuilt: () => Promise<void> = async () => undefined,
    ): Promise<void> {
      mayListen = allBuilt.passed.then(whenBuilt);
      settings.resolve(given);
      await allListen.passed;
      hasServed = true;
    },

    /**
     * Asks all serving processes; returns the responses by the numbers of the processes, without those that do not
     * respond within GATHER_MS.
     */
    async gather<T>(name: string): Promise<Map<string, T>> {
      const found = new Map<string, T>();
      const asked = [...links.values()].filter(({ unwatch }) => unwatch !== null);
      const all = asked.map(async ({ place, link }) => {
        found.set(String(place), await link.ask<T>(name, null));
      });
      const late = delay(GATHER_MS, undefined, { ref: false });
      await Promise.race([Promise.allSettled(all), late]);
      return new Map(found);
    },

    /** Lets the processes drain and complete running requests; resolves when none is left. */
    async stop(): Promise<void> {
      stopping.abort();
      for (const { link } of links.values()) {
        link.send(SERVING.stop, null);
        link.flush();
      }
      const late = setTimeout(killAll, stopMs);
      await Promise.all(slots);
      clearTimeout(late);
      process.off('exit', killAll);
    },
  };

  async function keepRunning(place: number): Promise<void> {
    for (let early = 0; !stopping.signal.aborted; ) {
      const startedAt = performance.now();
      const { pid, reason } = await runOnce(place);
      early = performance.now() - startedAt < EARLY_MS ? early + 1 : 1;
      if (!mayRestart(early, pid, reason)) return;
      await pause(PAUSES_MS[early - 1] ?? 0, stopping.signal);
    }
  }

  /** `early`: how many times in a row the process ended soon. */
  function mayRestart(early: number, pid: number, reason: string): boolean {
    if (stopping.signal.aborted) return false;
    if (!hasServed) {
      allListen.fail(new ServingError(`a serving process did not start (${reason})`));
      return false;
    }
    log.error({ process: pid, reason, times: early }, 'a serving process ended');
    if (early < MAX_EARLY_ENDS) return true;
    onFatal(`a serving process ended ${early} times soon after its start (${reason})`);
    return false;
  }

  /** Runs one process to its end. */
  async function runOnce(place: number): Promise<{ pid: number; reason: string }> {
    started += 1;
    const number = started;
    const child = options.spawn();
    const link = createLink(child.port, {
      onRequest: (name, input) => respond(number, name, input),
      onMessage: (topic, message) => receive(number, topic, message),
    });
    links.set(number, { place, child, link, unwatch: null });
    if (child.stderr !== null) relayLines(child.stderr, options.writeLog);
    const reason = await child.ended;
    links.get(number)?.unwatch?.();
    links.delete(number);
    options.onEnd(number);
    return { pid: child.pid, reason };
  }

  function respond(number: number, name: string, input: unknown): unknown {
    if (name === SERVING.settings) return settings.promise;
    if (name === SERVING.built) return allBuilt.arrive().then(() => mayListen);
    if (name === SERVING.listening) {
      watch(number);
      return void allListen.arrive();
    }
    if (name === SERVING.failed) return allListen.fail(new ServingError(String(input)));
    return options.onRequest(name, input, number);
  }

  /** Watches only a process that listens, because loading the program is one long turn of the event loop. */
  function watch(number: number): void {
    const served = links.get(number);
    if (served === undefined) return;
    const { child, link } = served;
    served.unwatch = watchResponses(
      () => link.ask(SERVING.alive, null),
      () => {
        log.error({ process: child.pid }, 'a serving process hangs and is ended');
        child.kill('SIGKILL');
      },
    );
  }

  function receive(from: number, topic: string, message: unknown): void {
    peers.receive(topic, message);
    publishAll(from, topic as PeerTopic, message);
  }

  function publishAll(from: number | null, topic: PeerTopic, message: unknown): void {
    sendToOthers(from, topic, message);
    outside?.publish(topic, message);
  }

  function sendToOthers(from: number | null, topic: string, message: unknown): void {
    for (const [number, { link }] of links) if (number !== from) link.send(topic, message);
  }
}

/** Each arrival waits until `count` have arrived; later ones pass at once. */
function barrier(count: number) {
  const { promise, resolve, reject } = deferred<void>();
  let arrived = 0;
  return {
    passed: promise,
    arrive(): Promise<void> {
      arrived += 1;
      if (arrived === count) resolve();
      return promise;
    },
    fail: reject,
  };
}

function realPause(ms: number, signal: AbortSignal): Promise<unknown> {
  return delay(ms, undefined, { signal }).catch(() => undefined);
}
