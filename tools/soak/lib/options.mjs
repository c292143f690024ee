import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { PlainError } from '../../../scripts/lib/progress.mjs';

/** How long a whole soak of the usual length takes. */
const USUAL_MINUTES = 30;
const MINUTES_MAX = 360;
const SEED_MAX = 2 ** 31 - 1;

const USAGE =
  'Usage: npm run soak [-- --minutes <1 to 360>] [--seed <number>] [--only R1,R5] [--json <file>] [--short]';

function wholeNumber(text, max) {
  const number = Number(text);
  if (!/^\d{1,10}$/.test(text) || number < 1 || number > max) throw new PlainError(USAGE);
  return number;
}

function read(args) {
  try {
    return parseArgs({
      args,
      options: {
        minutes: { type: 'string' },
        seed: { type: 'string' },
        only: { type: 'string' },
        json: { type: 'string' },
        short: { type: 'boolean', default: false },
      },
    }).values;
  } catch {
    throw new PlainError(USAGE);
  }
}

/**
 * Reads the options of a soak. `scale` is 1 for the usual length, by which the parts multiply what they
 * repeat; `ids` are the statements to measure, null for all. Throws a PlainError with the usage.
 */
export function readOptions(args, known) {
  const { minutes, seed, only, json, short } = read(args);
  const ids = only?.toUpperCase().split(',') ?? null;
  const unknown = ids?.filter((id) => !known.includes(id)) ?? [];
  if (unknown.length > 0) {
    throw new PlainError(`${unknown}: no statement; there are ${known.join(', ')}`);
  }
  const length = minutes === undefined ? USUAL_MINUTES : wholeNumber(minutes, MINUTES_MAX);
  return {
    ids,
    json: json === undefined ? null : resolve(json),
    seed: seed === undefined ? Date.now() % SEED_MAX : wholeNumber(seed, SEED_MAX),
    isShort: short,
    scale: length / USUAL_MINUTES,
  };
}
