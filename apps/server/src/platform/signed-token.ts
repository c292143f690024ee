import { createHmac } from 'node:crypto';
import { deriveKey, equalBytes } from './secrets.ts';

/** Unguessable, yet short enough for URLs (RFC 2104, section 5). */
const MAC_BYTES = 16;
/** Ten digits of epoch seconds, until 2286: the fixed width separates payload and expiry. */
const SHAPE = /^([\w-]{22,1000})\.(\d{10})$/;

interface Signed {
  payload: Buffer;
  expiresAt: Date;
}

/**
 * Signs with the newest of `secrets` (newest first) and accepts all of them, so that a rotation
 * invalidates nothing. A token of one purpose is invalid for another. Its form is
 * `base64url(payload, mac).<expiry, epoch seconds>`; the payload is readable.
 */
export function signedToken(purpose: string, secrets: readonly string[]) {
  const keys = secrets.map((secret) => deriveKey(secret, purpose));

  /** Reads a genuine token, expired or not; null for anything else. */
  function read(token: string): Signed | null {
    const [, text = '', expiry = ''] = SHAPE.exec(token) ?? [];
    const bytes = Buffer.from(text, 'base64url');
    // Several Base64 texts decode to the same bytes; only the canonical one was signed.
    if (text === '' || bytes.toString('base64url') !== text) return null;
    const payload = bytes.subarray(0, -MAC_BYTES);
    const mac = bytes.subarray(-MAC_BYTES);
    if (!keys.some((key) => equalBytes(mac, macOf(key, payload, expiry)))) return null;
    return { payload, expiresAt: new Date(Number(expiry) * 1000) };
  }

  return {
    sign(payload: string | Buffer, expiresAt: Date): string {
      const [key] = keys;
      if (key === undefined) throw new Error('No secret to sign with');
      const expiry = String(Math.floor(expiresAt.getTime() / 1000)).padStart(10, '0');
      const bytes = Buffer.from(payload);
      const signed = Buffer.concat([bytes, macOf(key, bytes, expiry)]);
      return `${signed.toString('base64url')}.${expiry}`;
    },
    read,
    /** Returns the payload of a genuine, unexpired token; null for anything else. */
    verify(token: string, now: Date): Buffer | null {
      const signed = read(token);
      return signed !== null && signed.expiresAt > now ? signed.payload : null;
    },
  };
}

function macOf(key: Buffer, payload: Buffer, expiry: string): Buffer {
  return createHmac('sha256', key).update(payload).update(expiry).digest().subarray(0, MAC_BYTES);
}
