const ORIGIN = 'https://naru.invalid';

function isSafePath(value: string): boolean {
  // A path and nothing that a browser could read as another host: `//`, `/\`, control characters.
  if (!/^\/(?![/\\])[^\\\s]*$/.test(value) || /%(?:2f|5c)/i.test(value.slice(0, 6))) return false;
  const url = URL.parse?.(value, ORIGIN) ?? null;
  return url === null || url.origin === ORIGIN;
}

/**
 * The page wanted before a guard sent the visitor to the login: a path of this site, or null. The
 * login page is no wish, and the main page comes by itself.
 */
export function safeReturnPath(value: unknown): string | null {
  if (typeof value !== 'string' || !isSafePath(value)) return null;
  return value === '/' || value === '/main' || value.startsWith('/login') ? null : value;
}
