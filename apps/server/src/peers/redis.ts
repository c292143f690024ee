import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import { deferred } from '../platform/deferred.ts';
import type { Log } from '../platform/log.ts';
import type { RedisClient } from './redis-client.ts';

/**
 * Settles like `work`, or rejects after `ms`. After a long turn of the event loop, first reads the responses that
 * have arrived by then.
 */
function within<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(async () => {
      await setImmediate();
      reject(late());
    }, ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Longest wait for a command; after that this server works without Redis until it has reconnected. */
const COMMAND_MS = 200;
/** Time limit for a connection and the first commands on it. */
const OPEN_MS = 1_000;
/** Interval of the checks whether Redis still responds and writes. */
const PULSE_MS = 400;
/** Seats of a server without a pulse for this long become free. */
const LEASE_MS = 15_000;
/** Pauses before the next attempt to connect; the last one repeats. */
const PAUSES_MS = [250, 500, 1_000];
/** A connection that lasts this long resets the pauses. */
const STEADY_MS = 10_000;

export type RedisState = 'ok' | 'away';

export type Redis = ReturnType<typeof createRedis>;

/** Redis is out of reach, too slow, or refuses a command. */
class RedisAway extends Error {}

interface Options {
  url: string;
  /** Prefix of all keys. */
  prefix: string;
  /** Id of this server, new with each start. */
  serverId: string;
  log: Pick<Log, 'info' | 'warn'>;
}

/**
 * A connection to Redis or Valkey, which may be away at any time. Any failed or slow command closes the connection;
 * a new one is used only once it can write.
 */
export function createRedis({ url, prefix, serverId, log }: Options) {
  const leases = `${prefix}server:`;
  const listeners: (() => void)[] = [];
  const closing = new AbortController();
  const tried = deferred<void>();
  let client: RedisClient | null = null;
  let lose: (reason: Error) => void = () => undefined;
  /** Why Redis is away, each cause once. */
  const reasons = new Set<string>();

  const running = stayConnected();

  return {
    leases,
    serverId,
    prefix,
    state: (): RedisState => (client === null ? 'away' : 'ok'),
    /** Resolves after the first attempt to connect, within about a second. */
    tried: tried.promise,
    /**
     * Calls `listener` when the stored data of this server may be gone: after a new connection, or when Redis was
     * emptied.
     */
    onEmptied: (listener: () => void): void => void listeners.push(listener),
    run,

    /** Ends the lease, so that the seats of this server become free at once. */
    async close(): Promise<void> {
      closing.abort();
      await run((open) => open.del(leases + serverId)).catch(() => undefined);
      lose(new RedisAway('closed'));
      await running;
    },
  };

  /** Rejects at once while Redis is away, otherwise after COMMAND_MS. */
  async function run<T>(work: (open: RedisClient) => Promise<T>): Promise<T> {
    if (client === null) throw new RedisAway('Redis is away');
    const end = lose;
    try {
      return await within(COMMAND_MS, work(client), tooSlow);
    } catch (error) {
      end(asError(error));
      throw error;
    }
  }

  async function stayConnected(): Promise<void> {
    for (let failures = 0; !closing.signal.aborted; failures += 1) {
      const startedAt = performance.now();
      await useOnce().catch(noteAway);
      tried.resolve();
      if (performance.now() - startedAt > STEADY_MS) failures = 0;
      const pause = PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)] ?? 0;
      await delay(pause * (0.75 + Math.random() / 2), undefined, {
        signal: closing.signal,
        ref: false,
      }).catch(() => undefined);
    }
  }

  /** Connects and stays connected as long as possible; rejects with the reason why the connection ended. */
  async function useOnce(): Promise<never> {
    const { createRedisClient } = await import('./redis-client.ts');
    const own = createRedisClient(url);
    const { promise: lost, reject } = deferred<never>();
    own.on('error', reject);
    try {
      await within(OPEN_MS, Promise.race([prepare(own), lost]), tooSlow);
      // A `close` during the attempt found no connection to end.
      closing.signal.throwIfAborted();
      client = own;
      lose = reject;
      if (reasons.size > 0) log.info('Redis is back');
      reasons.clear();
      tried.resolve();
      noteEmptied();
      void pulse(own);
      return await lost;
    } finally {
      client = null;
      own.destroy();
    }
  }

  /** Runs each command once, so that a Redis that refuses one never counts as connected. */
  async function prepare(own: RedisClient): Promise<void> {
    await own.connect();
    await Promise.all([renewLease(own), own.count(`${prefix}try`, LEASE_MS)]);
  }

  /** Returns whether the lease was there. */
  async function renewLease(open: RedisClient): Promise<boolean> {
    const options = { expiration: { type: 'PX', value: LEASE_MS }, GET: true } as const;
    return (await open.set(leases + serverId, '1', options)) !== null;
  }

  async function pulse(own: RedisClient): Promise<void> {
    while (client === own) {
      await delay(PULSE_MS, undefined, { ref: false });
      if (client !== own || closing.signal.aborted) return;
      const wasThere = await run(renewLease).catch(() => true);
      if (!wasThere) noteEmptied();
    }
  }

  function noteEmptied(): void {
    for (const emptied of listeners) emptied();
  }

  function noteAway(cause: unknown): void {
    const reason = asError(cause).message;
    if (closing.signal.aborted || reasons.has(reason)) return;
    reasons.add(reason);
    log.warn({ reason }, 'Redis is away: this server does without it');
  }
}

const tooSlow = () => new RedisAway('Redis did not respond in time');

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
