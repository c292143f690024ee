import type { Locator, Page } from '@playwright/test';
import { apiAs, seedPost, unique } from './support/api.ts';
import { expectAccessibleThemes, expectCleanThemes } from './support/axe.ts';
import { openMobileMenu, openPanel } from './support/header.ts';
import { holdResponses, mockEmpty, mockFailing, REFUSAL } from './support/mock-responses.ts';
import { followPath } from './support/pages.ts';
import { expect, test } from './support/test.ts';

/** Has friends, a request, notifications and chats; the seller offers the items. */
const READER = '20250001';
const SELLER = '20250002';
const PANEL = '[role=dialog]';
const DIALOG = '[role=dialog]';

test.describe.configure({ timeout: 240_000 });

async function seedItems(): Promise<string[]> {
  const seller = await apiAs(SELLER);
  const paths: string[] = [];
  for (const tradeStatus of ['ON_SALE', 'RESERVED', 'SOLD']) {
    const title = unique(`책 ${tradeStatus}`);
    const item = await seedPost(SELLER, { board: 'MARKET', title, price: 12_000 });
    const body = { boardType: 'MARKET', title, content: '<p>깨끗합니다.</p>', price: 12_000 };
    await seller.call('PUT', `/api/post/post-up/${item.id}`, { ...body, tradeStatus });
    paths.push(item.path);
  }
  return paths;
}

/** Checks the panels of bell and friends: every view, or one of each kind. */
async function checkPanels(page: Page, state: string, every = true): Promise<void> {
  await openPanel(page, '알림');
  await expectCleanThemes(page, `bell ${state}`, PANEL);
  await page.keyboard.press('Escape');
  const panel = await openPanel(page, '친구');
  await panel.getByRole('tab', { name: /^친구/ }).click();
  await expectCleanThemes(page, `friends ${state}`, PANEL);
  if (every) await checkMoreViews(page, panel, state);
  await panel.getByRole('tab', { name: '검색' }).click();
  await panel.getByRole('textbox', { name: '닉네임' }).fill('텐서');
  await panel.getByRole('button', { name: '검색' }).click();
  await expectCleanThemes(page, `search ${state}`, PANEL);
  await page.keyboard.press('Escape');
}

async function checkMoreViews(page: Page, panel: Locator, state: string): Promise<void> {
  await panel.getByRole('button', { name: '차단 목록 보기' }).click();
  await expectCleanThemes(page, `blocks ${state}`, PANEL);
  await panel.getByRole('tab', { name: /^받은 요청/ }).click();
  await expectCleanThemes(page, `requests ${state}`, PANEL);
  await panel.getByRole('tab', { name: '검색' }).click();
  await panel.getByRole('button', { name: '검색' }).click();
  await expect(panel.getByText('닉네임을 입력해주세요.')).toBeVisible();
  await expectCleanThemes(page, 'search without a nickname', PANEL);
}

test('dashboard, header panels, market, profile card and chat have no accessibility violation @whole', async ({
  open,
}) => {
  const items = await seedItems();
  const own = await seedPost(READER, { board: 'MARKET', title: unique('내 책'), price: 12_000 });
  const { page } = await open(READER);
  await page.goto('/main');
  await expectCleanThemes(page, 'dashboard');
  await checkPanels(page, 'full');
  await followPath(page, '/main/community/market');
  await expectCleanThemes(page, 'market');
  await page.getByRole('button', { name: '물품 등록' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '등록', exact: true }).click();
  await expect(page.getByText('모든 항목을 입력해 주세요.').first()).toBeVisible();
  await expectCleanThemes(page, 'market dialog with complaints', DIALOG);
  for (const path of items) {
    await followPath(page, path);
    await expectCleanThemes(page, path, 'main');
  }
  await page
    .getByRole('article')
    .getByRole('button', { name: /프로필 보기/ })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: '프로필' })).toBeVisible();
  await expectCleanThemes(page, 'profile card', DIALOG);
  await page.getByRole('button', { name: '메시지 보내기' }).click();
  await expectCleanThemes(page, 'locked message', '[role=dialog]');
  await page.keyboard.press('Escape');
  await followPath(page, '/chat-mail');
  await expectCleanThemes(page, 'rooms');
  await page.getByRole('link', { name: /텐서/ }).click();
  await expect(page.getByRole('textbox', { name: '메시지 입력' })).toBeVisible();
  await expectCleanThemes(page, 'room');
  await followPath(page, own.path);
  await expect(page.getByRole('group', { name: '거래 상태 변경' })).toBeVisible();
  await expectCleanThemes(page, 'own item', 'main');
});

for (const [state, mock] of [
  ['empty', mockEmpty],
  ['failing', mockFailing],
] as const) {
  test(`${state} dashboard, market and chat have no accessibility violation @whole`, async ({
    open,
  }) => {
    const { page } = await open(READER);
    await mock(page);
    await page.goto('/main');
    await expectCleanThemes(page, `dashboard ${state}`);
    await checkPanels(page, state, state === 'empty');
    await followPath(page, '/main/community/market');
    await expectCleanThemes(page, `market ${state}`);
    await followPath(page, '/chat-mail');
    await expectCleanThemes(page, `rooms ${state}`);
    if (state === 'failing') await expect(page.getByText(REFUSAL)).toBeVisible();
  });
}

test('skeletons and phone views have no accessibility violation @whole', async ({ open }) => {
  const { page } = await open(READER, { phone: true });
  const menu = await openMobileMenu(page);
  await expectCleanThemes(page, 'phone menu', DIALOG);
  await menu.getByRole('link', { name: '오늘의 식단' }).tap();
  await expect(page.getByRole('dialog', { name: '오늘의 식단' })).toBeVisible();
  await expectCleanThemes(page, 'menu sheet', DIALOG);
  await followPath(page, '/chat-mail');
  await page.getByRole('link', { name: /텐서/ }).tap();
  await expect(page.getByRole('textbox', { name: '메시지 입력' })).toBeVisible();
  await expectCleanThemes(page, 'room on a phone');
  await followPath(page, '/main/community/market');
  await page.getByRole('button', { name: '물품 등록' }).tap();
  await expectCleanThemes(page, 'market sheet', DIALOG);

  await page.keyboard.press('Escape');
  await followPath(page, '/main');
  await expectCleanThemes(page, 'dashboard on a phone');
  await holdResponses(page);
  for (const path of ['/main', '/main/community/market', '/chat-mail']) {
    await page.goto(path);
    await expect(page.getByRole('status', { name: /불러오는 중입니다\.$/ }).first()).toBeVisible();
    await expectAccessibleThemes(page, `${path} while it loads`);
  }
});
