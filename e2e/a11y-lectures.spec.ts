import type { lecturePostRoutes } from '../packages/contract/src/lecture-posts.ts';
import type { RouteResult } from '../packages/contract/src/route.ts';
import { expectAccessibleThemes, expectCleanThemes } from './support/axe.ts';
import { DEMO_ROOM, seedAnsweredQuestion } from './support/lectures.ts';
import { followPath } from './support/pages.ts';
import { expect, type Person, test } from './support/test.ts';

const LIST = /\/api\/lecture-room\/(posts|waiting)/;
const NO_PAGES = { currentPage: 0, totalPages: 0, totalCount: 0 };
const EMPTY_POSTS: RouteResult<typeof lecturePostRoutes.list> = { data: [], ...NO_PAGES };
const EMPTY_WAITING: RouteResult<typeof lecturePostRoutes.waiting> = { posts: [], ...NO_PAGES };
const REFUSAL = { error: 'FORBIDDEN', message: '점검 중입니다.', requestId: 'test' };

test.describe.configure({ timeout: 240_000 });

test('lecture rooms, their posts and forms have no accessibility violation @whole', async ({
  open,
}) => {
  const answered = await seedAnsweredQuestion();
  const { page } = await open('prof01');
  await page.goto(DEMO_ROOM);
  await expectCleanThemes(page, 'room');
  await page.getByRole('tab', { name: '자료실' }).click();
  await page.getByRole('list', { name: '자료실 글 목록' }).getByRole('link').first().click();
  await expect(page.getByRole('region', { name: '첨부 파일' })).toBeVisible();
  await expectCleanThemes(page, 'post with files', 'main');
  await followPath(page, answered);
  await expectCleanThemes(page, 'answered question', 'main');
  await page.getByRole('button', { name: '답변 수정' }).click();
  await expect(page.getByRole('textbox', { name: '답변' })).toBeVisible();
  await expectCleanThemes(page, 'form of the answer', 'main');
  await page.getByRole('button', { name: '취소', exact: true }).click();
  await followPath(page, '/main/study-dashboard/waiting');
  await expectCleanThemes(page, 'waiting questions', 'main');
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
  await expect(page.getByRole('button', { name: '답변 쓰기' })).toBeVisible();
  await expectCleanThemes(page, 'waiting question', 'main');

  await followPath(page, `${DEMO_ROOM}/write?tab=nothing`);
  await page.getByRole('button', { name: '등록', exact: true }).click();
  await expect(page.getByText('올바르지 않은 게시판 카테고리입니다.')).toBeVisible();
  await expectCleanThemes(page, 'form with complaints', 'main');
  await page.getByRole('combobox', { name: '카테고리' }).selectOption('자료실');
  await page.getByLabel('첨부 파일').setInputFiles([
    { name: '그림.exe', mimeType: '', buffer: Buffer.from('x') },
    { name: '가짜.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no pdf') },
  ]);
  await expect(page.getByRole('button', { name: '가짜.pdf 다시 올리기' })).toBeVisible();
  await expectCleanThemes(page, 'form with refused files', 'main');
});

async function mockLists({ page }: Person, state: 'empty' | 'failing'): Promise<void> {
  await page.unroute(LIST);
  await page.route(LIST, (route) => {
    if (state === 'failing') return route.fulfill({ status: 403, json: REFUSAL });
    const isWaiting = route.request().url().includes('/waiting');
    return route.fulfill({ json: isWaiting ? EMPTY_WAITING : EMPTY_POSTS });
  });
}

test('empty and failing lecture rooms have no accessibility violation @whole', async ({ open }) => {
  const professor = await open('prof01');
  const { page } = professor;
  for (const state of ['empty', 'failing'] as const) {
    await mockLists(professor, state);
    await page.goto(DEMO_ROOM);
    for (const path of [DEMO_ROOM, '/main/study-dashboard/waiting']) {
      await followPath(page, path);
      await expect(page.getByText(/없습니다\.|못했습니다\./).first()).toBeVisible();
      await expectAccessibleThemes(page, `${path} ${state}`, 'main');
    }
  }
});
