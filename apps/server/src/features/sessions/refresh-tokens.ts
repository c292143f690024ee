import { createHmac, randomBytes } from 'node:crypto';
import { gcm } from '@noble/ciphers/aes.js';
import { deriveKey, equalBytes } from '../../platform/secrets.ts';

const ID_BYTES = 16;
const RANDOM_BYTES = 32;
const MAC_BYTES = 16;
const NONCE_BYTES = 12;
const SHAPE = /^([\w-]{86})\.(\d{1,11})$/;

/**
 * Refresh tokens: `<session id, 256 random bits, mac>.<expiry, epoch seconds>`. The mac lets the
 * server tell a genuine but long rotated token, which ends its session, from a made-up one, which
 * does nothing (quality TK-06).
 */
export interface RefreshTokens {
  create(sessionId: string, expiresAt: Date): string;
  /** The session of a genuine token, or null. */
  sessionOf(token: string): string | null;
}

export function createRefreshTokens(secrets: readonly string[]): RefreshTokens {
  const keys = secrets.map((secret) => deriveKey(secret, 'refresh token'));
  return {
    create(sessionId, expiresAt) {
      const expiry = String(Math.floor(expiresAt.getTime() / 1000));
      const id = Buffer.from(sessionId.replaceAll('-', ''), 'hex');
      const body = Buffer.concat([id, randomBytes(RANDOM_BYTES)]);
      const mac = macOf(keys[0] ?? Buffer.alloc(0), body, expiry);
      return `${Buffer.concat([body, mac]).toString('base64url')}.${expiry}`;
    },
    sessionOf(token) {
      const match = SHAPE.exec(token);
      if (match === null) return null;
      const bytes = Buffer.from(match[1] ?? '', 'base64url');
      const body = bytes.subarray(0, ID_BYTES + RANDOM_BYTES);
      const mac = bytes.subarray(ID_BYTES + RANDOM_BYTES);
      const isGenuine = keys.some((key) => equalBytes(mac, macOf(key, body, match[2] ?? '')));
      return isGenuine ? toUuid(body.subarray(0, ID_BYTES)) : null;
    },
  };
}

/** Locks the new pair so that only the holder of the old token opens it (decisions 38). */
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

function macOf(key: Buffer, body: Buffer, expiry: string): Buffer {
  return createHmac('sha256', key).update(body).update(expiry).digest().subarray(0, MAC_BYTES);
}

function toUuid(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
