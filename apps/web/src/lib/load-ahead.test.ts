import { expect, it } from 'vitest';
import { loadAhead } from './load-ahead.ts';

it('reports no part that a lost network withheld [REL-18]', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  const loaded: string[] = [];
  loadAhead(
    () => Promise.reject(new Error('no network')),
    async () => loaded.push('panels'),
  );
  // Node reports a rejection after the microtasks.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', note);
  expect([unhandled, loaded]).toEqual([[], ['panels']]);
});
