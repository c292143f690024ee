const ORIGIN = 'https://naru.invalid';

function isSafePath(value: string): boolean {
  // Rejects what a browser could read as another host: `//`, `/\`, control characters.
  if (!/^\/(?![/\\])[^\\\s]*$/.test(value) || /%(?:2f|5c)/i.test(value.slice(0, 6))) return false;
  const url = URL.parse?.(value, ORIGIN) ?? null;
  return url === null || url.origin === ORIGIN;
}

/**
 * Returns a path of this site to go to after the login, else null. The login page is never a
 * target, and the main page is the default.
 */
export function safeReturnPath(value: unknown): string | null {
  if (typeof value !== 'string' || !isSafePath(value)) return null;
  return value === '/' || value === '/main' || value.startsWith('/login') ? null : value;
}
