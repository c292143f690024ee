import { randomBytes } from 'node:crypto';
import { gcm } from '@noble/ciphers/aes.js';
import { deriveKey } from '../../platform/secrets.ts';
import { signedToken } from '../../platform/signed-token.ts';

const ID_BYTES = 16;
const RANDOM_BYTES = 32;
const NONCE_BYTES = 12;

/**
 * Refresh tokens: session id and 256 random bits, signed. The signature lets the server tell a genuine
 * but long rotated token, which ends its session, from a made-up one, which does nothing.
 */
export interface RefreshTokens {
  create(sessionId: string, expiresAt: Date): string;
  /** The session of a genuine token, or null. */
  sessionOf(token: string): string | null;
}

export function createRefreshTokens(secrets: readonly string[]): RefreshTokens {
  const tokens = signedToken('refresh token', secrets);
  return {
    create(sessionId, expiresAt) {
      const id = Buffer.from(sessionId.replaceAll('-', ''), 'hex');
      return tokens.sign(Buffer.concat([id, randomBytes(RANDOM_BYTES)]), expiresAt);
    },
    sessionOf(token) {
      const payload = tokens.read(token)?.payload;
      if (payload?.length !== ID_BYTES + RANDOM_BYTES) return null;
      return toUuid(payload.subarray(0, ID_BYTES));
    },
  };
}

/** Locks the new pair so that only the holder of the old token opens it. */
export function boxFor(oldToken: string, pair: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const sealed = gcm(deriveKey(oldToken, 'successor'), nonce).encrypt(Buffer.from(pair));
  return Buffer.concat([nonce, sealed]);
}

/** Opens a box of `boxFor`; throws when the token is another one. */
export function openBox(oldToken: string, box: Buffer): string {
  const nonce = box.subarray(0, NONCE_BYTES);
  const plain = gcm(deriveKey(oldToken, 'successor'), nonce).decrypt(box.subarray(NONCE_BYTES));
  return Buffer.from(plain).toString();
}

function toUuid(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
