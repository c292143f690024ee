import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  endSession,
  hasSwitched,
  isLoggedIn,
  startLeaving,
  startSession,
  watchSession,
} from './session.ts';

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
