import { PlainError } from '../../scripts/lib/progress.mjs';
import { endAll } from '../../scripts/lib/run.mjs';
import { makeTempFolder } from '../../scripts/lib/temp-folder.mjs';
import { killDescendants } from './processes.mjs';

const PATIENCE_MS = 5_000;

/**
 * Runs a benchmark with a temporary folder and ends the process: whatever happens, also on Ctrl+C, no
 * server and no folder stays. `work` resolves with false for a run that shows an error.
 */
export async function runBench(work) {
  const temp = makeTempFolder();
  let isEnding = false;
  const end = async (code, error) => {
    if (isEnding) return;
    isEnding = true;
    if (error) console.error(error instanceof PlainError ? error.message : error);
    await endAll(PATIENCE_MS);
    // Servers that are no group of their own would go on writing to the folder.
    killDescendants();
    temp.remove();
    process.exit(code);
  };
  process.on('unhandledRejection', (error) => end(1, error));
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => end(1, new PlainError('Stopped.')));
  }
  try {
    await end((await work(temp)) === false ? 1 : 0);
  } catch (error) {
    await end(1, error);
  }
}

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
