import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from '../config/env.ts';
import { deriveKey, loadSecrets } from '../platform/secrets.ts';
import { BackupError } from './errors.ts';

type SecretEnv = Pick<Env, 'TOKEN_SECRET' | 'DATA_DIR'>;

/** The file in which an installation without TOKEN_SECRET stores its secret. */
export const secretFile = ({ DATA_DIR }: SecretEnv): string => join(DATA_DIR, 'token-secret');

/** The secrets of the installation, newest first; empty if it has none yet. */
export async function presentSecrets(env: SecretEnv): Promise<string[]> {
  if (env.TOKEN_SECRET === undefined && !existsSync(secretFile(env))) return [];
  return loadSecrets(env.TOKEN_SECRET, env.DATA_DIR);
}

/** Throws BackupError if there are none. */
export async function requireSecrets(env: SecretEnv): Promise<string[]> {
  const secrets = await presentSecrets(env);
  if (secrets.length > 0) return secrets;
  throw new BackupError(
    `TOKEN_SECRET is needed: set it, or put the file token-secret back into ${env.DATA_DIR}`,
    { failure: 'SECRET' },
  );
}

const FINGERPRINT_DIGITS = 16;

/** Names a secret without revealing it, such as `1f0c-9a44-07be-d2e8`. */
export function fingerprintOf(secret: string): string {
  const digits = deriveKey(secret, 'fingerprint').toString('hex').slice(0, FINGERPRINT_DIGITS);
  return digits.replace(/(.{4})(?=.)/g, '$1-');
}

/** The private keys in a file of age-keygen. */
export async function readIdentities(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new BackupError(`The key file cannot be read: ${error.message}`);
  });
  const keys = text.split('\n').map((line) => line.trim());
  const identities = keys.filter((line) => /^AGE-SECRET-KEY-/.test(line));
  if (identities.length > 0) return identities;
  throw new BackupError(`${path} contains no private key of age (AGE-SECRET-KEY-…)`);
}

/**
 * Throws BackupError unless `trust`, which the operator noted, is the fingerprint of the secret in an archive. The
 * secret itself does not prove who made the archive, because anybody can encrypt with the public key.
 */
export function requireTrust(secret: string, trust: string | undefined): void {
  const fingerprint = fingerprintOf(secret);
  if (trust?.toLowerCase() === fingerprint) return;
  const found =
    trust === undefined
      ? `The archive brings its own TOKEN_SECRET, with the fingerprint ${fingerprint}`
      : `The TOKEN_SECRET of the archive has the fingerprint ${fingerprint}, not ${trust}`;
  throw new BackupError(
    `${found}. Everybody with the public key can make such an archive. If npm run backup printed this fingerprint, add --trust ${fingerprint}; otherwise set TOKEN_SECRET to that of the installation.`,
  );
}
