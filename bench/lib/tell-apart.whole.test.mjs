import { expect, it } from 'vitest';
import { tellApart } from './tell-apart.mjs';

/** Numbers between 0 and 1 that look random and are the same in every run. */
function draws(count, seed) {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  });
}

it('distinguishes samples with the same spread no better than chance', () => {
  const { advantage, p, accuracy, chance } = tellApart(draws(2000, 1), draws(2000, 2));
  expect(Math.abs(advantage - 0.5)).toBeLessThan(0.03);
  expect(p).toBeGreaterThan(0.01);
  expect(accuracy).toBeGreaterThan(chance[0]);
  expect(accuracy).toBeLessThan(chance[1]);
});

it('finds a small shift that hides in the spread', () => {
  const shifted = draws(2000, 3).map((value) => value + 0.05);
  const { advantage, p, accuracy, chance } = tellApart(shifted, draws(2000, 4));
  expect(advantage).toBeGreaterThan(0.52);
  expect(p).toBeLessThan(0.001);
  expect(accuracy).toBeGreaterThan(chance[1] - 0.02);
});

it('counts equal values as half, and computes the known example', () => {
  expect(tellApart([1, 1, 1], [1, 1, 1])).toMatchObject({
    advantage: 0.5,
    p: expect.closeTo(1, 5),
  });
  // U = 6 of 16 pairs; z = 0.577.
  const { advantage, p } = tellApart([1, 4, 5, 6], [2, 3, 7, 8]);
  expect(advantage).toBeCloseTo(6 / 16, 6);
  expect(p).toBeCloseTo(0.5637, 3);
});
