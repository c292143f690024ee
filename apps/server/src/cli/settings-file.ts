import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The env file of the installation, unless ENV_FILE names another one; resolves links. Null for an empty ENV_FILE. */
export function settingsFile(): string | null {
  const given = process.env.ENV_FILE;
  if (given === '') return null;
  // Seen from the bundle, which is what runs.
  const file = given ?? fileURLToPath(new URL('../../../.env', import.meta.url));
  return existsSync(file) ? realpathSync(file) : resolve(file);
}

/** The same where it exists, else null. */
export function findSettingsFile(): string | null {
  const file = settingsFile();
  return file !== null && existsSync(file) ? file : null;
}
