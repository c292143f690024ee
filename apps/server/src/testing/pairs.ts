/** In `npm test`, which leaves out what repeats others. */
export const isShort = process.env.NARU_TESTS === 'short';

/** Pairs for a test of each: all in the whole run, in `npm test` so many that each member is in one. */
export function pairsOf<A, B>(
  firsts: readonly A[],
  seconds: readonly B[],
  few = isShort,
): (readonly [A, B])[] {
  const isTaken = (row: number, column: number) =>
    !few ||
    (firsts.length < seconds.length
      ? column % firsts.length === row
      : row % seconds.length === column);
  return firsts.flatMap((first, row) =>
    seconds.flatMap((second, column) => (isTaken(row, column) ? [[first, second] as const] : [])),
  );
}
