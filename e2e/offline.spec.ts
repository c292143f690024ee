import type { Page } from '@playwright/test';
import { apiAs, seedComment, seedPost, unique } from './support/api.ts';
import { giveDevice } from './support/device.ts';
import { type Front, startFront } from './support/front.ts';
import { unread, watchStreams } from './support/live.ts';
import { cached, installed } from './support/offline.ts';
import { editorOf, expectToast, writePost } from './support/pages.ts';
import { expect, test } from './support/test.ts';
import { threadOf } from './support/thread.ts';

/** A browser that may lose the network, and a deployment: the worker sees neither `setOffline` nor routes. */
let front: Front;
test.beforeEach(async () => {
  front = await startFront(process.env.NARU_E2E_URL ?? '');
});
test.afterEach(() => front.close());

const openings = () => ({ worker: true, survives: true, phone: true, url: front.url }) as const;

const answersOf = (page: Page) =>
  page.evaluate(async () =>
    (await caches.keys()).filter((name) => name.startsWith('naru.answers')),
  );

test('the app can be installed, opens and reads without a network, and deletes what it stored at the log-out [OFF-08] [OFF-10]', async ({
  open,
}) => {
  const title = unique('막차 시간표');
  const post = await seedPost('20250002', { board: 'FREE', title });
  const { page, context } = await open('20250001', openings());
  await page.goto(post.path);
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await installed(page);
  await cached(page, `/api/post/${post.id}/comments`);
  const devtools = await context.newCDPSession(page);
  const { errors, data } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(JSON.parse(data ?? '').shortcuts).toHaveLength(4);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // A browser with windows says that of each context of a test.
  const found = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito');
  expect(found).toEqual([]);
  await page.goto('/main/study-dashboard');
  await expect(page.getByRole('table').first()).toBeVisible();
  await cached(page, '/api/lecture-room/mark');

  front.cut();
  await page.goto(post.path);
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expect(page.getByText('오프라인 · 저장된 내용입니다')).toBeVisible();
  await page.goto('/main/study-dashboard');
  await expect(page.getByRole('table').first()).toBeVisible();

  expect(await answersOf(page)).toHaveLength(1);
  front.mend();
  await page.getByRole('button', { name: /내 메뉴/ }).click();
  await page.getByRole('button', { name: '로그아웃' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => answersOf(page)).toEqual([]);
});

test('a comment written without a network goes out once, though two tabs wait, and its reader is notified of it once [OFF-05, OFF-14, PUSH-03]', async ({
  open,
}) => {
  const post = await seedPost('20250002', { board: 'FREE', title: unique('우산 빌려주실 분') });
  const { page, context } = await open('20250001', openings());
  await page.goto(post.path);
  await installed(page);
  const other = await context.newPage();
  await other.goto(post.path);
  const thread = threadOf(page);
  await expect(thread.newComment).toBeVisible();
  await expect(threadOf(other).newComment).toBeVisible();
  const reader = await open('20250002', { phone: true });
  const device = await giveDevice(reader.context);
  const headers = { authorization: `Bearer ${reader.accessToken}` };
  const subscription = { headers, data: device.subscription };
  expect((await reader.context.request.put('/api/push/device', subscription)).status()).toBe(200);
  const streams = watchStreams(reader.page);
  await reader.page.goto('/main');
  await streams.ready();
  const known = await unread(reader.page);

  front.cut();
  const text = unique('정문 앞에서 빌려드릴게요');
  await thread.newComment.fill(text);
  await page.getByRole('button', { name: '등록', exact: true }).click();
  const waiting = (one: Page) => one.getByRole('list', { name: '보내지 못한 댓글' });
  await expect(waiting(page)).toContainText(text);
  await expect(waiting(other)).toContainText(text);
  await page.reload();
  await expect(waiting(page)).toContainText(text);
  await page.getByRole('button', { name: /^나, 내 메뉴.*보내지 못한 댓글 1개$/ }).click();
  const menu = page.getByRole('dialog', { name: '내 메뉴' });
  await expect(menu.getByRole('region', { name: '보내지 못한 댓글 1개' })).toContainText(text);
  await expect(menu.getByRole('link', { name: '글 보기' })).toHaveAttribute('href', post.path);
  await page.keyboard.press('Escape');

  front.mend();
  for (const one of [page, other]) {
    await one.evaluate(() => dispatchEvent(new Event('online')));
  }
  for (const one of [page, other]) await expect(waiting(one)).toHaveCount(0);
  await expect.poll(() => unread(reader.page)).toBeGreaterThan(known);
  await streams.expectOneStream();
  const api = await apiAs('20250002');
  type Notices = { notices: { excerpt: string | null; count?: number }[] };
  const countsOfComment = async () => {
    const { notices } = await api.call<Notices>('GET', '/api/member/my-notices');
    return notices.filter(({ excerpt }) => excerpt?.includes(text)).map(({ count }) => count ?? 1);
  };
  await expect.poll(countsOfComment).toEqual([1]);
  // What comes later reaches the device later.
  const last = unique('나중에 온 댓글');
  const later = await seedPost('20250002', { board: 'FREE', title: unique('다른 글') });
  await seedComment('council01', later.id, last);
  const bodies = () => device.received.map(({ body }) => body);
  await expect.poll(() => bodies().some((body) => body.includes(last))).toBe(true);
  expect(bodies().filter((body) => body.includes(text))).toHaveLength(1);
  await device.close();
  const { commentCount, comments } = await api.call<{
    commentCount: number;
    comments: { content: string }[];
  }>('GET', `/api/post/${post.id}/comments`);
  expect([commentCount, comments.map(({ content }) => content)]).toEqual([1, [text]]);
});

test('an anonymous draft outlives the next visit, and an anonymous comment goes out with it [ANON-69, OFF-05] @whole', async ({
  open,
}) => {
  const post = await seedPost('20250002', { board: 'SECRET', title: unique('조용한 고민') });
  const { page } = await open('20250001', openings());
  await page.goto('/write/secret');
  const draft = { title: unique('쓰다 만 고민'), text: '아직 다 쓰지 못했습니다' };
  await writePost(page, draft);
  await expect(page.getByText(/이 기기에만 임시 저장됨$/)).toBeVisible();
  await page.goto('/main');
  await page.mouse.move(5, 5);
  await cached(page, '/api/member/me');
  await page.goto('/write/secret');
  await page.getByRole('button', { name: '이어 쓰기' }).click();
  await expect(page.getByRole('textbox', { name: '제목' })).toHaveValue(draft.title);
  await expect(editorOf(page)).toContainText(draft.text);

  await page.goto(post.path);
  const thread = threadOf(page);
  await expect(thread.newComment).toBeVisible();
  // The last part that the page loads; it must be there before the network is cut.
  await expect(page.getByRole('button', { name: '새 댓글 알림 받기' })).toBeVisible();
  front.cut();
  const text = unique('조용히 응원합니다');
  await thread.newComment.fill(text);
  await page.getByRole('button', { name: '등록', exact: true }).click();
  await expect(page.getByRole('list', { name: '보내지 못한 댓글' })).toContainText(text);
  front.mend();
  await page.reload();
  await page.mouse.move(5, 5);
  await expect(thread.item(text)).toContainText('익명1');
});

test('a new release waits for the reader, what is typed outlives it, and a guest without a network gets a message [OFF-09, OFF-15] @whole', async ({
  open,
}) => {
  const post = await seedPost('20250002', { board: 'FREE', title: unique('새 학기 준비물') });
  const { page } = await open('20250001', openings());
  await page.goto(post.path);
  await installed(page);
  await page.reload();
  const { newComment } = threadOf(page);
  await newComment.fill('아직 쓰고 있는 댓글');
  await page.mouse.move(9, 9);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const notice = page.getByText('새 버전이 있습니다.');
  await expect(notice).toHaveCount(0);

  front.release();
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect(notice).toBeVisible();
  await expect(newComment).toHaveValue('아직 쓰고 있는 댓글');
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('button', { name: '새로 고침' }).click(),
  ]);
  await expect(newComment).toHaveValue('아직 쓰고 있는 댓글');
  const waits = () =>
    page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);
  await expect.poll(waits).toBe(false);
  await expect(notice).toHaveCount(0);

  // Who is logged out and has no network reads why there is no form.
  await page.evaluate(() => localStorage.clear());
  front.cut();
  await page.goto('/main');
  await expect(page.getByText('로그인하려면 네트워크 연결이 필요합니다.')).toBeVisible();
  await page.getByRole('button', { name: '다시 시도' }).click();
  await expectToast(page, '아직 연결되지 않았습니다.');
  front.mend();
  await page.getByRole('button', { name: '다시 시도' }).click();
  await expect(page.getByRole('textbox', { name: '학번(교번)' })).toBeVisible();
});
