import type { Locator, Page } from '@playwright/test';
import { apiAs, seedPost, unique } from './support/api.ts';
import { DEMO_ROOM, seedAnsweredQuestion } from './support/lectures.ts';
import { GUEST_PAGES, MEMBER_PAGES, seedFullPost } from './support/page-list.ts';
import { followPath, openFilters, rowOf, typeInto } from './support/pages.ts';
import { expect, test } from './support/test.ts';
import { threadOf } from './support/thread.ts';

const WIDTHS = [390, 360];
/** A separate member: requests are limited to 600 a minute per member. */
const READER = '20230413';
/** Smallest height of a touch target in CSS pixels. */
const TARGET = 44;

/** What is cut at its right edge without an ellipsis and cannot be scrolled to, but for pages of a carousel. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isCut = (element: Element) => {
      const { overflowX, textOverflow, webkitLineClamp, clipPath } = getComputedStyle(element);
      const hides = overflowX === 'hidden' || overflowX === 'clip';
      const shortens = textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
      const isShown = element.clientWidth > 1 && clipPath === 'none';
      if (!hides || shortens || !isShown) return false;
      if (element.closest('[aria-hidden=true], [inert], [aria-roledescription]')) return false;
      return element.scrollWidth > element.clientWidth + 1;
    };
    return [...document.querySelectorAll('#root *')]
      .filter(isCut)
      .map(({ className, textContent }) => `${className}: ${textContent?.slice(0, 40)}`);
  });
}

async function expectNoSidewaysScroll(page: Page, path: string) {
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await expect(page.getByRole('status', { name: /불러오는 중입니다\.$/ })).toHaveCount(0);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 780 });
    const widths = await page.evaluate(async () => {
      // Two frames: scripts have reacted to the new width.
      for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
      const { scrollWidth, scrollHeight } = document.documentElement;
      const height = Math.max(window.innerHeight, document.body.getBoundingClientRect().height);
      const below = scrollHeight - Math.ceil(height);
      return { content: scrollWidth, screen: window.innerWidth, below };
    });
    expect(widths.below, `${path} has empty space below`).toBeLessThanOrEqual(1);
    expect(widths.screen).toBe(width);
    expect(await cutOff(page), `${path} is cut at ${width} px`).toEqual([]);
    expect(widths.content, `${path} scrolls sideways at ${width} px`).toBeLessThanOrEqual(width);
  }
}

test('no page scrolls sideways at 390 px and at 360 px or is longer than its content [UI-172, UI-19]', async ({
  open,
}) => {
  test.setTimeout(240_000);
  const post = await seedFullPost();
  const item = await seedPost('20250002', {
    board: 'MARKET',
    title: unique('아주긴책제목'.repeat(8)),
    price: 100_000_000,
  });
  const reader = await apiAs(READER);
  const inquiry = { category: 'GENERAL', title: '끊을곳없이아주긴제목'.repeat(9), content: '문의' };
  await reader.call('POST', '/api/inquiry', inquiry);
  const guest = await open(undefined, { phone: true });
  await guest.page.goto('/login');
  for (const path of GUEST_PAGES) {
    await followPath(guest.page, path);
    await expectNoSidewaysScroll(guest.page, path);
  }
  const { page } = await open(READER, { phone: true });
  const answered = await seedAnsweredQuestion();
  await page.goto('/main');
  for (const path of [...MEMBER_PAGES, answered, item.path, post.path]) {
    await followPath(page, path);
    await expectNoSidewaysScroll(page, path);
  }
  await page.getByRole('button', { name: '답글 1개 보기' }).click();
  await page.getByRole('button', { name: '답글 쓰기' }).first().click();
  await expect(threadOf(page).replyBoxes).toBeVisible();
  await expectNoSidewaysScroll(page, 'open replies');

  await followPath(page, '/mypage/account/data');
  await expect(page.getByRole('link', { name: inquiry.title })).toBeVisible();
  await expectNoSidewaysScroll(page, 'account with a long inquiry');
});

test('own activity keeps long titles in their cards and does not jump on a slow network [UI-25] @whole', async ({
  open,
}) => {
  const title = unique('끊을곳없이아주긴제목'.repeat(9));
  await seedPost(READER, { board: 'FREE', title });
  const { page } = await open(READER, { phone: true });
  await page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
  await page.goto('/mypage/activity');
  const row = page.getByRole('link', { name: title });
  await expect(row).toBeVisible();
  const [text, card] = await Promise.all([
    row.getByText(title).boundingBox(),
    page.locator('#posts').boundingBox(),
  ]);
  const rightOf = (box: typeof text) => (box?.x ?? 0) + (box?.width ?? 0);
  expect(rightOf(text)).toBeLessThanOrEqual(rightOf(card));
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
          resolve(shifts.reduce((sum, { value }) => sum + value, 0));
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(0), 500);
      }),
  );
  expect(shift).toBeLessThan(0.1);
});

test('the mobile menu replaces the top menus @whole', async ({ open }) => {
  const { page } = await open('council01', { phone: true });
  await page.goto('/main');
  await expect(page.getByRole('navigation', { name: '주 메뉴' })).toBeHidden();
  await page.getByRole('button', { name: '메뉴 열기' }).tap();
  const menu = page.getByRole('dialog', { name: '메뉴' });
  for (const name of [/^학생회 공지(?!에)/, /^자유게시판(?!에)/, '인기글', '책방', '관리자']) {
    await expect(menu.getByRole('link', { name })).toBeVisible();
  }
  await menu.getByRole('link', { name: /^질문게시판(?!에)/ }).tap();
  await expect(page).toHaveURL(/\/main\/community\/qna$/);
  await expect(menu).toBeHidden();

  await page.getByRole('button', { name: '메뉴 열기' }).tap();
  await menu.getByRole('link', { name: '시간표' }).tap();
  await expect(page).toHaveURL(/\/main\/study-dashboard$/);
});

test('a guest finds the login in the mobile menu @whole', async ({ open }) => {
  const { page } = await open(undefined, { phone: true });
  await page.goto('/terms');
  await page.getByRole('button', { name: '메뉴 열기' }).tap();
  const menu = page.getByRole('dialog', { name: '메뉴' });
  await menu.getByRole('link', { name: '로그인' }).tap();
  await expect(page).toHaveURL(/\/login$/);
});

test('a list row has two lines: title, then writer, date and counts [LIST-15] @whole', async ({
  open,
}) => {
  const title = unique('두 줄짜리');
  await seedPost('20250002', { board: 'QNA', title });
  const { page } = await open('20250001', { phone: true });
  await page.goto('/main/community/qna');
  const row = rowOf(page, title);
  const head = await row.getByRole('link', { name: title }).boundingBox();
  const writer = await row.getByText('갈매기').boundingBox();
  const views = await row.getByText('조회').locator('..').boundingBox();
  expect(writer?.y).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0) - 2);
  expect(Math.abs((writer?.y ?? 0) - (views?.y ?? 99))).toBeLessThan(6);
  const box = await row.boundingBox();
  expect(box?.height).toBeLessThan(84);
  expect(box?.height).toBeGreaterThanOrEqual(TARGET);
});

/** Names of the touch targets that are too small. */
async function smallTargets(targets: Locator): Promise<string[]> {
  const shown = await targets.filter({ visible: true }).all();
  const found = await Promise.all(
    shown.map(async (target) => {
      const height = (await target.boundingBox())?.height ?? 0;
      if (height >= TARGET - 0.5) return '';
      const name = (await target.getAttribute('aria-label')) ?? (await target.textContent());
      return `${name}: ${height}`;
    }),
  );
  return found.filter((line) => line !== '');
}

test('buttons and fields are tall enough to touch @whole', async ({ open }) => {
  const post = await seedFullPost();
  const { page } = await open('20250001', { phone: true });
  const rooms = [DEMO_ROOM, `${DEMO_ROOM}/write?tab=materials`];
  await page.goto('/main');
  for (const path of [
    '/main',
    '/main/community/free',
    post.path,
    '/write/free',
    '/test',
    ...rooms,
  ]) {
    await followPath(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await expect(page.getByRole('status', { name: /불러오는 중입니다\.$/ })).toHaveCount(0);
    const main = page.getByRole('main');
    expect(await smallTargets(page.getByRole('banner').getByRole('button')), path).toEqual([]);
    const bar = page.getByRole('navigation', { name: '하단 메뉴' });
    expect(await smallTargets(bar.getByRole('button').or(bar.getByRole('link'))), path).toEqual([]);
    expect(await smallTargets(main.getByRole('button')), path).toEqual([]);
    expect(await smallTargets(main.getByRole('textbox')), path).toEqual([]);
    // Phones zoom into fields with a smaller font.
    const fields = main.locator('input:not([type=file], .sr-only), textarea, select');
    for (const field of await fields.filter({ visible: true }).all()) {
      const size = await field.evaluate((input) =>
        Number.parseFloat(getComputedStyle(input).fontSize),
      );
      expect(size, path).toBeGreaterThanOrEqual(16);
    }
  }
});

type Finger = { x: number; y: number; id: number };

/** Fingers that move from place to place, and let go. */
async function fingersOn(page: Page) {
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Finger[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  return {
    move: async (places: Finger[][]) => {
      for (const [at, fingers] of places.entries()) {
        await send(at === 0 ? 'touchStart' : 'touchMove', fingers);
      }
    },
    letGo: () => send('touchEnd', []),
  };
}

/** One finger that moves down by `px`. */
const down = (x: number, y: number, px: number): Finger[][] =>
  [0, 0.1, 0.3, 0.5, 0.7, 0.9, 1].map((part) => [{ x, y: y + px * part, id: 1 }]);

test('at 360 px filters stay in their card, names in the menu whole, menus and names of a chat large [UI-172] @whole', async ({
  open,
}) => {
  const { page } = await open('20250001', { phone: true });
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/main/community/market');
  const panel = await openFilters(page);
  const button = await panel.getByRole('button', { name: '가격 적용' }).boundingBox();
  expect((button?.x ?? 360) + (button?.width ?? 0)).toBeLessThanOrEqual(360 - 16);
  await panel.getByRole('button', { name: '완료' }).tap();

  await page.getByRole('button', { name: '메뉴 열기' }).tap();
  const menu = page.getByRole('dialog', { name: '메뉴' });
  const names = menu.getByRole('link', { name: /게시판/ }).getByText(/게시판$/);
  await expect(names).toHaveCount(4);
  for (const name of await names.all()) {
    expect((await name.boundingBox())?.height).toBeLessThan(30);
  }
  await page.goBack();

  await page.goto('/chat-mail');
  await page.getByRole('link', { name: /갈매기/ }).tap();
  const buttons = page.getByRole('button', { name: /^(채팅방 메뉴|대화에서 검색|사진 보내기)$/ });
  await expect(buttons).toHaveCount(3);
  const widths = await buttons.evaluateAll((all) => all.map((each) => each.clientWidth));
  expect(Math.min(...widths)).toBeGreaterThanOrEqual(TARGET);
  // No box around the name cuts off what can be touched.
  const name = page.getByRole('heading', { name: '갈매기' }).getByRole('button');
  for (const y of [2, TARGET - 2]) await name.tap({ position: { x: 10, y }, trial: true });
});

test('the bottom bar, a sheet that is pulled down, and a list that is pulled to refresh [UI-281, UI-282, UI-283] @whole', async ({
  open,
}) => {
  const { page } = await open(READER, { phone: true });
  const { move, letGo } = await fingersOn(page);
  const bar = page.getByRole('navigation', { name: '하단 메뉴' });
  await page.goto('/main/community/free');
  const list = page.getByRole('main').getByRole('listitem').first();
  await expect(list).toBeVisible();
  await expect(bar.getByRole('button', { name: /^게시판/ })).toHaveAttribute(
    'aria-current',
    'page',
  );

  await bar.getByRole('button', { name: /^나/ }).tap();
  const own = page.getByRole('dialog', { name: '내 메뉴' });
  // The sheet slides in from below, and its head moves until then.
  await own.evaluate((box) => Promise.all(box.getAnimations().map((each) => each.finished)));
  const head = await own.getByRole('heading', { name: '내 메뉴' }).boundingBox();
  await move(down(195, (head?.y ?? 0) + 10, 260));
  await letGo();
  await expect(own).toBeHidden();
  // A tap right after a swipe only stops its momentum.
  await expect(async () => {
    await bar.getByRole('button', { name: /^나/ }).tap();
    await expect(own).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.goBack();
  await expect(own).toBeHidden();
  await expect(page).toHaveURL(/\/main\/community\/free$/);

  await bar.getByRole('link', { name: /^채팅/ }).tap();
  await expect(page).toHaveURL(/\/chat-mail$/);
  await followPath(page, '/main/community/free');
  await expect(list).toBeVisible();

  const title = unique('당기면 보이는 글');
  await seedPost('20250002', { board: 'FREE', title });
  await move(down(195, 200, 220));
  await expect(page.getByText('놓으면 새로 고침')).toBeVisible();
  await letGo();
  await expect(page.getByRole('status').getByText('새로 고쳤습니다.')).toBeVisible();
  await expect(rowOf(page, title)).toBeVisible();

  const search = page.getByRole('main').getByRole('searchbox');
  await expect(async () => {
    await search.tap();
    await expect(search).toBeFocused({ timeout: 1000 });
  }).toPass();
  await page.setViewportSize({ width: 390, height: 470 });
  await expect(bar).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(bar).toBeVisible();
  await followPath(page, '/write/free');
  await expect(page.getByRole('textbox', { name: '제목' })).toBeVisible();
  await expect(bar).toBeHidden();
});

test('with the keyboard up the button to post stays in view, and a picture zooms by pinch [UI-98, POST-93] @whole', async ({
  open,
}) => {
  const { page } = await open(READER, { phone: true });
  const inMain = page.getByRole('main');
  await page.goto('/main/community/free?filter=title&query=해무');
  await inMain.getByRole('link', { name: /오늘 해무 진짜 심하네요/ }).tap();
  const box = inMain.getByRole('textbox', { name: '댓글 쓰기' });
  await box.tap();
  await page.setViewportSize({ width: 390, height: 470 });
  await typeInto(page, box, '키보드가 올라온 화면');
  await expect(inMain.getByRole('button', { name: '등록', exact: true })).toBeInViewport({
    ratio: 1,
  });

  await page.setViewportSize({ width: 390, height: 780 });
  await inMain.getByRole('button', { name: /등대 불빛이 번지는 풍경, 크게 보기/ }).tap();
  const viewer = page.getByRole('dialog', { name: '사진 보기' });
  const picture = viewer.locator('.yarl__slide_current img');
  await expect(picture).toBeVisible();
  const width = async () => (await picture.boundingBox())?.width ?? 0;
  const before = await width();
  const { move, letGo } = await fingersOn(page);
  const fingers = (apart: number) => [
    { x: 195 - apart, y: 400, id: 1 },
    { x: 195 + apart, y: 400, id: 2 },
  ];
  await move([20, 40, 80, 120, 160].map(fingers));
  await letGo();
  await expect.poll(width).toBeGreaterThan(before * 1.2);
  await page.goBack();
  await expect(viewer).toBeHidden();

  await followPath(page, '/write/free');
  const text = inMain.getByRole('textbox', { name: /내용/ });
  await text.tap();
  await page.setViewportSize({ width: 390, height: 470 });
  for (let line = 0; line < 20; line += 1) await page.keyboard.press('Enter');
  await expect(inMain.getByRole('button', { name: '등록', exact: true })).toBeInViewport({
    ratio: 1,
  });
});
