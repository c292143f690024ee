import type { BrowserContext } from '@playwright/test';
import { seedPost, unique } from './support/api.ts';
import { startFront } from './support/front.ts';
import { installed } from './support/offline.ts';
import { logOut, ownMenu, writePost } from './support/pages.ts';
import { expect, test } from './support/test.ts';
import { threadOf } from './support/thread.ts';

/** All that the browser stores for the site. */
const stored = async (context: BrowserContext) =>
  JSON.stringify((await context.storageState()).origins);

test('a session that ends elsewhere takes anonymous drafts from open and from closed tabs [ANON-69, SESS-30]', async ({
  open,
}) => {
  const post = await seedPost('20250002', { board: 'SECRET', title: unique('밤에 드는 생각') });
  const { page, context, accessToken } = await open('20250001');
  await page.goto('/main');
  await expect(ownMenu(page)).toBeVisible();
  const closed = await context.newPage();
  await closed.goto('/write/secret');
  const draft = { title: unique('쓰다 만 고민'), text: '아무도 몰랐으면 합니다' };
  await writePost(closed, draft);
  await expect(closed.getByText(/이 기기에만 임시 저장됨$/)).toBeVisible();
  await closed.close();
  const other = await context.newPage();
  await other.goto(post.path);
  const comment = unique('저도 그렇습니다');
  await threadOf(other).newComment.fill(comment);
  for (const text of [draft.title, comment])
    await expect.poll(() => stored(context)).toContain(text);

  const headers = { authorization: `Bearer ${accessToken}` };
  expect((await page.request.post('/api/member/logout', { headers })).status()).toBe(200);
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(/\/login/);
    const reason = tab.getByText(/로그인이 만료되었습니다|다른 창에서 로그아웃되었습니다/);
    await expect(reason.first()).toBeVisible();
  }
  for (const text of [draft.title, comment]) expect(await stored(context)).not.toContain(text);
});

test('a log-out without a network ends the session on the server once there is one [SESS-29] @whole', async ({
  open,
}) => {
  const front = await startFront(process.env.NARU_E2E_URL ?? '');
  const { page, context, accessToken } = await open('20250001', {
    worker: true,
    survives: true,
    url: front.url,
  });
  await page.goto('/main');
  await expect(ownMenu(page)).toBeVisible();
  await installed(page);
  const headers = { authorization: `Bearer ${accessToken}` };
  const status = async () =>
    (await fetch(`${process.env.NARU_E2E_URL}/api/member/me`, { headers })).status;

  front.cut();
  await logOut(page);
  expect(await stored(context)).not.toContain(accessToken);
  expect(await status()).toBe(200);
  front.mend();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(status).toBe(401);
  await expect.poll(() => stored(context)).not.toContain('naru.log-out');
  await front.close();
});
