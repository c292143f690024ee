import { TASKS } from './phone-ways.mjs';
import { worldOf } from './phone-world.mjs';
import { openPhones, walk } from './thumb.mjs';

/**
 * Goes the ways of all tasks on a server with demo content, its processor slower by a factor. A way that ends
 * before its task is done has an `error`, and no presses.
 */
export async function walkAll({ url, password, slowdown, tasks = TASKS }) {
  const world = worldOf({ url, password });
  const phones = await openPhones(url, slowdown);
  const results = [];
  try {
    for (const { name, most, from, as, prepare, steps } of tasks) {
      const made = { ...world, ...(await prepare?.(world)) };
      const page = await phones.pick(as && (await world.sessionOf(as)));
      const walked = walk(page, { from, steps: steps(made) });
      const result = await walked.catch((error) => ({
        taps: Number.NaN,
        seconds: 0,
        top: '',
        error,
      }));
      results.push({ name, most, ...result });
      await page.context().close();
    }
  } finally {
    await phones.close();
  }
  return results;
}
