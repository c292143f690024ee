/** Whether this is `npm run test:whole`, which goes through every case of the large walks; `npm test` tries a part. */
export const IS_WHOLE = process.env.NARU_TESTS === 'whole';

/**
 * Returns every `step`th case, or all of them in a whole run. Where a walk multiplies two lists, `from` is the
 * place in the other one: so each case of either list is tried in the short form as well.
 */
export function shortFormOf<T>(cases: readonly T[], step: number, from: number): T[] {
  return cases.filter((_, place) => IS_WHOLE || (place + from) % step === 0);
}
