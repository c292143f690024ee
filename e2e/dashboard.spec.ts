import type { Page, Request } from '@playwright/test';
import { expectMember } from './support/first-data.ts';
import { holdResponses, mockEmpty, mockFailing } from './support/mock-responses.ts';
import { expectStill, LOADING, recordShifts } from './support/shifts.ts';
import { expect, test } from './support/test.ts';

/** The event stream: all else comes with the page. */
const MAX_CALLS = 1;

/**
 * What the first visit may cost, nothing cached. A wide screen shows more at once: the pictures of the
 * market and the demo's clip, which alone is 105 kB.
 */
const DEVICES = [
  { phone: false, reader: '20230055', maxRequests: 16, maxBytes: 340_000 },
  { phone: true, reader: '20220731', maxRequests: 13, maxBytes: 210_000 },
];
const FIRST_SCRIPTS = ['live', 'react-tanstack', 'rolldown-runtime', 'start', 'start.js'];
/** The meals and the video of a wide screen. */
const WIDE_SCRIPTS = ['home-later', ...FIRST_SCRIPTS];
/**
 * What the page asks for by itself a while later, for the first click (`after-start.ts`), and the picture of the
 * tab, which a browser without windows never asks for.
 */
const NOT_COUNTED =
  /\/favicon\.svg$|\/api\/board\/news$|\/assets\/(layers|controls|after-start|pretendardvariable-dynamic-subset|PretendardVariable)\b/;

/** Records the requests of a page, by address and bytes of the response; a stream has none. */
function recordRequests(page: Page) {
  const requests: Request[] = [];
  page.on('request', (request) => {
    const isCounted = request.url().startsWith('http') && !NOT_COUNTED.test(request.url());
    if (isCounted) requests.push(request);
  });
  const bytesOf = async (request: Request) => {
    if (request.url().endsWith('/api/events')) return 0;
    const sizes = await request.sizes();
    return sizes.responseBodySize + sizes.responseHeadersSize;
  };
  return {
    all: requests,
    scripts: () =>
      requests
        .filter((request) => request.resourceType() === 'script')
        .map((request) => new URL(request.url()).pathname.split('/').at(-1) ?? '')
        .map((name) => name.replace(/-[\w-]{8}\.js$/, '')),
    bytes: async () => (await Promise.all(requests.map(bytesOf))).reduce((a, b) => a + b, 0),
  };
}

/** The pause after which `after-start.ts` loads the rest, in milliseconds. */
const PAUSE_MS = 3000;

/**
 * Keeps the page from loading what the first click needs: on a busy machine the first load itself takes
 * longer than the pause. Returns whether the page asked for it.
 */
async function holdRest(page: Page): Promise<() => Promise<boolean>> {
  await page.addInitScript((pause) => {
    const start = window.setTimeout;
    const held = Object.assign(window, { isRestHeld: false });
    const hold = (work: TimerHandler, milliseconds?: number, ...rest: unknown[]) => {
      if (milliseconds !== pause) return start(work, milliseconds, ...rest);
      held.isRestHeld = true;
      return 0;
    };
    Object.assign(window, { setTimeout: hold });
  }, PAUSE_MS);
  return () => page.evaluate(() => (window as unknown as { isRestHeld: boolean }).isRestHeld);
}

/**
 * Reloads the dashboard with every response held back. A reload, because fonts arrive after the
 * text on a first visit.
 */
async function reloadSlowly(page: Page) {
  await expect(page.getByRole('region', { name: '공지사항' })).toBeVisible();
  await expect(page.getByRole('status', { name: LOADING })).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  const shifts = await recordShifts(page);
  const responses = await holdResponses(page);
  await page.reload();
  return { responses, shifts };
}

/** The pictures that the page asked for before the app did, without those that this screen shows. */
function unshownPictures(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const links = [...document.querySelectorAll<HTMLLinkElement>('body > link[rel=preload]')];
    const named = links.filter(({ media }) => matchMedia(media).matches).map(({ href }) => href);
    const shown = [...document.images].map(({ currentSrc }) => currentSrc);
    return named.filter((href) => !shown.includes(href));
  });
}

for (const { phone, reader, maxRequests, maxBytes } of DEVICES) {
  const device = phone ? 'a phone' : 'a wide screen';
  const tag = phone ? '' : ' @whole';

  test(`the dashboard makes few, small requests and has no layout shift on ${device} [UI-230]${tag}`, async ({
    open,
    baseURL,
  }) => {
    const { page, context, accessToken } = await open(reader, { phone, moves: true });
    await expectMember(context, accessToken, baseURL ?? '');
    const requests = recordRequests(page);
    const isRestHeld = await holdRest(page);
    // A post that another journey writes would load the code that counts it.
    await page.route('**/api/events', () => undefined);
    const calls = () =>
      requests.all
        .map((request) => `${request.method()} ${new URL(request.url()).pathname}`)
        .filter((call) => call.includes(' /api/'));
    await page.goto('/main');
    await expect(page.getByRole('list', { name: '인기글' })).toBeVisible();
    await expect(page.getByRole('status', { name: LOADING })).toHaveCount(0);
    // The event stream opens last: all other calls have been made.
    await expect.poll(calls).toContain('GET /api/events');
    await page.evaluate(() => document.fonts.ready);
    expect(await unshownPictures(page)).toEqual([]);
    expect(calls().length, calls().join('\n')).toBeLessThanOrEqual(MAX_CALLS);
    expect(await isRestHeld()).toBe(true);
    expect(requests.scripts().sort()).toEqual(phone ? FIRST_SCRIPTS : WIDE_SCRIPTS);
    const addresses = requests.all.map((request) => request.url()).join('\n');
    expect(requests.all.length, addresses).toBeLessThanOrEqual(maxRequests);
    expect(await requests.bytes(), addresses).toBeLessThanOrEqual(maxBytes);
    await page.unroute('**/api/events');

    const { responses, shifts } = await reloadSlowly(page);
    await expect(page.getByRole('status', { name: '홈을 불러오는 중입니다.' })).toBeVisible();
    await responses.release();
    await expect(page.getByRole('list', { name: '인기글' })).toBeVisible();
    await expect(page.getByRole('status', { name: LOADING })).toHaveCount(0);
    await expectStill(shifts, 'full');
  });

  for (const [state, answer] of [
    ['empty', mockEmpty],
    ['failing', mockFailing],
  ] as const) {
    test(`the dashboard has no layout shift on ${device} when its boxes are ${state} @whole`, async ({
      open,
    }) => {
      const { page } = await open(reader, { phone, moves: true });
      await answer(page);
      await page.goto('/main');
      const { responses, shifts } = await reloadSlowly(page);
      await expect(page.getByRole('status', { name: LOADING }).first()).toBeVisible();
      await responses.release();
      await expect(page.getByRole('status', { name: LOADING })).toHaveCount(0);
      await expectStill(shifts, state);
    });
  }
}
