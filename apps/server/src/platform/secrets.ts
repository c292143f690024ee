import { createHash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomically } from './atomic-file.ts';

const SECRET_BYTES = 48;

/**
 * The installation's secrets, newest first: from TOKEN_SECRET (comma-separated during a rotation),
 * otherwise from a file in DATA_DIR that the first start creates.
 */
export async function loadSecrets(given: string | undefined, dataDir: string): Promise<string[]> {
  if (given !== undefined) return given.split(',').map((part) => part.trim());
  const path = join(dataDir, 'token-secret');
  try {
    return [(await readFile(path, 'utf8')).trim()];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  await mkdir(dataDir, { recursive: true });
  await writeFileAtomically(path, secret);
  return [secret];
}

/** Derives a key of `length` bytes for one purpose. */
export function deriveKey(secret: string, purpose: string, length = 32): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'naru', purpose, length));
}

export function sha256(value: string | Buffer): Buffer {
  return createHash('sha256').update(value).digest();
}

/** Random bits as text for URLs and cookies. */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}

export function equalBytes(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Null for what was not encrypted with this key. */
export function tryDecrypt(decrypt: () => Uint8Array): Buffer | null {
  try {
    return Buffer.from(decrypt());
  } catch {
    return null;
  }
}
