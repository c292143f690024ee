import type { Page, Route } from '@playwright/test';

/** The calls behind the dashboard, the market, the panels of the header and the mail page. */
const DAILY =
  /\/api\/(config$|post\/summary-multi|banners|Menu\/|friend\/|mail\/|member\/my-notices|member\/summary\/|post\?)/;

const EMPTY: [call: RegExp, json: unknown][] = [
  [/summary-multi/, {}],
  [/banners/, { normalBanners: [], mediaBanners: [] }],
  [/Menu\//, { studentState: 'NOT_POSTED', staffState: 'CLOSED' }],
  [/my-friends/, { acceptMemberDtoList: [] }],
  [/request-friend-list/, { requestMemberList: [] }],
  [/friend\/(blocks|search)/, { members: [] }],
  [/my-room/, { roomDtos: [] }],
  [/my-notices/, { notices: [], unreadCount: 0 }],
  [
    /post\?/,
    {
      pageResponse: { posts: [], currentPage: 0, totalPages: 0, totalCount: 0 },
      isMarked: false,
    },
  ],
];

/** Nothing is there yet, as on the first day of a new installation. */
export async function answerEmpty(page: Page): Promise<void> {
  await page.route(DAILY, async (route) => {
    const found = EMPTY.find(([call]) => call.test(route.request().url()));
    await (found ? route.fulfill({ json: found[1] }) : route.continue());
  });
}

export const REFUSAL = '점검 중입니다. 잠시 후 다시 시도해 주세요.';

/** Every one of the calls is refused, in a way that is not tried again by itself. */
export async function answerFailing(page: Page): Promise<void> {
  const refusal = { error: 'FORBIDDEN', message: REFUSAL, requestId: 'test' };
  await page.route(DAILY, (route) => route.fulfill({ status: 403, json: refusal }));
}

/**
 * Keeps every answer of the server, the stream of events apart, until `release`: what is on screen
 * meanwhile is what a slow network shows.
 */
export async function holdAnswers(page: Page) {
  const held: Route[] = [];
  let isOpen = false;
  await page.route(/\/api\/(?!events)/, (route) => {
    if (isOpen) return route.fallback();
    held.push(route);
  });
  return {
    held,
    /** One answer after the other, in the order of the calls; later calls pass at once. */
    release: async () => {
      isOpen = true;
      for (const route of held) {
        await route.fallback();
        await route.request().response();
      }
    },
  };
}
