import {
  type BrowserContext,
  test as base,
  expect,
  type Page,
  type Request,
} from '@playwright/test';
import { keepCallsApart } from './first-data.ts';
import { type Pair, startPair } from './pair.ts';

export { expect };

/** Console errors that a journey provokes on purpose, such as a 403. */
const REFUSED = /Failed to load resource: the server responded with a status of 4\d\d/;

/** Console errors of the content security policy, expected under attack. */
const BLOCKED = /Content Security Policy|TrustedHTML/i;

/** Calls of a browser, and events of the mouse on its page, that a failed journey prints. */
const PRINTED = 60;

declare global {
  interface Window {
    /** What pressing, releasing and clicking hit. */
    __presses__?: string[];
  }
}

/** Console errors while the server is stopped. */
const AWAY =
  /Failed to load resource: (net::ERR_\w+|.* status of 503)|^503 http|^PageCodeError: the code of a page|^(A bad HTTP response code|An unknown error) .* fetching the script/;

interface Opening {
  phone?: boolean;
  dark?: boolean;
  /** The journey is an attack: policy violations are expected. */
  blocks?: boolean;
  /** The journey stops the server: failed calls are expected. */
  survives?: boolean;
  /** Animates like a browser without the setting "reduce motion". */
  moves?: boolean;
  /** Fills `responses`. */
  records?: boolean;
  /** Lets the site install its service worker. */
  worker?: boolean;
  /** Address of the site; that of the run by default. */
  url?: string;
}

export interface Person {
  page: Page;
  context: BrowserContext;
  /** The first one; a page may have refreshed it. */
  accessToken: string | undefined;
  /** Responses that this browser received, to search for leaks; throws unless `records` is on. */
  readonly responses: string[];
}

interface WorkerFixtures {
  /** In the project "several" the two servers of its worker, else null. */
  pair: Pair | null;
}

interface Fixtures {
  /** Opens a browser context, signed in when a username is given. */
  open: (username?: string, options?: Opening) => Promise<Person>;
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const DESKTOP = { viewport: { width: 1280, height: 900 } };

const contextOptions = ({ phone, dark, moves, worker }: Opening) =>
  ({
    ...(phone ? PHONE : DESKTOP),
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: moves ? 'no-preference' : 'reduce',
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    serviceWorkers: worker ? 'allow' : 'block',
  }) as const;

interface Watched {
  context: BrowserContext;
  page: Page;
  faults: string[];
  wanted: RegExp[];
  /** Calls and their responses, in their order. */
  calls: string[];
}

/**
 * A test fails on any unexpected console error or uncaught exception. A failed one prints the last
 * calls of each browser and what its mouse hit.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  pair: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it
    async ({}, use, { project }) => {
      if (project.name !== 'several') return use(null);
      const pair = await startPair();
      process.env.NARU_E2E_URL = pair.balancer.url;
      await use(pair);
      await pair.stop();
    },
    { scope: 'worker', auto: true, timeout: 120_000 },
  ],
  baseURL: async ({ baseURL, pair }, use) => use(pair?.balancer.url ?? baseURL),
  open: async ({ browser, baseURL, pair }, use, testInfo) => {
    const people: Watched[] = [];
    await use(async (username, options = {}) => {
      const context = await browser.newContext({
        ...contextOptions(options),
        baseURL: options.url ?? baseURL,
      });
      const wanted = [options.blocks && BLOCKED, options.survives && AWAY].filter(
        (pattern) => pattern instanceof RegExp,
      );
      const recorded = options.records ? ([] as string[]) : undefined;
      const faults: string[] = [];
      const calls: string[] = [];
      context.on('page', (opened) => watch(opened, faults, recorded));
      followCalls(context, calls);
      await context.addInitScript(followPresses);
      const page = await context.newPage();
      people.push({ context, page, faults, wanted, calls });
      const accessToken = username === undefined ? undefined : await signIn(page, username);
      return {
        page,
        context,
        accessToken,
        get responses() {
          if (recorded === undefined) throw new Error('This browser records no responses.');
          return recorded;
        },
      };
    });
    if (testInfo.status !== testInfo.expectedStatus) {
      for (const { page, calls } of people) {
        const presses = await page.evaluate(() => window.__presses__ ?? []).catch(() => []);
        console.log(['Calls of a browser:', ...calls.slice(-PRINTED)].join('\n  '));
        console.log(['Presses on its page:', ...presses.slice(-PRINTED)].join('\n  '));
      }
      for (const server of pair?.servers ?? []) {
        const lines = server.output().trim().split('\n');
        console.log([`Last lines of ${server.url}:`, ...lines.slice(-PRINTED)].join('\n  '));
      }
    }
    const faults = people.flatMap(({ faults, wanted }) =>
      faults.filter((fault) => !wanted.some((pattern) => pattern.test(fault))),
    );
    for (const { context } of people) await context.close();
    const causes = pair?.balancer.faults.map((fault) => `the balancer: ${fault}`) ?? [];
    expect(faults, ['unexpected errors in the browser', ...causes].join('\n')).toEqual([]);
  },
});

function watch(page: Page, faults: string[], recorded: string[] | undefined): void {
  keepCallsApart(page);
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !REFUSED.test(message.text())) faults.push(message.text());
  });
  page.on('response', async (response) => {
    if (response.status() >= 500) faults.push(`${response.status()} ${response.url()}`);
    if (recorded === undefined || !response.url().includes('/api/')) return;
    // The body is lost when the page navigates away.
    const body = await response.text().catch(() => '');
    recorded.push(`${response.request().method()} ${response.url()}\n${body}`);
  });
}

/** Notes when each call of the API and each upload began and ended, and how. */
function followCalls(context: BrowserContext, calls: string[]): void {
  const begun = performance.now();
  const note = (what: string, { url, method }: { url: string; method: string }) => {
    const { pathname, search } = new URL(url);
    if (!pathname.startsWith('/api/') && method !== 'PUT') return;
    const seconds = ((performance.now() - begun) / 1000).toFixed(2);
    calls.push(`${seconds} s: ${what} ${method} ${pathname}${search}`);
  };
  const of = (request: Request) => ({ url: request.url(), method: request.method() });
  context.on('request', (request) => note('began', of(request)));
  context.on('response', (response) => note(`${response.status()}`, of(response.request())));
  context.on('requestfinished', (request) => note('ended', of(request)));
  context.on('requestfailed', (request) =>
    note(`failed (${request.failure()?.errorText})`, of(request)),
  );
}

/** Runs in the page. */
function followPresses(): void {
  const presses: string[] = [];
  window.__presses__ = presses;
  for (const type of ['pointerdown', 'pointerup', 'pointercancel', 'click']) {
    const note = ({ target, timeStamp }: Event) => {
      const hit =
        target instanceof Element ? `${target.tagName} ${target.textContent.slice(-30)}` : '';
      presses.push(`${Math.round(timeStamp)} ms: ${type} ${hit}`);
    };
    addEventListener(type, note, { capture: true, passive: true });
  }
}

export const DEMO_PASSWORD = 'naru-demo-1';

/** Name of a tab that got the tokens of its member, also after a log-out. */
const SIGNED_IN = 'signed in';

/**
 * Logs in by API call and returns the access token. The first document of the page stores the
 * tokens like the app; further pages of the context share them from then on.
 */
async function signIn(page: Page, username: string): Promise<string> {
  const data = { username, password: DEMO_PASSWORD };
  const response = await page.request.post('/api/member/login', { data });
  expect(response.status(), await response.text()).toBe(200);
  const tokens: { accessToken: string; refreshToken: string } = await response.json();
  await page.addInitScript(
    ({ accessToken, refreshToken, name }) => {
      if (window.name === name || window !== window.top) return;
      window.name = name;
      localStorage.setItem('accessToken', accessToken);
      localStorage.setItem('refreshToken', refreshToken);
    },
    { ...tokens, name: SIGNED_IN },
  );
  return tokens.accessToken;
}

/** Opens an empty page of the site, to write its storage before the app starts. */
export async function openBlank(page: Page): Promise<void> {
  const path = '**/blank';
  // As on the site's own pages; between others the tab would lose its name.
  const headers = { 'cross-origin-opener-policy': 'same-origin' };
  await page.route(path, (route) => route.fulfill({ headers, contentType: 'text/html', body: '' }));
  await page.goto('/blank');
  await page.unroute(path);
}
