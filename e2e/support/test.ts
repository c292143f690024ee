import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test';

export { expect };

/** Console errors that a journey provokes on purpose, such as a 403. */
const REFUSED = /Failed to load resource: the server responded with a status of 4\d\d/;

/** Console errors of the content security policy, expected under attack. */
const BLOCKED = /Content Security Policy|TrustedHTML/;

/** Console errors while the server is stopped. */
const AWAY = /Failed to load resource: (net::ERR_\w+|.* status of 503)|^503 http/;

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
}

export interface Person {
  page: Page;
  context: BrowserContext;
  /** Responses that this browser received, to search for leaks; throws unless `records` is on. */
  readonly responses: string[];
}

interface Fixtures {
  /** Opens a browser context, signed in when a username is given. */
  open: (username?: string, options?: Opening) => Promise<Person>;
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const DESKTOP = { viewport: { width: 1280, height: 900 } };

const contextOptions = ({ phone, dark, moves }: Opening) =>
  ({
    ...(phone ? PHONE : DESKTOP),
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: moves ? 'no-preference' : 'reduce',
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
  }) as const;

/** What one person of one test sees in a context. */
interface Visit {
  context: BrowserContext;
  /** Options of the context. */
  key: string;
  faults: string[];
  wanted: RegExp[];
  recorded: string[] | undefined;
}

/**
 * Browser contexts for one visit after the other: emptied in between, but with the cache of files,
 * which makes the first page of a visit twice as cheap.
 */
function createContexts(browser: Browser) {
  const visits = new Map<BrowserContext, Visit>();
  const idle: Visit[] = [];

  async function open(options: BrowserContextOptions): Promise<BrowserContext> {
    const context = await browser.newContext(options);
    context.on('page', (page) => {
      const visit = visits.get(context);
      if (visit) watch(page, visit);
    });
    return context;
  }

  return {
    async take(opening: Opening, baseURL: string | undefined): Promise<Visit> {
      const options = { ...contextOptions(opening), baseURL };
      const key = JSON.stringify(options);
      const old = idle.find((visit) => visit.key === key);
      if (old) idle.splice(idle.indexOf(old), 1);
      const context = old?.context ?? (await open(options));
      const wanted = [opening.blocks && BLOCKED, opening.survives && AWAY].filter(
        (pattern) => pattern instanceof RegExp,
      );
      const recorded = opening.records ? [] : undefined;
      const visit = { context, key, faults: [], wanted, recorded };
      visits.set(context, visit);
      return visit;
    },
    async giveBack(visit: Visit): Promise<void> {
      await Promise.all(visit.context.pages().map((page) => page.close()));
      await visit.context.setStorageState({ cookies: [], origins: [] });
      idle.push(visit);
    },
  };
}

/** A test fails on any unexpected console error or uncaught exception. */
export const test = base.extend<Fixtures, { contexts: ReturnType<typeof createContexts> }>({
  contexts: [({ browser }, use) => use(createContexts(browser)), { scope: 'worker' }],
  open: async ({ contexts, baseURL }, use) => {
    const people: Visit[] = [];
    await use(async (username, options = {}) => {
      const visit = await contexts.take(options, baseURL);
      people.push(visit);
      const { context, recorded } = visit;
      const page = await context.newPage();
      if (username !== undefined) await signIn(page, username);
      return {
        page,
        context,
        get responses() {
          if (recorded === undefined) throw new Error('This browser records no responses.');
          return recorded;
        },
      };
    });
    const faults = people.flatMap(({ faults, wanted }) =>
      faults.filter((fault) => !wanted.some((pattern) => pattern.test(fault))),
    );
    for (const visit of people) await contexts.giveBack(visit);
    expect(faults, 'unexpected errors in the browser').toEqual([]);
  },
});

function watch(page: Page, { faults, recorded }: Visit): void {
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

export const DEMO_PASSWORD = 'naru-demo-1';

/** An empty page on the site's origin, to write its storage. */
const BLANK = '/blank';

/** Logs in by API call and stores the tokens like the app. */
async function signIn(page: Page, username: string, password = DEMO_PASSWORD) {
  const response = await page.request.post('/api/member/login', { data: { username, password } });
  expect(response.status()).toBe(200);
  const tokens: { accessToken: string; refreshToken: string } = await response.json();
  await page.route(`**${BLANK}`, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto(BLANK);
  await page.evaluate(({ accessToken, refreshToken }) => {
    localStorage.setItem('accessToken', accessToken);
    localStorage.setItem('refreshToken', refreshToken);
  }, tokens);
  await page.unroute(`**${BLANK}`);
}
