import { setTimeout as delay } from 'node:timers/promises';

const TIMEOUT_MS = 20_000;

/** A request with its status, or why it failed, and its milliseconds. */
export async function timed(name, run) {
  const startedAt = performance.now();
  const outcome = await run().then(
    async (response) => {
      await response.arrayBuffer();
      return { status: response.status, retryAfter: response.headers.get('retry-after') };
    },
    (error) => ({ status: error.cause?.code ?? error.message, retryAfter: null }),
  );
  return { name, at: startedAt, ms: performance.now() - startedAt, ...outcome };
}

/**
 * Sends each of the requests again and again, with a pause between two, until `end`, which resolves with
 * all of them.
 */
export function sendSteadily(requests, pauseMs) {
  const done = [];
  let isOver = false;
  const lines = requests.map(async ({ name, url, ...init }) => {
    while (!isOver) {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      done.push(await timed(name, () => fetch(url, { ...init, signal })));
      await delay(pauseMs);
    }
  });
  return {
    done,
    end: async () => {
      isOver = true;
      await Promise.all(lines);
      return done;
    },
  };
}

export const isSuccess = ({ status }) => status >= 200 && status < 300;

export const slowest = (results) => Math.max(0, ...results.map(({ ms }) => ms));

/** Milliseconds until `run` resolves with true; throws after a minute. */
export async function untilTrue(run) {
  const startedAt = performance.now();
  while (!(await run())) {
    if (performance.now() - startedAt > 60_000)
      throw new Error('It did not come back in a minute.');
    await delay(20);
  }
  return performance.now() - startedAt;
}
