import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The env file of the installation, unless ENV_FILE names another one; resolves links. Null for an empty ENV_FILE. */
export function settingsFile(): string | null {
  const given = process.env.ENV_FILE;
  if (given === '') return null;
  // NARU_HOME is set by the scripts; without them the bundle lies in the checkout.
  const home = process.env.NARU_HOME ?? fileURLToPath(new URL('../../..', import.meta.url));
  const file = given ?? join(home, '.env');
  return existsSync(file) ? realpathSync(file) : resolve(file);
}

/** The same where it exists, else null. */
export function findSettingsFile(): string | null {
  const file = settingsFile();
  return file !== null && existsSync(file) ? file : null;
}
