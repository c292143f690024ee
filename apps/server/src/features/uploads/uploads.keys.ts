import { randomBytes } from 'node:crypto';

const KEY_BYTES = 18;
/** Pattern of a key: 24 URL-safe characters, the first one alphanumeric. */
export const KEY = '[A-Za-z0-9][\\w-]{23}';

export function createKey(): string {
  for (;;) {
    const key = randomBytes(KEY_BYTES).toString('base64url');
    if (/^[A-Za-z0-9]/.test(key)) return key;
  }
}
