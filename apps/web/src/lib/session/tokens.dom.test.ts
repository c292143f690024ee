import { describe, expect, it } from 'vitest';
import {
  isAccessExpired,
  readTokens,
  refreshExpiry,
  subjectOf,
  updateClockSkew,
} from './tokens.ts';

const inSeconds = (delta: number) => Math.floor(Date.now() / 1000) + delta;

function jwt(claims: Record<string, unknown>): string {
  return `h.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.s`;
}

function store(accessToken: string | null, refreshToken: string | null): void {
  if (accessToken !== null) localStorage.setItem('accessToken', accessToken);
  if (refreshToken !== null) localStorage.setItem('refreshToken', refreshToken);
}

describe('readTokens', () => {
  it('returns the tokens until the refresh token expires, whatever the access token [SESS-08, SESS-10]', () => {
    store(jwt({ exp: inSeconds(-60) }), `abc.${inSeconds(60)}`);
    expect(readTokens()).not.toBeNull();
  });

  it.each([
    ['ended', `abc.${inSeconds(-1)}`],
    ['without an expiry', 'abc'],
    ['unreadable', 'abc.def.123'],
    ['with a huge expiry', 'abc.9999999999999999'],
    ['empty', ''],
  ])('removes a refresh token that is %s [UI-04, SESS-10]', (_, refreshToken) => {
    store('a', refreshToken);
    expect(readTokens()).toBeNull();
    expect(localStorage.length).toBe(0);
  });

  it('removes an access token without a refresh token [UI-04]', () => {
    store(jwt({ exp: inSeconds(600) }), null);
    expect(readTokens()).toBeNull();
    expect(localStorage.length).toBe(0);
  });
});

describe('access token', () => {
  it('has expired when its exp has passed', () => {
    expect(isAccessExpired(jwt({ exp: inSeconds(-1) }))).toBe(true);
    expect(isAccessExpired(jwt({ exp: inSeconds(60) }))).toBe(false);
  });

  it('is compared with server time, not with a wrong browser clock', () => {
    const token = jwt({ exp: inSeconds(600) });
    updateClockSkew(new Date(Date.now() + 3_600_000).toUTCString());
    expect(isAccessExpired(token)).toBe(true);
    updateClockSkew(null);
    expect(isAccessExpired(token)).toBe(true);
    updateClockSkew(new Date().toUTCString());
    expect(isAccessExpired(token)).toBe(false);
  });

  it('does not count as expired when unreadable', () => {
    expect(isAccessExpired('nonsense')).toBe(false);
    expect(subjectOf('nonsense')).toBeNull();
  });

  it('contains the member id', () => {
    expect(subjectOf(jwt({ sub: 7 }))).toBe('7');
  });
});

describe('refreshExpiry', () => {
  it('reads epoch seconds after the last dot', () => {
    expect(refreshExpiry('a-b_c.1800000000')).toBe(1_800_000_000_000);
  });
});
