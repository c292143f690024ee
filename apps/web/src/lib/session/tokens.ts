import { PAGE_SESSION_COOKIE } from '@naru/contract/first-data';
import { serverNow } from '../clock.ts';
import { clearMemberStorage } from '../member-storage.ts';

/** The two tokens in local storage. */
export type Tokens = { accessToken: string; refreshToken: string };

const ACCESS_KEY = 'accessToken';
const REFRESH_KEY = 'refreshToken';
/** As long as a refresh token. */
const MARK_SECONDS = 14 * 24 * 60 * 60;

/** Expiry in epoch ms; null for a malformed token. */
export function refreshExpiry(refreshToken: string): number | null {
  const seconds = /^[\w-]+\.(\d{1,11})$/.exec(refreshToken)?.[1];
  return seconds === undefined ? null : Number(seconds) * 1000;
}

function readClaims(accessToken: string): {
  sub?: unknown;
  sid?: unknown;
  exp?: unknown;
  page?: unknown;
} {
  try {
    const payload = accessToken.split('.')[1] ?? '';
    const json = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    return JSON.parse(json) ?? {};
  } catch {
    return {};
  }
}

/** False for an unreadable token. */
export function isAccessExpired(accessToken: string): boolean {
  const { exp } = readClaims(accessToken);
  return typeof exp === 'number' && exp * 1000 <= serverNow();
}

/** The member id, only to detect a login as another member in another tab. */
export function subjectOf(accessToken: string): string | null {
  const { sub } = readClaims(accessToken);
  return typeof sub === 'string' || typeof sub === 'number' ? String(sub) : null;
}

/** The id of the session, to know for which one a page came with its data. */
export function sessionOf(accessToken: string): string | null {
  const { sid } = readClaims(accessToken);
  return typeof sid === 'string' ? sid : null;
}

/** Shows the mark of the stored tokens to the server, which sends its pages with their first data; null: none. */
export function markPages(tokens: Tokens | null): void {
  const { page = '' } = readClaims(tokens?.accessToken ?? '');
  const secure = location.protocol === 'https:' ? '; secure' : '';
  const age = page === '' ? 0 : MARK_SECONDS;
  // biome-ignore lint/suspicious/noDocumentCookie: needed before the next page, and everywhere
  document.cookie = `${PAGE_SESSION_COOKIE}=${page}; path=/; max-age=${age}; samesite=strict${secure}`;
}

/** Returns the stored tokens, or null when logged out. Removes expired or malformed ones. */
export function readTokens(): Tokens | null {
  const accessToken = localStorage.getItem(ACCESS_KEY);
  const refreshToken = localStorage.getItem(REFRESH_KEY);
  if (accessToken === null && refreshToken === null) return null;
  const expiry = refreshToken === null ? null : refreshExpiry(refreshToken);
  if (refreshToken === null || expiry === null || expiry <= serverNow()) {
    clearTokens();
    return null;
  }
  return { accessToken: accessToken ?? '', refreshToken };
}

export function writeTokens(tokens: Tokens): void {
  localStorage.setItem(ACCESS_KEY, tokens.accessToken);
  localStorage.setItem(REFRESH_KEY, tokens.refreshToken);
  markPages(tokens);
}

/** Every end of a session here calls this: private writing goes with the tokens. */
export function clearTokens(): void {
  localStorage.removeItem(ACCESS_KEY);
  localStorage.removeItem(REFRESH_KEY);
  markPages(null);
  clearMemberStorage();
}

/** True for a storage event that concerns the tokens (`null`: the whole storage was cleared). */
export function isTokenKey(key: string | null): boolean {
  return key === null || key === ACCESS_KEY || key === REFRESH_KEY;
}
