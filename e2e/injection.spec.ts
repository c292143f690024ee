import type { Page, Request } from '@playwright/test';
import { PATHS } from '../apps/web/src/lib/paths.ts';
import { startHostileSite } from './support/hostile-site.ts';
import { followPath } from './support/pages.ts';
import { expect, type Person, test } from './support/test.ts';

type Site = Awaited<ReturnType<typeof startHostileSite>>;

/** Not of the built app. */
const UNBUILT: readonly string[] = [PATHS.gallery, PATHS.galleryKit];
const GUEST: readonly string[] = [
  PATHS.login,
  PATHS.register,
  PATHS.objection,
  PATHS.report,
  PATHS.invitation,
];
/** Searches that find the texts, and sheets that open by an address. */
const MORE = [
  `${PATHS.search}?query=alert`,
  `${PATHS.search}?query=${encodeURIComponent('<script>alert(1)</script>')}`,
  `${PATHS.search}?query=${encodeURIComponent('"><img src=x onerror=alert(1)>')}`,
  '/main#menu',
  '/support?category=REPORT&target=post-1',
  '/main/community/free?query=alert',
];
/** At least so many fields must have their texts on a screen, or the walk tests nothing. */
const SEEN_LEAST = 40;
/** A screen is complete after `FRAMES_QUIET` frames without a request; the wait ends after `FRAMES_MAX`. */
const FRAMES_QUIET = 4;
const FRAMES_MAX = 200;

/** Every address of the app's screens; fails for a screen whose addresses nobody knows. */
function addressesOf({ screens }: Site): string[] {
  const paths = Object.values(PATHS).filter((path) => !UNBUILT.includes(path));
  const unknown = paths.filter((path) => path.includes('$') && screens[path] === undefined);
  const known = { [PATHS.guidePage]: ['/guide/admin'], [PATHS.write]: ['/write/free'] };
  const old = { [PATHS.oldBoard]: ['/board/free'] };
  const made: Record<string, string[]> = { ...known, ...old };
  expect(unknown.filter((path) => made[path] === undefined)).toEqual([]);
  const empty = Object.keys(screens).filter((path) => screens[path]?.length === 0);
  expect(empty, 'screens without an address').toEqual([]);
  return [...paths.flatMap((path) => screens[path] ?? made[path] ?? [path]), ...MORE];
}

/** Notes in the page what must not happen in it. Runs before its scripts. */
function setTrap(): void {
  const hits: string[] = [];
  Reflect.set(window, '__hits__', hits);
  for (const name of ['alert', 'confirm', 'prompt', 'print'] as const) {
    Reflect.set(window, name, () => hits.push(`${name} at ${location.href}`));
  }
  Object.defineProperty(window, 'naruHit', { set: (by) => hits.push(`naruHit ${by}`) });
  document.addEventListener('securitypolicyviolation', (event) =>
    hits.push(`policy: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
  );
}

interface Watched {
  page: Page;
  faults: string[];
  /** Requests that wait for their response, without the stream. */
  waiting: Set<Request>;
  /** Numbers of the fields whose text was on a screen. */
  seen: Set<string>;
}

/** Opens a phone, signed in to the hostile site when a username is given. */
async function openPhone(
  open: (username: undefined, options: { phone: boolean; url: string }) => Promise<Person>,
  site: Site,
  username?: string,
): Promise<Watched> {
  const { page } = await open(undefined, { phone: true, url: site.url });
  const faults: string[] = [];
  const waiting = new Set<Request>();
  await page.clock.setFixedTime(site.now);
  await page.addInitScript(setTrap);
  if (username !== undefined) {
    const data = { username, password: site.password };
    const response = await page.request.post(`${site.url}/api/member/login`, { data });
    const { accessToken, refreshToken } = await response.json();
    await page.addInitScript(
      (own) => {
        if (localStorage.length > 0) return;
        for (const [name, value] of Object.entries(own)) localStorage.setItem(name, value);
      },
      { accessToken, refreshToken },
    );
  }
  page.on('request', (request) => {
    const { protocol, origin, pathname } = new URL(request.url());
    if (pathname !== '/api/events') waiting.add(request);
    if (pathname === '/api/csp-report') faults.push(`report ${request.postData()}`);
    if (/^https?:$/.test(protocol) && origin !== site.url) faults.push(`request ${request.url()}`);
  });
  page.on('requestfinished', (request) => waiting.delete(request));
  page.on('requestfailed', (request) => waiting.delete(request));
  page.on('framenavigated', (frame) => {
    if (!frame.url().startsWith(site.url) && frame.url() !== 'about:blank') {
      faults.push(`went to ${frame.url()}`);
    }
  });
  return { page, faults, waiting, seen: new Set() };
}

/** Waits until nothing has been asked for during some frames, for a while at most. */
async function settle({ page, waiting }: Watched): Promise<void> {
  for (let frames = 0, quiet = 0; frames < FRAMES_MAX && quiet < FRAMES_QUIET; frames += 1) {
    await page.evaluate(() => new Promise(requestAnimationFrame));
    quiet = waiting.size === 0 ? quiet + 1 : 0;
  }
}

/** Shows the screen and notes what it did wrong. */
async function visit(watched: Watched, path: string): Promise<void> {
  const { page, faults, seen } = watched;
  await followPath(page, path);
  await settle(watched);
  const found = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const fields = [...document.querySelectorAll('input, textarea')].map((one) =>
      one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement ? one.value : '',
    );
    const hits: string[] = Reflect.get(window, '__hits__');
    const wide = [...document.querySelectorAll('body *')].filter(
      (one) => one.getBoundingClientRect().right > clientWidth,
    );
    const innermost = wide.filter(
      (one) => !wide.some((other) => one !== other && one.contains(other)),
    );
    return {
      overflow: scrollWidth - clientWidth,
      wide: innermost.slice(0, 5).map((one) => one.outerHTML.slice(0, 300)),
      text: [document.body.textContent, ...fields].join('\n'),
      hits: hits.splice(0),
    };
  });
  faults.push(...found.hits.map((hit) => `${path}: ${hit}`));
  if (found.overflow > 0) {
    faults.push(`${path}: ${found.overflow} px too wide`, ...found.wide);
  }
  for (const [, mark] of found.text.matchAll(/\bt(\d+)z/g)) seen.add(mark ?? '');
}

// One run has one text in each field; `--repeat-each 80` gives each field each text in turn.
test('hostile texts in every field run on no screen and break none [INPUT-22, INPUT-23] @whole', async ({
  open,
}, testInfo) => {
  test.setTimeout(400_000);
  const site = await startHostileSite(testInfo.repeatEachIndex);
  const left = site.left.map((name) => `${name} took no hostile text`);
  const faults = [...left, ...site.faults];
  const seen = new Set<string>();
  const walk = async (
    start: string,
    pathsOf: (page: Page) => Promise<readonly string[]>,
    username?: string,
  ) => {
    const watched = await openPhone(open, site, username);
    await watched.page.goto(`${site.url}${start}`);
    for (const path of await pathsOf(watched.page)) await visit(watched, path);
    // Before the site ends, which an open page would report.
    await watched.page.context().close();
    faults.push(...watched.faults);
    for (const mark of watched.seen) seen.add(mark);
  };
  try {
    const addresses = addressesOf(site).filter((path) => !GUEST.includes(path));
    await walk('/login', async () => GUEST);
    await walk('/main', async () => addresses, site.usernames.student);
    await walk('/admin', menusOf, site.usernames.admin);
  } finally {
    await site.stop();
  }
  expect(faults).toEqual([]);
  expect(seen.size, `of ${site.taken} fields`).toBeGreaterThan(SEEN_LEAST);
});

/** Addresses of all panels of the console. */
async function menusOf(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: /^메뉴/ }).last().click();
  const links = page.getByRole('dialog').locator('a[href*="menu="]');
  await links.first().waitFor({ state: 'attached' });
  const menus = await links.evaluateAll((all) =>
    all.map((link) => link.getAttribute('href') ?? ''),
  );
  expect(menus.length).toBeGreaterThan(15);
  return menus;
}
