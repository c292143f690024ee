/** `npm run test:whole` goes through all cases of the large walks, `npm test` through a part. */
const IS_WHOLE = process.env.NARU_TESTS === 'whole';

/**
 * Returns every `step`th case, or all of them in a whole run. `from` is the place in the other list that the walk
 * multiplies with this one; it must run over all of that list, so that no case of either is left out everywhere.
 */
export function shortFormOf<T>(cases: readonly T[], step: number, from: number): T[] {
  return cases.filter((_, place) => IS_WHOLE || (place + from) % step === 0);
}

/** Returns one of the cases, another one for the next `from`, or all of them in a whole run. */
export const oneOf = <T>(cases: readonly T[], from: number): T[] =>
  shortFormOf(cases, cases.length, from);
