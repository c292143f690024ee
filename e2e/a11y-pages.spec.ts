import { seedPost, unique } from './support/api.ts';
import { expectCleanThemes } from './support/axe.ts';
import { GUEST_PAGES, MEMBER_PAGES, seedFullPost } from './support/page-list.ts';
import { editorOf, followPath, ownMenu } from './support/pages.ts';
import { expect, test } from './support/test.ts';

// The fixture also fails a test whose pages log an error or violate the content security policy.

test('guest pages have no error, policy violation or accessibility violation', async ({ open }) => {
  const { page } = await open();
  await page.goto('/login');
  for (const path of GUEST_PAGES) {
    await followPath(page, path);
    await expectCleanThemes(page, path);
  }
  await followPath(page, '/login');
  await page.getByRole('button', { name: '로그인', exact: true }).click();
  await expectCleanThemes(page, 'login with validation errors');
  await followPath(page, '/login/register');
  await page.getByRole('button', { name: '인증 이메일 받기' }).click();
  await expectCleanThemes(page, 'sign-up with validation errors');
});

test('member pages have no error, policy violation or accessibility violation', async ({
  open,
}) => {
  test.setTimeout(240_000);
  const { page } = await open('20230055');
  await page.goto('/main');
  for (const path of MEMBER_PAGES) {
    await followPath(page, path);
    await expectCleanThemes(page, path);
  }
});

test('posts, menus and dialogs have no accessibility violation @whole', async ({ open }) => {
  test.setTimeout(240_000);
  const post = await seedFullPost();
  const item = await seedPost('20250002', { board: 'MARKET', title: unique('책'), price: 0 });
  const { page } = await open('20250001');
  await page.goto(item.path);
  await expectCleanThemes(page, 'market item');
  await followPath(page, post.path);
  await page.getByRole('button', { name: '답글 1개 보기' }).click();
  await expect(page.getByText('교수의 답글입니다')).toBeVisible();
  await page.getByRole('button', { name: '답글 쓰기' }).first().click();
  await expectCleanThemes(page, 'post with comments');

  await page.getByRole('button', { name: '게시글 메뉴' }).click();
  await expectCleanThemes(page, 'post menu');
  await page.getByRole('menuitem', { name: '삭제' }).click();
  await expectCleanThemes(page, 'delete confirmation');
  await page.keyboard.press('Escape');
  await ownMenu(page).click();
  await expect(page.getByRole('button', { name: '로그아웃' })).toBeVisible();
  await expectCleanThemes(page, 'profile menu');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '커뮤니티' }).click();
  await expectCleanThemes(page, 'top menu');
  await page.getByRole('button', { name: /스터디룸/ }).click();
  const lock = page.getByRole('dialog', { name: '스터디룸' });
  await expect(lock).toContainText('아직 준비 중인 기능입니다.');
  await expectCleanThemes(page, 'coming-soon dialog');
  await lock.getByRole('button', { name: '확인' }).click();
  await expect(lock).toBeHidden();

  await followPath(page, '/write/free');
  await editorOf(page).click();
  await page.keyboard.type('link');
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: '링크', exact: true }).click();
  await expect(page.getByRole('dialog', { name: '링크 넣기' })).toBeVisible();
  await expectCleanThemes(page, 'link dialog');
});

test('phone menus have no accessibility violation @whole', async ({ open }) => {
  const { page } = await open('admin01', { phone: true });
  await page.goto('/main');
  await page.getByRole('button', { name: '메뉴 열기' }).click();
  await expect(page.getByRole('dialog', { name: '메뉴' })).toBeVisible();
  await expectCleanThemes(page, 'phone menu');
  await followPath(page, '/admin');
  await expectCleanThemes(page, 'console');
});
