import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { openRun } from './reveals.model.fixture.ts';
import { ordersOf } from './reveals.orders.fixture.ts';

/** `npm run fuzz -- reveals` sets both. */
const RUNS = Number(process.env.FUZZ_CASES ?? 18);
const SEED = Number(process.env.FUZZ_SEED ?? 14);
const STEPS = 22;

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

it(
  'an author is named to two independent ADMINs and nobody else, whatever happens in whatever order [ANON-28, ANON-29]',
  async () => {
    const counts = { requested: 0, approved: 0, refused: 0, opened: 0 };
    const property = fc.asyncProperty(ordersOf(STEPS), async (commands) => {
      const { model, real } = await openRun(t, counts);
      await fc.asyncModelRun(() => ({ model, real }), commands);
    });
    await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: RUNS <= 18 });
    if (process.env.FUZZ_CASES) console.log(`${RUNS} orders: ${JSON.stringify(counts)}`);
    const never = Object.entries(counts).filter(([, count]) => count === 0);
    expect(never, JSON.stringify(counts)).toEqual([]);
  },
  6 * 60 * 60_000,
);
