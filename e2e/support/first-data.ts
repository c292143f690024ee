import type { BrowserContext, Page } from '@playwright/test';

/** Runs in the page, before the app. */
function removeFirstData(): void {
  document.addEventListener('readystatechange', () => {
    document.getElementById('first-data')?.remove();
  });
}

/** Where a journey replaces or holds responses of calls, none of them comes with the page. */
export function keepCallsApart(page: Page): void {
  const route = page.route.bind(page);
  page.route = async (...[which, ...rest]: Parameters<Page['route']>) => {
    const pattern = String(which).replaceAll('\\', '');
    if (pattern.includes('/api/') && !pattern.endsWith('/api/events')) {
      await page.addInitScript(removeFirstData);
    }
    return route(which, ...rest);
  };
}

/** Lets the very first page of a member come with its data, as the next ones do. */
export async function expectMember(
  context: BrowserContext,
  accessToken: string | undefined,
  url: string,
): Promise<void> {
  const [, payload = ''] = accessToken?.split('.') ?? [];
  const { page } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  await context.addCookies([{ name: 'naru_session', value: page, url, sameSite: 'Strict' }]);
}
