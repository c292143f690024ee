import { BOARDS } from '@naru/contract/boards';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { logInForTest } from '../../testing/fake-session.ts';
import { api } from '../api/api.ts';
import { refreshAccess } from '../api/refresh.ts';
import { saveDraft } from '../draft.ts';
import { openLiveConnection } from '../live/connection.ts';
import { memberKey } from '../member-storage.ts';
import { addRecentSearch } from '../recent-searches.ts';
import { NOBODY, saveWriting, writingName } from '../stored-writing.ts';
import { leaveDevice, logOut } from './log-out.ts';
import { endSession, isLoggedIn, startSession, watchSession } from './session.ts';
import { readTokens } from './tokens.ts';

const ME = 7;
const OTHER = 8;
const onEnd = vi.fn();
let unwatch = () => {};

const draft = (boardType: string, memberId = ME) => {
  saveDraft({ memberId, boardType, postId: null }, '아무도 모르는 글');
};
const unsent = (place: string) => {
  saveWriting(writingName('unsent', ME, place, 3), [{ content: '아무도 모르는 댓글' }]);
};

/** What must not outlast a session on its device, by what it is. */
const HIDDEN: Record<string, () => void> = {
  'a secret post': () => draft('SECRET'),
  'a post with a ticked box': () => draft('SECRET-FREE'),
  'a question with a ticked box': () => draft('SECRET-LECTURE-4'),
  'an anonymous comment': () => draft('SECRET-comment'),
  'an anonymous reply': () => draft('SECRET-reply-9'),
  'an anonymous comment that waits for the network': () => unsent('SECRET-comment'),
  'a course review': () => draft('course-review-3'),
  'an objection': () => draft('objection-post'),
  'a report of a post': () => draft('report-post-5'),
  'a report among the inquiries': () => draft('report-inquiry'),
  'a report without a login': () => draft('outside-report', NOBODY),
  'a search': () => void addRecentSearch(ME, '휴학'),
  'another thing that the device remembers': () => localStorage.setItem(memberKey('x'), '1'),
};
/** What its member finds again after the next login. */
const SHOWN: Record<string, () => void> = {
  'a post': () => draft('FREE'),
  'a comment': () => draft('comment'),
  'a comment that waits for the network': () => unsent('comment'),
  'an inquiry': () => draft('inquiry'),
};

const names = () => [...Object.keys(localStorage), ...Object.keys(sessionStorage)];
const tokensOf = (memberId: number, seconds = 600) => {
  const exp = Math.floor(Date.now() / 1000) + seconds;
  const accessToken = `h.${btoa(JSON.stringify({ exp, sub: memberId }))}.s`;
  return { accessToken, refreshToken: `r.${exp}` };
};
function store({ accessToken, refreshToken }: ReturnType<typeof tokensOf>): void {
  localStorage.setItem('accessToken', accessToken);
  localStorage.setItem('refreshToken', refreshToken);
}
function fromOtherTab(change: () => void): void {
  change();
  const init = { storageArea: localStorage, key: 'accessToken' };
  window.dispatchEvent(new StorageEvent('storage', init));
}
function removeTokens(): void {
  for (const name of ['accessToken', 'refreshToken']) localStorage.removeItem(name);
}
const refuse = (error: string) =>
  vi.stubGlobal('fetch', async () => Response.json({ error, message: '' }, { status: 401 }));
function closeTab(): void {
  unwatch();
}
function openTab(): void {
  unwatch = watchSession({ onEnd, onSwitch: vi.fn() });
}
async function callOnce(): Promise<void> {
  refuse('TOKEN_INVALID');
  await expect(api('GET /api/member/me')).rejects.toThrow();
}
async function followStream(): Promise<void> {
  refuse('TOKEN_INVALID');
  const { stop } = openLiveConnection({ lastId: '0', onReset: vi.fn() });
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalled());
  stop();
}
async function refreshOnce(): Promise<void> {
  refuse('REFRESH_INVALID');
  await expect(refreshAccess(readTokens()?.accessToken ?? '')).rejects.toThrow();
}

/** How a session ends here. */
const ENDS: Record<string, () => void | Promise<void>> = {
  'a log-out': logOut,
  'a log-out without a network': async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
    await logOut();
    vi.stubGlobal('fetch', async () => Response.json({ message: '' }));
    const isOwed = () => names().some((name) => name.startsWith('naru.log-out'));
    await vi.waitFor(() => {
      window.dispatchEvent(new Event('online'));
      expect(isOwed()).toBe(false);
    });
  },
  'the deletion of the account': leaveDevice,
  'a log-out in another tab': () => fromOtherTab(removeTokens),
  'its end by the server, which a call notices': callOnce,
  'its end by the server, which the event stream notices': followStream,
  'a refused refresh': refreshOnce,
  'its expiry while a page is open': () => {
    store(tokensOf(ME, -1));
    expect(isLoggedIn()).toBe(false);
  },
  'its expiry while no page was open': () => {
    closeTab();
    store(tokensOf(ME, -1));
    openTab();
  },
  'an end that an earlier release left half done': () => {
    closeTab();
    removeTokens();
    sessionStorage.clear();
    openTab();
  },
};
/** How another member comes after it. */
const SWITCHES: Record<string, () => void> = {
  'logs in here': () => startSession(tokensOf(OTHER)),
  'logs in in another tab, after which this one loads anew': () => {
    fromOtherTab(() => store(tokensOf(OTHER)));
    closeTab();
    openTab();
  },
  'has logged in while no page was open': () => {
    closeTab();
    store(tokensOf(OTHER));
    openTab();
  },
};

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ message: '' }));
  onEnd.mockReset();
  logInForTest(ME);
  openTab();
});
afterEach(() => {
  unwatch();
  vi.unstubAllGlobals();
});

describe.each(Object.entries(ENDS))('%s', (_how, end) => {
  it.each(Object.entries(HIDDEN))('removes %s [SESS-24, PRIV-91, PRIV-80]', async (_what, keep) => {
    const before = names();
    keep();
    expect(names()).not.toEqual(before);
    await end();
    expect(names().filter((name) => name.startsWith('naru.'))).toEqual([]);
  });

  it.each(Object.entries(SHOWN))('leaves %s to its member [POST-10]', async (_what, keep) => {
    keep();
    const stored = names().filter((name) => name.startsWith('naru.'));
    await end();
    expect(names()).toEqual(stored);
  });

  it('lets no open form write its words back [ANON-69]', async () => {
    await end();
    draft('SECRET');
    expect(names()).toEqual([]);
  });
});

describe.each(Object.entries(SWITCHES))('a member who %s', (_how, come) => {
  const words = Object.entries(HIDDEN).filter(([, keep]) => {
    keep();
    const isWriting = names().some((name) => /^naru\.(draft|unsent)/.test(name));
    localStorage.clear();
    sessionStorage.clear();
    return isWriting;
  });

  it.each(words)('does not find %s of the one before [PRIV-91]', (_what, keep) => {
    keep();
    come();
    expect(names().filter((name) => name.startsWith('naru.'))).toEqual([]);
  });
});

it('a member who opens the next page finds all own writing [POST-10]', () => {
  for (const keep of [...Object.values(HIDDEN), ...Object.values(SHOWN)]) keep();
  sessionStorage.clear();
  const before = names();
  closeTab();
  openTab();
  startSession(tokensOf(ME));
  expect(names()).toEqual(before);
});

/** What ends no session, as there is none. */
const GUEST_STEPS: Record<string, () => void | Promise<void>> = {
  'a reload of its tab': () => {
    closeTab();
    openTab();
  },
  'a link to a page for members': () => void endSession('ended'),
  'a call for members': callOnce,
};

it.each(Object.entries(GUEST_STEPS))(
  'what is typed without a login outlives %s [PRIV-91]',
  async (_what, step) => {
    leaveDevice();
    draft('outside-report', NOBODY);
    const before = names();
    await step();
    expect(names()).toEqual(before);
    expect(before).toHaveLength(1);
  },
);

it('the words for every anonymous board are among those that go [ANON-69]', () => {
  for (const { type } of Object.values(BOARDS).filter(({ anonymous }) => anonymous)) draft(type);
  leaveDevice();
  expect(names()).toEqual([]);
});
