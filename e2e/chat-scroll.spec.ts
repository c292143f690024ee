import type { Locator, Route } from '@playwright/test';
import type { chatRoutes } from '../packages/contract/src/chat.ts';
import type { RouteResult } from '../packages/contract/src/route.ts';
import { HAESOL, logOf, openRoom, TENSOR } from './support/chat.ts';
import { expect, test } from './support/test.ts';

/** The top of an element once it has not moved for six frames, a tenth of a second. */
async function restingTop(element: Locator): Promise<number> {
  let top = Number.NaN;
  const measure = async () => {
    top = await element.evaluate(async (node) => {
      let last = Number.NaN;
      for (let still = 0; still < 6 && node.isConnected; ) {
        await new Promise(requestAnimationFrame);
        const { y } = node.getBoundingClientRect();
        still = y === last ? still + 1 : 0;
        last = y;
      }
      return node.isConnected ? last : Number.NaN;
    });
    return top;
  };
  await expect.poll(measure).not.toBeNaN();
  return top;
}

test('loading older messages does not move the visible ones (320 messages, 2 px) @whole', async ({
  open,
}) => {
  test.setTimeout(120_000);
  const { page } = await open(HAESOL.username);
  const start = Date.UTC(2026, 0, 1);
  const all = Array.from({ length: 340 }, (_, at) => ({
    id: at + 1,
    senderId: -1,
    content: `${at + 1}번 글. ${'길이가 다른 말입니다. '.repeat((at * 7) % 12)}`,
    date: new Date(start + at * 40 * 60_000).toISOString(),
    clientId: null,
    picture: null,
    isRecalled: false,
    isRemoved: false,
    sender: null,
    replyTo: null,
    reactions: [],
  }));
  const pageBefore = (before: number) => {
    const older = all.filter(({ id }) => id < before).toReversed();
    const page: RouteResult<typeof chatRoutes.messages> = {
      messages: older.slice(0, 20),
      last: older.length <= 20,
      partnerReadId: 0,
    };
    return { json: page };
  };
  const held: { before: number; route: Route }[] = [];
  await page.route('**/api/mail/messages/*', async (route) => {
    const before = new URL(route.request().url()).searchParams.get('beforeId');
    if (before === null) await route.fulfill(pageBefore(all.length + 1));
    else held.push({ before: Number(before), route });
  });
  await openRoom(page, TENSOR.nickName);
  // The web font rewraps lines after the first paint; wait for it before measuring.
  await expect
    .poll(() => page.evaluate(() => document.fonts.size > 0 && document.fonts.status))
    .toBe('loaded');
  const log = logOf(page);
  for (let oldest = 321; oldest > 21; oldest -= 20) {
    await log.evaluate((element) => {
      element.scrollTop = 0;
    });
    await expect.poll(() => held.at(-1)?.before, { intervals: [20] }).toBe(oldest);
    const anchor = log.getByText(`${oldest}번 글.`);
    const top = await restingTop(anchor);
    await held.at(-1)?.route.fulfill(pageBefore(oldest));
    await expect(log.getByText(`${oldest - 1}번 글.`)).toBeAttached();
    const after = await restingTop(anchor);
    expect(Math.abs(after - top), `message ${oldest}`).toBeLessThanOrEqual(2);
  }
});
