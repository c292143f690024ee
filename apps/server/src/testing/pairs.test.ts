import { expect, it } from 'vitest';
import { pairsOf } from './pairs.ts';

it.each([
  [1, 3],
  [3, 1],
  [2, 5],
  [5, 2],
  [4, 4],
])('few pairs of %d and %d members have each of them', (rows, columns) => {
  const [firsts, seconds] = [[...Array(rows).keys()], [...Array(columns).keys()]];
  const few = pairsOf(firsts, seconds, true);
  expect(few).toHaveLength(Math.max(rows, columns));
  expect(new Set(few.map(([first]) => first)).size).toBe(rows);
  expect(new Set(few.map(([, second]) => second)).size).toBe(columns);
  expect(pairsOf(firsts, seconds, false)).toHaveLength(rows * columns);
});
