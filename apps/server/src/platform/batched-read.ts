interface Waiting<K, V> {
  key: K;
  resolve: (value: V | null) => void;
  reject: (error: unknown) => void;
}

/** A second statement serves new calls while the first one runs. */
const STATEMENTS_AT_ONCE = 2;
/** A statement that takes longer, such as on a lost connection, holds up no other call. */
const SLOW_MS = 100;

/**
 * Returns a read of one row that shares its statement with calls of other requests. A call is never
 * served by a statement that began before it, so the row is as new as from a statement of its own.
 */
export function createBatchedRead<K, V>(readMany: (keys: K[]) => Promise<Map<K, V>>) {
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
    const batch = waiting;
    waiting = [];
    const end = begin();
    const answer = await read(batch);
    end();
    for (const call of batch) {
      answer(call);
      await afterItsWork();
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

  async function read(batch: readonly Waiting<K, V>[]): Promise<(call: Waiting<K, V>) => void> {
    try {
      const found = await readMany([...new Set(batch.map(({ key }) => key))]);
      return ({ key, resolve }) => resolve(found.get(key) ?? null);
    } catch (error) {
      return ({ reject }) => reject(error);
    }
  }
}

/**
 * Resolves when an answered call has gone on as far as it can without waiting: requests that advance
 * in step would all count for a rate limit before the first of them is compared with it.
 */
function afterItsWork(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}
