import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { updateClockSkew } from '../clock.ts';
import {
  endSession,
  hasSwitched,
  isLoggedIn,
  startLeaving,
  startSession,
  watchSession,
} from './session.ts';
import { isAccessExpired, readTokens, refreshExpiry, subjectOf } from './tokens.ts';

const onEnd = vi.fn();
const onSwitch = vi.fn();
let unwatch = () => {};

const refreshToken = () => `r.${Math.floor(Date.now() / 1000) + 3600}`;
const accessOf = (sub: string) => `h.${btoa(JSON.stringify({ sub }))}.s`;

/** Simulates another tab: it writes the storage, then this tab gets the event. */
function otherTab(change: () => void): void {
  change();
  window.dispatchEvent(
    new StorageEvent('storage', { storageArea: localStorage, key: 'accessToken' }),
  );
}

function storeTokens(accessToken: string): void {
  localStorage.setItem('accessToken', accessToken);
  localStorage.setItem('refreshToken', refreshToken());
}

function watch(): void {
  unwatch = watchSession({ onEnd, onSwitch });
}

beforeEach(() => {
  onEnd.mockReset();
  onSwitch.mockReset();
});

afterEach(() => {
  unwatch();
});

describe('endSession', () => {
  it('notifies once, and not at all without a session', () => {
    watch();
    endSession('ended');
    expect(onEnd).not.toHaveBeenCalled();
    startSession({ accessToken: accessOf('1'), refreshToken: refreshToken() });
    expect(isLoggedIn()).toBe(true);
    endSession('left');
    endSession('ended');
    expect(onEnd.mock.calls).toEqual([['left']]);
    expect(localStorage.length).toBe(0);
  });
});

describe('logOut', () => {
  it('counts as a logout even when the event stream reports the end first', () => {
    watch();
    startSession({ accessToken: accessOf('1'), refreshToken: refreshToken() });
    startLeaving();
    endSession('ended');
    endSession('left');
    startSession({ accessToken: accessOf('1'), refreshToken: refreshToken() });
    endSession('ended');
    expect(onEnd.mock.calls).toEqual([['left'], ['ended']]);
  });
});

describe('another tab', () => {
  it('logs this one out too', () => {
    storeTokens(accessOf('1'));
    watch();
    otherTab(() => localStorage.clear());
    expect(onEnd.mock.calls).toEqual([['elsewhere']]);
  });

  it('does not affect this one by a refresh', () => {
    storeTokens(accessOf('1'));
    watch();
    otherTab(() => storeTokens(accessOf('1')));
    expect(onEnd).not.toHaveBeenCalled();
    expect(onSwitch).not.toHaveBeenCalled();
  });

  it('does not affect a page that had only a refresh token by a refresh', () => {
    storeTokens('');
    watch();
    otherTab(() => storeTokens(accessOf('1')));
    expect(onSwitch).not.toHaveBeenCalled();
  });

  it('reloads this one by a first login or a login as another member', () => {
    watch();
    otherTab(() => storeTokens(accessOf('1')));
    expect(onSwitch).toHaveBeenCalledTimes(1);
    otherTab(() => storeTokens(accessOf('2')));
    expect(onSwitch).toHaveBeenCalledTimes(2);
    expect(hasSwitched()).toBe(true);
    unwatch();
    watch();
    expect(hasSwitched()).toBe(false);
  });
});

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
