import type { Page, Route } from '@playwright/test';
import type { bannerRoutes } from '../../packages/contract/src/banners.ts';
import type { cafeteriaRoutes } from '../../packages/contract/src/cafeteria.ts';
import type { chatRoutes } from '../../packages/contract/src/chat.ts';
import type { friendRoutes } from '../../packages/contract/src/friends.ts';
import type { notificationRoutes } from '../../packages/contract/src/notifications.ts';
import type { postRoutes } from '../../packages/contract/src/posts.ts';
import type { RouteResult as Body } from '../../packages/contract/src/route.ts';

/** Calls of the dashboard, the market, the header panels and the chat page. */
const DAILY =
  /\/api\/(config$|post\/summary-multi|banners|Menu\/|friend\/|mail\/|member\/my-notices|member\/summary\/|post\?)/;

const EMPTY: [call: RegExp, json: unknown][] = [
  [/summary-multi/, { Posts: [], boards: {} } satisfies Body<typeof postRoutes.summaryMulti>],
  [
    /banners/,
    { normalBanners: [], mediaBanners: [], version: '' } satisfies Body<typeof bannerRoutes.list>,
  ],
  [
    /Menu\//,
    {
      date: '2026-12-01',
      studentState: 'NOT_POSTED',
      staffState: 'CLOSED',
      studentCafeteria: {},
      staffCafeteria: {},
    } satisfies Body<typeof cafeteriaRoutes.day>,
  ],
  [/my-friends/, { acceptMemberDtoList: [] } satisfies Body<typeof friendRoutes.list>],
  [/request-friend-list/, { requestMemberList: [] } satisfies Body<typeof friendRoutes.requests>],
  [/friend\/blocks/, { members: [] } satisfies Body<typeof friendRoutes.blocks>],
  [/my-room/, { roomDtos: [] } satisfies Body<typeof chatRoutes.rooms>],
  [/my-notices/, { notices: [], unreadCount: 0 } satisfies Body<typeof notificationRoutes.list>],
  [
    /post\?/,
    {
      pageResponse: { posts: [], currentPage: 0, totalPages: 0, totalCount: 0 },
      isMarked: false,
    } satisfies Body<typeof postRoutes.list>,
  ],
];

/** Responds with empty data, as on a new installation. */
export async function mockEmpty(page: Page): Promise<void> {
  await page.route(DAILY, async (route) => {
    const found = EMPTY.find(([call]) => call.test(route.request().url()));
    await (found ? route.fulfill({ json: found[1] }) : route.continue());
  });
}

export const REFUSAL = '점검 중입니다. 잠시 후 다시 시도해 주세요.';

/** Refuses every call with a status that is not retried. */
export async function mockFailing(page: Page): Promise<void> {
  const refusal = { error: 'FORBIDDEN', message: REFUSAL, requestId: 'test' };
  await page.route(DAILY, (route) => route.fulfill({ status: 403, json: refusal }));
}

const HELD = /\/api\/(?!events)/;

/** Holds back API responses, all but the event stream, until `release`, like a slow network. */
export async function holdResponses(page: Page, which = HELD) {
  const held: Route[] = [];
  let isOpen = false;
  await page.route(which, (route) => {
    if (isOpen) return route.fallback();
    held.push(route);
  });
  return {
    held,
    /** Releases the responses in the order of the calls, or the other way; later calls pass at once. */
    release: async ({ lastFirst = false } = {}) => {
      isOpen = true;
      for (const route of lastFirst ? held.toReversed() : held) {
        await route.fallback();
        await route.request().response();
      }
    },
  };
}
