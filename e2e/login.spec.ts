import type { Page } from '@playwright/test';
import { seedPost, unique } from './support/api.ts';
import { fillLogin, logOut, ownMenu, rowOf } from './support/pages.ts';
import { DEMO_PASSWORD, expect, openBlank, test } from './support/test.ts';

const tokensOf = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('accessToken'), localStorage.getItem('refreshToken')]);

test('a guest logs in after mistakes and returns to the requested page [UI-01, AUTH-24]', {
  tag: '@several',
}, async ({ open }) => {
  const { page, responses } = await open(undefined, { records: true });
  await page.goto('/main/community/free?page=2');
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await expect(page.getByRole('banner')).toHaveCount(0);
  expect(responses.filter((response) => !response.includes('/api/config'))).toEqual([]);

  await expect(page.getByPlaceholder('학번')).toBeFocused();
  await page.getByRole('button', { name: '로그인', exact: true }).click();
  await expect(page.getByText('학번(교번)을 입력해 주세요.')).toBeVisible();
  await expect(page.getByText('비밀번호를 입력해주세요.')).toBeVisible();
  for (const username of ['20220731', '20990001']) {
    await fillLogin(page, username, 'wrong-password');
    await expect(page.getByRole('alert')).toHaveText(
      '학번(교번) 또는 비밀번호가 올바르지 않습니다.',
    );
  }
  expect(await tokensOf(page)).toEqual([null, null]);

  await fillLogin(page, '20250001', DEMO_PASSWORD);
  await expect(page).toHaveURL(/\/main\/community\/free\?page=2$/);
  await expect(page.getByRole('heading', { name: '자유게시판' })).toBeVisible();
  await expect(page.getByRole('link', { name: '2페이지' })).toHaveAttribute('aria-current', 'page');
});

test('the login is there before its code, and what is typed and sent then arrives [UI-664]', async ({
  open,
}) => {
  const { page } = await open(undefined, { survives: true });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/start-[^/]*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('학번(교번)').fill('20250001');
  await page.getByLabel('비밀번호', { exact: true }).fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.locator('#frame')).toHaveCount(1);
  expect(new URL(page.url()).search).toBe('');
  release();
  await expect(page).toHaveURL(/\/main$/);

  await page.route(/\/assets\/start-[^/]*\.js$/, (route) => route.abort());
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByRole('alert')).toContainText('화면을 불러오지 못했습니다.');
  await page.unroute(/\/assets\/start-[^/]*\.js$/);
  await page.getByRole('button', { name: '다시 시도' }).click();
  await expect(page.getByRole('navigation', { name: '주 메뉴' })).toBeVisible();
  await expect(page.locator('#frame')).toHaveCount(0);
});

test('expired stored tokens are removed [UI-04] @whole', async ({ open }) => {
  const { page } = await open('20250002');
  await openBlank(page);
  await page.evaluate(() => {
    const ended = Math.floor(Date.now() / 1000) - 60;
    const refresh = localStorage.getItem('refreshToken') ?? '';
    localStorage.setItem('refreshToken', refresh.replace(/\.\d+$/, `.${ended}`));
  });
  await page.goto('/main');
  await expect(page).toHaveURL(/\/login/);
  expect(await tokensOf(page)).toEqual([null, null]);
});

test('the back button shows no private data after logout [SESS-24]', async ({ open }) => {
  const { title, path } = await seedPost('20250002', { board: 'QNA', title: unique('나가기 전') });
  const { page } = await open('20250001');
  await page.goto('/main/community/qna');
  await rowOf(page, title).getByRole('link', { name: title }).click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await logOut(page);
  expect(await tokensOf(page)).toEqual([null, null]);

  await page.goBack();
  await expect(page.getByRole('heading', { name: '로그인' })).toBeVisible();
  await expect(page.getByText(title)).toHaveCount(0);
});

test('a logout in one tab logs out the other @whole', { tag: '@several' }, async ({ open }) => {
  const { page, context } = await open('20250001');
  await page.goto('/main');
  const other = await context.newPage();
  await other.goto('/main/community/free');
  await expect(ownMenu(other)).toBeVisible();

  await logOut(page);
  await expect(other).toHaveURL(/\/login/);
  await expect(other.getByRole('banner')).toHaveCount(0);
});

/** Responds to a stale access token like the server. */
async function expireToken(page: Page, stale: string) {
  // Tokens name whole seconds: a refresh within the same one would return the same token.
  const payload = Buffer.from(stale.split('.')[1] ?? '', 'base64url').toString();
  const { iat }: { iat: number } = JSON.parse(payload);
  await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(iat);
  await page.route('**/api/**', async (route) => {
    const { authorization } = route.request().headers();
    if (authorization !== `Bearer ${stale}`) return route.fallback();
    return route.fulfill({
      status: 401,
      json: {
        error: 'TOKEN_EXPIRED',
        message: '로그인 시간이 지났습니다. 다시 로그인해 주세요.',
        requestId: 'e2e',
      },
    });
  });
}

test('an expired access token is refreshed once without interruption [SESS-11]', {
  tag: '@several',
}, async ({ open }) => {
  const { page, accessToken: stale } = await open('20250001');
  await expireToken(page, stale ?? '');
  const refreshes: number[] = [];
  page.on('response', (answer) => {
    if (answer.url().endsWith('/api/auth/refresh')) refreshes.push(answer.status());
  });

  await page.goto('/main');
  await expect(page.getByRole('region', { name: '공지사항' }).getByRole('listitem')).toHaveCount(6);
  await expect(ownMenu(page)).toHaveAccessibleName('내 메뉴, 해솔');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.locator('[data-sonner-toast][data-visible=true]')).toHaveCount(0);
  expect(refreshes).toEqual([200]);
  const [fresh] = await tokensOf(page);
  expect(fresh).not.toBe(stale);
});

test('a refused refresh leads to the login and back to the page [SESS-09] @whole', async ({
  open,
}) => {
  const { page, context, accessToken: stale } = await open('20250002');
  await expireToken(page, stale ?? '');
  // The refresh needs the device cookie.
  await context.clearCookies();
  await page.goto('/main/community/qna');
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await expect(page.getByRole('status').getByText('로그인이 만료되었습니다.')).toBeVisible();
  expect(await tokensOf(page)).toEqual([null, null]);
  await fillLogin(page, '20250002', DEMO_PASSWORD);
  await expect(page).toHaveURL(/\/main\/community\/qna$/);
});
