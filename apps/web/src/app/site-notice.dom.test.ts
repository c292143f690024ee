import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteStatus } from '@naru/contract/site-status';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { liveState } from '../lib/live/live.ts';
import { showSiteStatus, watchSiteStatus } from '../lib/site-status.ts';
import { fakeApi } from '../testing/fake-api.tsx';
import { logInForTest } from '../testing/fake-session.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
const page = new DOMParser().parseFromString(read('index.html'), 'text/html');

const NOTICE = { id: '1', text: '오늘 밤 점검합니다.', url: null, level: 'INFO' } as const;
const notice = (changes: object = {}): SiteStatus => ({
  notice: { ...NOTICE, ...changes },
  readOnly: null,
});

/** Runs the script of a page that came with the status, up to its first paint. */
function open(status?: SiteStatus) {
  document.body.replaceChildren(page.body.cloneNode(true));
  const meta = document.createElement('meta');
  meta.name = 'site-config';
  meta.content = JSON.stringify({ status });
  document.head.replaceChildren(meta);
  new Function(read('public/start.js'))();
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
  document.dispatchEvent(new Event('readystatechange'));
}
const place = () => document.getElementById('site-notice') as HTMLElement;
const lines = () => [...place().querySelectorAll('aside')];
const button = (name: string) =>
  [...place().querySelectorAll('button')].find(
    (one) => (one.ariaLabel ?? one.textContent) === name,
  );

/** Heights that a browser would measure. */
const heights = { full: 0, shown: 0 };
beforeEach(() => {
  localStorage.clear();
  Object.assign(heights, { full: 20, shown: 20 });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #report: () => void;
      constructor(report: () => void) {
        this.#report = report;
      }
      observe(element: Element) {
        vi.spyOn(element as HTMLElement, 'offsetHeight', 'get').mockImplementation(() =>
          element.className === 'whole' ? heights.full : heights.shown,
        );
        this.#report();
      }
    },
  );
});
afterEach(() => {
  document.body.replaceChildren();
  document.head.replaceChildren();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the lines above every page', () => {
  it('are empty on a page without a status, and before the app [UI-643]', () => {
    open();
    expect(place().innerHTML).toBe('');
    expect(place().nextElementSibling?.id).toBe('root');
  });

  it('say how urgent they are in words, and are announced politely or at once [UI-643]', () => {
    open(notice());
    expect(lines().map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^안내 오늘 밤 점검합니다\./),
    ]);
    expect(place().ariaLive ?? place().getAttribute('aria-live')).toBe('polite');
    showSiteStatus(notice({ id: '2', level: 'URGENT' }));
    expect(lines()[0]?.textContent).toMatch(/^긴급/);
    expect(place().ariaLive).toBe('assertive');
    showSiteStatus(notice({ id: '3' }));
    expect(place().ariaLive).toBe('polite');
  });

  it('show text as text, and links to other sites in a new tab [UI-643]', () => {
    open(notice({ text: '<img src=x onerror=alert(1)>', url: 'https://example.com/' }));
    expect(place().querySelector('img')).toBeNull();
    const link = place().querySelector('a') as HTMLAnchorElement;
    expect([link.href, link.target, link.rel]).toEqual([
      'https://example.com/',
      '_blank',
      'noreferrer',
    ]);
    showSiteStatus(notice({ id: '2', url: '/main' }));
    expect(place().querySelector('a')?.target).toBe('');
  });

  it('stay dismissed on this device until the notice changes [UI-644]', () => {
    open(notice());
    button('알림 닫기')?.click();
    expect(lines()).toEqual([]);
    open(notice());
    expect(lines()).toEqual([]);
    showSiteStatus(notice({ id: '2' }));
    expect(lines()).toHaveLength(1);
  });

  it('leave the focus on the content, and go also where nothing can be stored [UI-644]', () => {
    open(notice());
    const main = document.createElement('main');
    main.tabIndex = -1;
    document.body.append(main);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const failed = vi.fn();
    addEventListener('error', failed, { once: true });
    button('알림 닫기')?.click();
    removeEventListener('error', failed);
    expect([lines().length, document.activeElement, failed.mock.calls.length]).toEqual([
      0,
      main,
      0,
    ]);
  });

  it('cannot be dismissed when urgent, or while the site is read-only [UI-644]', () => {
    open({
      ...notice({ level: 'URGENT' }),
      readOnly: '점검 중입니다. 지금은 읽기만 할 수 있습니다.',
    });
    expect(lines().map(({ className }) => className)).toEqual(['READ_ONLY', 'URGENT']);
    expect(button('알림 닫기')).toBeUndefined();
  });

  it('offer the rest of a text that is longer than two lines [UI-643]', () => {
    open(notice());
    expect(button('더 보기')?.hidden).toBe(true);
    heights.full = 60;
    showSiteStatus(notice({ id: '2', text: '가'.repeat(120) }));
    const more = button('더 보기');
    expect(more?.hidden).toBe(false);
    more?.click();
    expect([more?.isConnected, place().querySelector('p')?.className]).toEqual([false, 'whole']);
  });

  it('stay as they are when the same status comes again, also opened ones [UI-643]', () => {
    open(notice());
    const [line] = lines();
    showSiteStatus(notice());
    expect(lines()[0]).toBe(line);
    showSiteStatus({ notice: null, readOnly: null });
    expect(lines()).toEqual([]);
  });
});

describe('a page without a stream', () => {
  it('looks as the member while it is visible, and one with a stream does not [LIVE-347]', async () => {
    vi.useFakeTimers();
    try {
      const calls = fakeApi({ 'GET /api/config': { body: { status: notice() } } });
      const sent = vi.spyOn(globalThis, 'fetch');
      logInForTest(7);
      open();
      watchSiteStatus();
      await vi.advanceTimersByTimeAsync(60_000);
      expect([calls.length, lines().length]).toEqual([1, 1]);
      // Some notices are for members only.
      expect(new Headers(sent.mock.calls[0]?.[1]?.headers).has('authorization')).toBe(true);
      liveState.set('live');
      await vi.advanceTimersByTimeAsync(120_000);
      document.dispatchEvent(new Event('visibilitychange'));
      expect(calls).toHaveLength(1);
      liveState.set('polling');
      document.dispatchEvent(new Event('visibilitychange'));
      await vi.advanceTimersByTimeAsync(0);
      expect(calls).toHaveLength(2);
      vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
      await vi.advanceTimersByTimeAsync(120_000);
      expect(calls).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });
});
