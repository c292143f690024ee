import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work before yielding to the event loop; the last item may exceed it. */
const YIELD_MS = 10;

/** Runs `run` for every item in order, and yields to the event loop whenever it has taken a while. */
export async function eachYielding<T>(
  items: Iterable<T>,
  run: (item: T) => unknown,
): Promise<void> {
  let ends = performance.now() + YIELD_MS;
  for (const item of items) {
    run(item);
    if (performance.now() < ends) continue;
    await setImmediate();
    ends = performance.now() + YIELD_MS;
  }
}

/**
 * Runs `run` for every item, one after the other; returns how many it was true for. An item that
 * throws does not stop the others: the first error is thrown once all have run.
 */
export async function countEach<Item>(
  items: readonly Item[],
  run: (item: Item) => Promise<boolean>,
): Promise<number> {
  let count = 0;
  const errors: unknown[] = [];
  for (const item of items) {
    try {
      if (await run(item)) count += 1;
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  return count;
}
