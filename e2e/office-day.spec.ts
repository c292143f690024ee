import type { FileChooser, Page } from '@playwright/test';
import { unique } from './support/api.ts';
import { typeHangul } from './support/hangul.ts';
import { rowOf } from './support/pages.ts';
import { makePng } from './support/png.ts';
import { type NaruServer, startNaru } from './support/server.ts';
import { expect, test as shared } from './support/test.ts';

declare global {
  interface Window {
    /** What the mouse pressed. */
    __clicks__?: string[];
  }
}

const ADMIN = 'admin01';

/** How often staff click for each task, from the main page; typing and Tab do not count. */
const CEILINGS = { notice: 6, banner: 4, meals: 3, roleRequest: 4, report: 4, roster: 4 };

const test = shared.extend<{ atMain: Page }, { ownServer: NaruServer }>({
  ownServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs
    async ({}, use) => {
      const server = await startNaru();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: ({ ownServer }, use) => use(ownServer.url),
  /** The main page of an ADMIN, which counts clicks. */
  atMain: async ({ open }, use) => {
    const { page } = await open(ADMIN);
    await page.addInitScript(countClicks);
    await page.goto('/main');
    await expect(page.getByRole('link', { name: '관리자' })).toBeVisible();
    await use(page);
  },
});

/** Runs in the page. */
function countClicks(): void {
  const clicks: string[] = [];
  window.__clicks__ = clicks;
  addEventListener(
    'pointerdown',
    ({ isTrusted, target }) => {
      const hit = target instanceof Element ? target.closest('a, button, label, td') : null;
      if (isTrusted) clicks.push(hit?.textContent.slice(0, 30) ?? '');
    },
    true,
  );
}

async function expectClicks(page: Page, task: keyof typeof CEILINGS): Promise<void> {
  const clicks = await page.evaluate(() => window.__clicks__ ?? []);
  test.info().annotations.push({ type: `clicks for ${task}`, description: String(clicks.length) });
  expect(clicks.length, clicks.join(' · ')).toBeLessThanOrEqual(CEILINGS[task]);
  expect(clicks.length, 'the page was not loaded again').toBeGreaterThan(2);
}

const openWork = (page: Page) => page.getByRole('link', { name: '관리자' }).click();

async function start(page: Page, name: string): Promise<void> {
  await openWork(page);
  const starts = page.getByRole('navigation', { name: '바로 시작' });
  await starts.getByRole('link', { name }).click();
}

/** Types into the field that has the focus, and goes on to the next one. */
async function typeOn(page: Page, text: string): Promise<void> {
  await typeHangul(page, text);
  await page.keyboard.press('Tab');
}

async function chooseFile(asked: Promise<FileChooser>, name: string, buffer: Buffer) {
  const mimeType = name.endsWith('.csv') ? 'text/csv' : 'image/png';
  await (await asked).setFiles({ name, mimeType, buffer });
}

test('all tasks of a day take at most 26 clicks', () => {
  expect(Object.values(CEILINGS).reduce((sum, clicks) => sum + clicks)).toBeLessThanOrEqual(26);
});

test('a notice with a table for one year', async ({ atMain: page }) => {
  const title = unique('기말고사 시험실');
  await start(page, '공지 쓰기');
  await expect(page.getByRole('textbox', { name: '제목' })).toBeFocused();
  await typeHangul(page, title);
  await page.getByRole('textbox', { name: '내용', exact: true }).focus();
  await typeHangul(page, '확인해 주세요.');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^표/ }).click();
  await page.getByText('3열 표 넣기').click();
  for (const text of ['과목', '일시', '장소', '운영체제', '15일', '공학관'])
    await typeOn(page, text);
  await page.getByRole('button', { name: /^2학년/ }).click();
  await page.getByRole('main').getByRole('button', { name: '등록', exact: true }).click();
  const row = rowOf(page, title);
  await expect(row).toContainText('<2학년>');
  await expectClicks(page, 'notice');
  await row.getByRole('link').first().click();
  await expect(page.getByRole('cell', { name: '운영체제' })).toBeVisible();
});

test('a banner of an event with its picture', async ({ atMain: page }) => {
  await start(page, '배너 추가');
  const added = page
    .getByRole('region')
    .filter({ has: page.locator('input:focus') })
    .last();
  await expect(added).toBeVisible();
  for (const text of ['학술제', '대강당']) await typeOn(page, text);
  const asked = page.waitForEvent('filechooser');
  await added.getByRole('button', { name: '사진 올리기' }).click();
  await chooseFile(asked, '학술제.png', makePng(1200, 400, [20, 90, 140]));
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await expect(page.getByText('배너를 저장했습니다.')).toBeVisible();
  await expectClicks(page, 'banner');
});

test('the menus of a week without any', async ({ atMain: page }) => {
  await start(page, '식단 입력');
  await expect(page.locator('textarea:focus')).toBeVisible();
  for (let day = 0; day < 2; day += 1) {
    await typeOn(page, '쌀밥');
    await typeOn(page, '라면');
  }
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await expect(page.getByText('식단을 저장했습니다.')).toBeVisible();
  await expectClicks(page, 'meals');
});

test('a requested role is granted and answered [INQ-445, ADMIN-134]', async ({ atMain: page }) => {
  await openWork(page);
  await page.getByRole('link', { name: /^권한 요청 1건/ }).click();
  await page.getByRole('button', { name: '학생 권한 부여' }).click();
  await page.getByRole('button', { name: '부여하고 완료' }).click();
  await expect(page.getByRole('status').filter({ hasText: '문의를 완료했습니다.' })).toBeVisible();
  await expectClicks(page, 'roleRequest');
});

test('a report is decided', async ({ atMain: page }) => {
  await openWork(page);
  await page.getByRole('link', { name: /^처리할 신고/ }).click();
  await page.getByRole('main').getByRole('button', { name: '삭제', exact: true }).first().click();
  const question = page.getByRole('dialog', { name: /삭제할까요/ });
  await expect(question.getByRole('textbox')).toBeFocused();
  await typeHangul(page, '광고');
  await question.getByRole('button', { name: '삭제', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: '삭제했습니다.' })).toBeVisible();
  await expectClicks(page, 'report');
});

test('a roster of new students is imported', async ({ atMain: page }) => {
  const rows = ['학번,이름,이메일,역할,학년', '20270001,김하늘,haneul@example.ac.kr,학생,1'];
  await start(page, '명부 가져오기');
  const asked = page.waitForEvent('filechooser');
  await page.getByText('파일 선택').click();
  await chooseFile(asked, '명부.csv', Buffer.from(`${rows.join('\n')}\n`));
  await page.getByRole('button', { name: /저장하고 초대/ }).click();
  await expect(page.getByText('김하늘', { exact: true })).toBeVisible();
  await expectClicks(page, 'roster');
});
