import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { logInForTest } from '../../testing/fake-session.ts';
import { refreshAccess } from '../api/refresh.ts';
import { logOut, sendOwedLogOuts } from './log-out.ts';
import { readTokens } from './tokens.ts';

type Sent = { path: string; body: unknown };
let sent: Sent[] = [];
/** Statuses of the next calls, else 200; null without a network. */
let answers: (number | null)[] = [];

beforeEach(() => {
  sent = [];
  answers = [];
  logInForTest(7);
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    const status = answers.length > 0 ? answers.shift() : 200;
    if (status === null) throw new TypeError('offline');
    sent.push({ path, body: body === undefined ? undefined : JSON.parse(String(body)) });
    return Response.json({ error: 'X', message: '' }, { status });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const stored = () => Object.entries({ ...localStorage });
/** Repeats the event, which nobody may listen to yet. */
const untilSentOnline = () =>
  vi.waitFor(() => {
    window.dispatchEvent(new Event('online'));
    expect(stored()).toEqual([]);
  });
const END = '/api/auth/end-session';

describe('a log-out [SESS-29]', () => {
  it('that the server has confirmed leaves nothing behind', async () => {
    await logOut();
    expect(sent.map(({ path }) => path)).toEqual(['/api/member/logout']);
    expect(stored()).toEqual([]);
    await sendOwedLogOuts();
    expect(sent).toHaveLength(1);
  });

  it('without a network is sent when there is one, by what can only end that session', async () => {
    const tokens = Object.values(readTokens() ?? {});
    answers = [null, null];
    await logOut();
    expect(readTokens()).toBeNull();
    const left = stored().flat().join(' ');
    for (const token of tokens) expect(left).not.toContain(token);
    await vi.waitFor(() => expect(answers).toEqual([]));
    await untilSentOnline();
    expect(sent).toMatchObject([{ path: END, body: { refreshHash: expect.any(String) } }]);
  });

  it('whose tab was closed is sent by the next page', async () => {
    localStorage.clear();
    localStorage.setItem('naru.log-out.aGFzaA==', '');
    await sendOwedLogOuts();
    expect(sent).toEqual([{ path: END, body: { refreshHash: 'aGFzaA==' } }]);
    expect(stored()).toEqual([]);
  });

  it('is owed while the server is away, and to the next page after another failure', async () => {
    answers = [503, 503];
    await logOut();
    expect(stored()).toHaveLength(1);
    await vi.waitFor(() => expect(answers).toEqual([]));
    await untilSentOnline();
    logInForTest(7);
    answers = [429, 429];
    await logOut();
    await vi.waitFor(() => expect(answers).toEqual([]));
    expect(stored()).toHaveLength(1);
    await sendOwedLogOuts();
    expect(stored()).toEqual([]);
  });

  it('of a session that is over already owes nothing', async () => {
    answers = [401];
    await logOut();
    await vi.waitFor(() => expect(stored()).toEqual([]));
  });

  it('waits no longer for a refresh of the session than for the network', async () => {
    const clock = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal);
    localStorage.setItem('accessToken', `h.${btoa(JSON.stringify({ exp: 1, sub: 7 }))}.s`);
    let fail = (_error: Error) => {};
    const silent = new Promise<Response>((_resolve, reject) => {
      fail = reject;
    });
    const refreshing = vi.fn(() => silent);
    vi.stubGlobal('fetch', refreshing);
    const leaving = logOut();
    await vi.waitFor(() => expect(refreshing).toHaveBeenCalledTimes(1));
    clock.abort();
    await leaving;
    expect(readTokens()).toBeNull();
    expect(stored()).toHaveLength(1);
    // Nothing may be left waiting for the tests that follow.
    vi.stubGlobal('fetch', async () => Response.json({ message: '' }));
    fail(new TypeError('offline'));
    await expect(refreshAccess('')).rejects.toThrow();
    await untilSentOnline();
  });

  it('ends the session here while the storage is full', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    answers = [null];
    await logOut();
    expect(readTokens()).toBeNull();
    expect(stored()).toEqual([]);
  });

  it('of nobody sends and owes nothing', async () => {
    localStorage.clear();
    await logOut();
    expect([sent, stored()]).toEqual([[], []]);
  });

  it('ends the session here where the browser makes no hashes', async () => {
    vi.stubGlobal('crypto', {});
    answers = [null];
    await logOut();
    expect(stored()).toEqual([]);
    expect(sent).toEqual([]);
  });
});
