import { randomBytes } from 'node:crypto';

const KEY_BYTES = 18;
/** 24 characters that never begin with a dash. */
export const KEY = '[A-Za-z0-9][\\w-]{23}';

/** A random key of 144 bits. */
export function createKey(): string {
  for (;;) {
    const key = randomBytes(KEY_BYTES).toString('base64url');
    if (/^[A-Za-z0-9]/.test(key)) return key;
  }
}
