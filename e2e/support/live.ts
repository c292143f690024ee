import { expect, type Page, type Request } from '@playwright/test';

/** The bell of the header; its name tells how many notices are unread. */
export const bellOf = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: /^알림/ });

/** The number in the spoken name of a header button; 0 without one. */
function countOf(name: string | null): number {
  return Number(/(\d+)/.exec(name ?? '')?.[1] ?? 0);
}

export async function unread(page: Page): Promise<number> {
  return countOf(await bellOf(page).getAttribute('aria-label'));
}

/** Friend requests that wait, as the header tells. */
export async function requestsWaiting(page: Page): Promise<number> {
  const friends = page.getByRole('banner').getByRole('button', { name: /^친구/ });
  return countOf(await friends.getAttribute('aria-label'));
}

/** Rooms with unread mail, as the header tells. */
export async function unreadRooms(page: Page): Promise<number> {
  const mail = page.getByRole('banner').getByRole('link', { name: /^메일/ });
  return countOf(await mail.getAttribute('aria-label'));
}

/**
 * Watches how a page hears of things; to be called before it goes anywhere. A page with an open stream
 * never asks by the clock, so whatever it shows without a reload came over that stream.
 */
export function watchStreams(page: Page) {
  const told = { loads: 0, opened: 0, ended: 0, lastIds: [] as string[] };
  const streams = new Set<Request>();
  let isThere = false;
  page.on('load', () => {
    told.loads += 1;
  });
  page.on('framenavigated', (frame) => {
    isThere ||= frame === page.mainFrame();
  });
  page.on('request', (request) => {
    // The page before this one may still open its own.
    if (isThere && new URL(request.url()).pathname === '/api/events') streams.add(request);
  });
  page.on('response', (response) => {
    const request = response.request();
    if (!streams.has(request) || response.status() !== 200) return;
    told.opened += 1;
    told.lastIds.push(request.headers()['last-event-id'] ?? '');
  });
  const onEnd = (request: Request) => {
    if (streams.has(request)) told.ended += 1;
  };
  page.on('requestfinished', onEnd);
  page.on('requestfailed', onEnd);
  return {
    told,
    /** Waits until the page follows the events. */
    ready: () => expect.poll(() => told.opened, 'open streams').toBe(1),
    /** Loaded once, and the first stream is still open. */
    expectOneStream: () =>
      expect([told.loads, told.opened, told.ended], 'loads, streams, ended streams').toEqual([
        1, 1, 0,
      ]),
  };
}
