import type { Page } from '@playwright/test';
import { answerEmpty, answerFailing, holdAnswers } from './support/answers.ts';
import { expect, type Person, test } from './support/test.ts';

/** What may shift at most while the page loads. */
const MOST_CLS = 0.02;
const MOST_CALLS = 6;
const LOADING = /불러오는 중입니다\.$/;

const DEVICES = [
  { phone: false, reader: '20230055' },
  { phone: true, reader: '20220731' },
];

/** A tab of its own: nothing of the page on which the reader signed in is counted. */
async function openTab(open: Open, reader: string, phone: boolean): Promise<Page> {
  const { context } = await open(reader, { phone });
  return context.newPage();
}

type Open = (username: string, options: { phone: boolean }) => Promise<Person>;

interface Shift {
  value: number;
  /** What moved, for the message of a failure. */
  what: string[];
}

/** Records from the first moment of the next page what shifts without a hand of the reader. */
async function recordShifts(page: Page): Promise<() => Promise<Shift[]>> {
  await page.addInitScript(() => {
    const shifts: unknown[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
        };
        if (shift.hadRecentInput) continue;
        const what = shift.sources.map(({ node, previousRect, currentRect }) => {
          const { nodeName = '', textContent = '' } = node ?? {};
          const from = `${Math.round(previousRect.x)},${Math.round(previousRect.y)}`;
          const to = `${Math.round(currentRect.x)},${Math.round(currentRect.y)}`;
          return `${nodeName} ${from} -> ${to} ${textContent?.slice(0, 40)}`;
        });
        shifts.push({ value: shift.value, what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    page.evaluate(async () => {
      await document.fonts.ready;
      // Two frames: what the last answer changed is laid out and reported.
      for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
      return (window as unknown as { shifts: Shift[] }).shifts;
    });
}

/**
 * The dashboard of a second visit, with every answer held back. At the first one the fonts arrive
 * after the words, and a machine without any Korean font shows boxes in their place.
 */
async function reloadSlowly(page: Page) {
  await page.goto('/main');
  await expect(page.getByRole('region', { name: '책방' })).toBeVisible();
  await expect(page.getByRole('status', { name: LOADING })).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  const shifts = await recordShifts(page);
  const answers = await holdAnswers(page);
  await page.reload();
  return { answers, shifts };
}

async function expectStill(read: () => Promise<Shift[]>, where: string): Promise<void> {
  const shifts = await read();
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, `${where}: ${JSON.stringify(shifts)}`).toBeLessThan(MOST_CLS);
}

for (const { phone, reader } of DEVICES) {
  const device = phone ? 'a phone' : 'a wide screen';

  test(`the dashboard costs at most ${MOST_CALLS} calls on ${device}`, async ({ open }) => {
    const page = await openTab(open, reader, phone);
    const calls: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`);
    });
    await page.goto('/main');
    await expect(page.getByRole('list', { name: '인기글' })).toBeVisible();
    await expect(page.getByRole('status', { name: LOADING })).toHaveCount(0);
    // The stream of events comes last: whatever the page asks for has been asked.
    await expect.poll(() => calls).toContain('GET /api/events');
    expect(calls.length, calls.join('\n')).toBeLessThanOrEqual(MOST_CALLS);
  });

  test(`the dashboard shows its shape first and nothing shifts on ${device}`, async ({ open }) => {
    const page = await openTab(open, reader, phone);
    const { answers, shifts } = await reloadSlowly(page);
    for (const name of ['바로 가기를', '행사 소식을', '조교 공지 글을', '물품을', '인기글 글을']) {
      await expect(page.getByRole('status', { name: `${name} 불러오는 중입니다.` })).toBeVisible();
    }
    await answers.release();
    await expect(page.getByRole('list', { name: '인기글' })).toBeVisible();
    await expect(page.getByRole('status', { name: LOADING })).toHaveCount(0);
    await expectStill(shifts, 'full');
  });

  for (const [state, answer] of [
    ['empty', answerEmpty],
    ['failing', answerFailing],
  ] as const) {
    test(`nothing shifts on ${device} when the boxes are ${state}`, async ({ open }) => {
      const page = await openTab(open, reader, phone);
      await answer(page);
      const { answers, shifts } = await reloadSlowly(page);
      await expect(page.getByRole('status', { name: LOADING }).first()).toBeVisible();
      await answers.release();
      await expect(page.getByRole('status', { name: LOADING })).toHaveCount(0);
      await expectStill(shifts, state);
    });
  }
}
