import { BackupError } from './errors.ts';
import { fingerprintOf } from './secrets-of.ts';

/**
 * The secret in an archive proves nothing about who made it: encryption takes the public key alone.
 * Throws BackupError unless `trust` is its fingerprint, as the operator noted it.
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
