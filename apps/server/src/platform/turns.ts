import { setImmediate } from 'node:timers/promises';

/** What others wait for at most, together with the item that exceeds it. */
const TURN_MS = 10;

/** Runs `run` for every item in order; others get their turn whenever it has taken a while. */
export async function inTurns<T>(items: Iterable<T>, run: (item: T) => unknown): Promise<void> {
  let ends = performance.now() + TURN_MS;
  for (const item of items) {
    run(item);
    if (performance.now() < ends) continue;
    await setImmediate();
    ends = performance.now() + TURN_MS;
  }
}
