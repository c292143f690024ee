import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { PlainError } from './progress.mjs';
import { home } from './root.mjs';

/** A line without a `=` becomes part of the name that follows it. */
const LAST = 'END_OF_FILE';

/** The settings in the text of an env file. Throws a PlainError that quotes a line that is none. */
function readSettings(text, path) {
  const { [LAST]: end, ...settings } = parseEnv(`${text}\n${LAST}=1`);
  const wrong = Object.keys(settings).find((name) => !/^\w+$/.test(name));
  if (wrong === undefined && end === '1') return settings;
  const what = wrong?.split('\n')[0].slice(0, 40) ?? 'a quotation mark that is not closed';
  throw new PlainError(`${path} has a line that is not NAME=value: ${what}`);
}

/**
 * Adds the settings of the file that ENV_FILE names (default: `.env` in the installation) to the
 * environment, which wins; with an empty ENV_FILE there is none. Throws a PlainError for a file that
 * cannot be read, and for one that ENV_FILE names and that is missing.
 */
export function loadEnvFile({ mayBeMissing = false } = {}) {
  const given = process.env.ENV_FILE;
  if (given === '') return;
  const path = given === undefined ? join(home, '.env') : resolve(given);
  if (!existsSync(path) && (given === undefined || mayBeMissing)) return;
  let text;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new PlainError(`ENV_FILE ${path} cannot be read: ${error.message}`);
  }
  for (const [name, value] of Object.entries(readSettings(text, path))) {
    process.env[name] ??= value;
  }
}
