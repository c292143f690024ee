import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';

export { expect };

/** Console messages that a journey provokes on purpose, e.g. the browser's line for a 403. */
const REFUSED = /Failed to load resource: the server responded with a status of 4\d\d/;

/** What the browser says when the policy of the site stopped something: wanted, below an attack. */
const BLOCKED = /Content Security Policy|TrustedHTML/;

/** What the browser and a server that is just stopping say when the server is away. */
const AWAY = /Failed to load resource: (net::ERR_\w+|.* status of 503)|^503 http/;

interface Opening {
  phone?: boolean;
  dark?: boolean;
  /** The journey is an attack: what the policy blocks is no fault. */
  blocks?: boolean;
  /** The journey takes the server away: calls that fail meanwhile are no fault. */
  survives?: boolean;
}

export interface Person {
  page: Page;
  context: BrowserContext;
  /** Answers of the server that this person's browser received, for looking for leaks. */
  answers: string[];
}

interface Fixtures {
  /** Opens a browser of its own for one person, signed in when a username is given. */
  open: (username?: string, options?: Opening) => Promise<Person>;
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const DESKTOP = { viewport: { width: 1280, height: 900 } };

/** Every browser opened here fails its test on an unexpected console error or an uncaught one. */
export const test = base.extend<Fixtures>({
  open: async ({ browser, baseURL }, use) => {
    const people: { context: BrowserContext; faults: string[]; wanted: RegExp[] }[] = [];
    await use(async (username, options = {}) => {
      const context = await browser.newContext({
        ...(options.phone ? PHONE : DESKTOP),
        colorScheme: options.dark ? 'dark' : 'light',
        locale: 'ko-KR',
        timezoneId: 'Asia/Seoul',
        ...(baseURL !== undefined && { baseURL }),
      });
      const wanted = [options.blocks && BLOCKED, options.survives && AWAY].filter(
        (pattern) => pattern instanceof RegExp,
      );
      const person = { context, faults: [] as string[], wanted };
      people.push(person);
      const answers: string[] = [];
      context.on('page', (opened) => watch(opened, person.faults, answers));
      const page = await context.newPage();
      if (username !== undefined) await signIn(page, username);
      return { page, context, answers };
    });
    const faults = people.flatMap(({ faults, wanted }) =>
      faults.filter((fault) => !wanted.some((pattern) => pattern.test(fault))),
    );
    for (const { context } of people) await context.close();
    expect(faults, 'unexpected errors in the browser').toEqual([]);
  },
});

function watch(page: Page, faults: string[], answers: string[]): void {
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !REFUSED.test(message.text())) faults.push(message.text());
  });
  page.on('response', async (response) => {
    if (response.status() >= 500) faults.push(`${response.status()} ${response.url()}`);
    if (!response.url().includes('/api/')) return;
    // A page that is left takes its unread answers with it.
    const body = await response.text().catch(() => '');
    answers.push(`${response.request().method()} ${response.url()}\n${body}`);
  });
}

/** Password of the demo accounts. */
export const DEMO_PASSWORD = 'naru-demo-1';

/** An empty page of the site, for its storage; nothing of the app runs there. */
const BLANK = '/blank';

/** Logs in through the call that the form uses and keeps the tokens where the app keeps them. */
async function signIn(page: Page, username: string, password = DEMO_PASSWORD) {
  const answer = await page.request.post('/api/member/login', { data: { username, password } });
  expect(answer.status()).toBe(200);
  const tokens: { accessToken: string; refreshToken: string } = await answer.json();
  await page.route(`**${BLANK}`, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto(BLANK);
  await page.evaluate(({ accessToken, refreshToken }) => {
    localStorage.setItem('accessToken', accessToken);
    localStorage.setItem('refreshToken', refreshToken);
  }, tokens);
  await page.unroute(`**${BLANK}`);
}
