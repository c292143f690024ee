import { PlainError } from '../../scripts/lib/progress.mjs';

/**
 * The numbers that follow the name of a benchmark, in the order of the named defaults, which stand for
 * those that are missing. Throws a PlainError for a word that is no positive whole number.
 */
export function numbersFrom(words, defaults) {
  const names = Object.keys(defaults);
  const wrong = words.find((word, n) => n >= names.length || !/^[1-9]\d{0,8}$/.test(word));
  if (wrong !== undefined) {
    const usage = names.map((name) => `[${name}]`).join(' ');
    throw new PlainError(`${wrong}: expected are whole numbers: ${usage}`);
  }
  return Object.fromEntries(
    names.map((name, n) => [name, words[n] === undefined ? defaults[name] : Number(words[n])]),
  );
}
