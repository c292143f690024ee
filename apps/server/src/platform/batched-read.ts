import { mayConcernOneCall } from './database/query-errors.ts';

interface Waiting<K, V> {
  key: K;
  resolve: (value: V | null) => void;
  reject: (error: unknown) => void;
}

interface Options {
  /** How many calls share a statement. */
  most?: number;
  /** Whether the calls of a failed statement are repeated one by one, unless the database is away. */
  retriesAlone?: boolean;
}

type Settle<K, V> = (call: Waiting<K, V>) => void;

/** A second statement serves new calls while the first one runs. */
const STATEMENTS_AT_ONCE = 2;
/** A statement that takes longer, for example on a lost connection, delays no other call. */
const SLOW_MS = 100;
/** Milliseconds for which results are handed out before yielding to the event loop. */
const YIELD_MS = 10;

/**
 * Returns a read of one row that shares its statement with calls of other requests. A call is never
 * served by a statement that began before it, so the row is as new as from a statement of its own.
 */
export function createBatchedRead<K, V>(
  readMany: (keys: K[]) => Promise<Map<K, V>>,
  { most = Number.POSITIVE_INFINITY, retriesAlone = false }: Options = {},
) {
  let waiting: Waiting<K, V>[] = [];
  let isScheduled = false;
  let running = 0;

  return (key: K): Promise<V | null> =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      schedule();
    });

  function schedule(): void {
    if (isScheduled || waiting.length === 0 || running === STATEMENTS_AT_ONCE) return;
    isScheduled = true;
    // After all requests that the server received together.
    setImmediate(() => {
      isScheduled = false;
      void run();
    });
  }

  async function run(): Promise<void> {
    const batch = waiting.slice(0, most);
    waiting = waiting.slice(batch.length);
    const end = begin();
    schedule();
    const settle = await read(batch);
    end();
    let yieldsAt = performance.now() + YIELD_MS;
    for (const call of batch) {
      settle(call);
      await afterItsWork();
      if (performance.now() < yieldsAt) continue;
      await nextTurn();
      yieldsAt = performance.now() + YIELD_MS;
    }
  }

  /** Counts a statement as running until it ends or is slow. */
  function begin(): () => void {
    let isCounted = true;
    running += 1;
    const release = () => {
      if (!isCounted) return;
      isCounted = false;
      running -= 1;
      schedule();
    };
    const timer = setTimeout(release, SLOW_MS).unref();
    return () => {
      clearTimeout(timer);
      release();
    };
  }

  async function read(batch: readonly Waiting<K, V>[]): Promise<Settle<K, V>> {
    const keys = [...new Set(batch.map(({ key }) => key))];
    try {
      const found = await readMany(keys);
      return ({ key, resolve }) => resolve(found.get(key) ?? null);
    } catch (error) {
      const isRetried = retriesAlone && keys.length > 1 && mayConcernOneCall(error);
      return isRetried ? (call) => void readAlone(call) : ({ reject }) => reject(error);
    }
  }

  async function readAlone({ key, resolve, reject }: Waiting<K, V>): Promise<void> {
    try {
      const found = await readMany([key]);
      resolve(found.get(key) ?? null);
    } catch (error) {
      reject(error);
    }
  }
}

/**
 * Resolves when the settled call has gone on to its next wait. If calls went on in step, a rate limit would count
 * all of them before it compares the first.
 */
function afterItsWork(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
