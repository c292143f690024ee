import { PlainError } from '../../scripts/lib/progress.mjs';

/** Stands for the numbers of a small run, which only proves that everything works. */
const SMALL = 'small';

export const isSmall = (words) => words[0] === SMALL;

/**
 * The numbers that follow the name of a benchmark, in the order of the named defaults, which stand for
 * those that are missing; after the word `small` those of `small`. Throws a PlainError for a word that is no
 * positive whole number.
 */
export function numbersFrom(words, defaults, small) {
  const names = Object.keys(defaults);
  if (isSmall(words)) return numbersFrom(words.slice(1), { ...defaults, ...small });
  const wrong = words.find((word, n) => n >= names.length || !/^[1-9]\d{0,8}$/.test(word));
  if (wrong !== undefined) {
    const usage = names.map((name) => `[${name}]`).join(' ');
    throw new PlainError(`${wrong}: expected are whole numbers: ${usage}, or ${SMALL}`);
  }
  return Object.fromEntries(
    names.map((name, n) => [name, words[n] === undefined ? defaults[name] : Number(words[n])]),
  );
}
