import { randomBytes } from 'node:crypto';
import { gcm } from '@noble/ciphers/aes.js';
import { deriveKey } from '../../platform/secrets.ts';
import { signedToken } from '../../platform/signed-token.ts';

const ID_BYTES = 16;
const RANDOM_BYTES = 32;
const NONCE_BYTES = 12;

export type RefreshTokens = ReturnType<typeof createRefreshTokens>;

/**
 * Session id and 256 random bits, signed: the signature distinguishes a genuine token rotated long ago,
 * whose reuse ends the session, from a forged one, which is ignored.
 */
export function createRefreshTokens(secrets: readonly string[]) {
  const tokens = signedToken('refresh token', secrets);
  return {
    create(sessionId: string, expiresAt: Date): string {
      const id = Buffer.from(sessionId.replaceAll('-', ''), 'hex');
      return tokens.sign(Buffer.concat([id, randomBytes(RANDOM_BYTES)]), expiresAt);
    },

    /** Session id of a genuine token, or null. */
    sessionOf(token: string): string | null {
      const payload = tokens.read(token)?.payload;
      if (payload?.length !== ID_BYTES + RANDOM_BYTES) return null;
      return toUuid(payload.subarray(0, ID_BYTES));
    },
  };
}

/** Encrypts the new pair with a key derived from the old token. */
export function encryptSuccessor(oldToken: string, pair: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const sealed = gcm(deriveKey(oldToken, 'successor'), nonce).encrypt(Buffer.from(pair));
  return Buffer.concat([nonce, sealed]);
}

/** Throws when the token is not the one that the pair was encrypted with. */
export function decryptSuccessor(oldToken: string, box: Buffer): string {
  const nonce = box.subarray(0, NONCE_BYTES);
  const plain = gcm(deriveKey(oldToken, 'successor'), nonce).decrypt(box.subarray(NONCE_BYTES));
  return Buffer.from(plain).toString();
}

function toUuid(bytes: Buffer): string {
  return bytes.toString('hex').replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
