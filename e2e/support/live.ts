import { expect, type Page, type Request } from '@playwright/test';

/** The bell of the header; its name contains the number of unread notifications. */
export const bellOf = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: /^알림/ });

/** The number in the accessible name of a header button; 0 without one. */
function countOf(name: string | null): number {
  return Number(/(\d+)/.exec(name ?? '')?.[1] ?? 0);
}

export async function unread(page: Page): Promise<number> {
  return countOf(await bellOf(page).getAttribute('aria-label'));
}

/** Pending friend requests, from the header. */
export async function requestsWaiting(page: Page): Promise<number> {
  const friends = page.getByRole('banner').getByRole('button', { name: /^친구/ });
  return countOf(await friends.getAttribute('aria-label'));
}

/** Chats with unread messages, from the header. */
export async function unreadChats(page: Page): Promise<number> {
  const mail = page.getByRole('banner').getByRole('link', { name: /^채팅/ });
  return countOf(await mail.getAttribute('aria-label'));
}

/**
 * Counts page loads and event streams; call before the first navigation. A page with an open
 * stream does not poll, so what it shows without a reload came over the stream.
 */
export function watchStreams(page: Page) {
  const counts = { loads: 0, opened: 0, ended: 0, lastIds: [] as string[] };
  const streams = new Set<Request>();
  let isThere = false;
  page.on('load', () => {
    counts.loads += 1;
  });
  page.on('framenavigated', (frame) => {
    isThere ||= frame === page.mainFrame();
  });
  page.on('request', (request) => {
    // Ignores a stream that the previous page opens late.
    if (isThere && new URL(request.url()).pathname === '/api/events') streams.add(request);
  });
  page.on('response', (response) => {
    const request = response.request();
    if (!streams.has(request) || response.status() !== 200) return;
    counts.opened += 1;
    counts.lastIds.push(request.headers()['last-event-id'] ?? '');
  });
  const onEnd = (request: Request) => {
    if (streams.has(request)) counts.ended += 1;
  };
  page.on('requestfinished', onEnd);
  page.on('requestfailed', onEnd);
  return {
    counts,
    ready: () => expect.poll(() => counts.opened, 'open streams').toBe(1),
    /** One load, one stream, still open. */
    expectOneStream: () =>
      expect
        .poll(() => [counts.loads, counts.opened, counts.ended], 'loads, streams, ended streams')
        .toEqual([1, 1, 0]),
  };
}
