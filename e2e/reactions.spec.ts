import { apiAs, seedPost, unique } from './support/api.ts';
import { expectToast } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test('a like survives a reload and can be withdrawn', async ({ open }) => {
  const post = await seedPost('20250002', { board: 'QNA', title: unique('좋아요 받을 글') });
  const { page } = await open('20250001');
  await page.goto(post.path);
  const like = page.getByRole('button', { name: /^좋아요 \d/ });
  await expect(like).toHaveAccessibleName('좋아요 0');
  await like.click();
  await expect(like).toHaveAccessibleName('좋아요 1');
  await page.reload();
  await expect(like).toHaveAccessibleName('좋아요 1');
  await expect(like).toHaveAttribute('aria-pressed', 'true');

  await like.click();
  await expect(like).toHaveAccessibleName('좋아요 0');
  await page.reload();
  await expect(like).toHaveAttribute('aria-pressed', 'false');
});

test('a scrap survives a reload and shows a toast', async ({ open }) => {
  const post = await seedPost('20250002', { board: 'QNA', title: unique('스크랩할 글') });
  const { page } = await open('20250001');
  await page.goto(post.path);
  const scrap = page.getByRole('button', { name: '스크랩' });
  await scrap.click();
  await expectToast(page, '스크랩했습니다.');
  await page.reload();
  await expect(scrap).toHaveAttribute('aria-pressed', 'true');
  await scrap.click();
  await expectToast(page, '스크랩을 취소했습니다.');
  await page.reload();
  await expect(scrap).toHaveAttribute('aria-pressed', 'false');
});

test('a favorite survives a reload, comes first in the menu and shows as a chip', async ({
  open,
}) => {
  // No other test uses the favorites of this member.
  const client = await apiAs('20230629');
  await client.call('DELETE', '/api/board/favorites?boardType=REVIEW');
  const { page } = await open('20230629');
  await page.goto('/main/community/review');
  await page.getByRole('button', { name: '즐겨찾기에 추가' }).click();
  await expectToast(page, '즐겨찾기에 추가했습니다.');
  const star = page.getByRole('button', { name: '즐겨찾기에서 빼기' });
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(star).toBeVisible();

  const menu = page.getByRole('navigation', { name: '주 메뉴' });
  await menu.getByRole('button', { name: '커뮤니티' }).click();
  const boards = menu.getByRole('link', { name: /게시판|인기글/ });
  const names = await boards.allInnerTexts();
  const marked = names.map((name) => name.includes('즐겨찾기'));
  expect(names.find((name) => name.includes('후기게시판'))).toContain('즐겨찾기');
  expect(marked.indexOf(false)).toBeGreaterThan(marked.lastIndexOf(true));

  await page.goto('/main');
  const chips = page.getByRole('navigation', { name: '즐겨찾는 게시판' });
  await chips.getByRole('link', { name: '후기게시판' }).click();
  await expect(page).toHaveURL(/\/main\/community\/review$/);
  await star.click();
  await expectToast(page, '즐겨찾기에서 뺐습니다.');
  await page.goto('/main');
  await expect(chips).toBeVisible();
  await expect(chips.getByRole('link', { name: '후기게시판' })).toHaveCount(0);
});

test('the market can be a favorite', async ({ open }) => {
  const client = await apiAs('20210095');
  await client.call('DELETE', '/api/post/favorites?boardType=MARKET');
  const { page } = await open('20210095');
  await page.goto('/main/community/market');
  await page.getByRole('button', { name: '즐겨찾기에 추가' }).click();
  await expectToast(page, '즐겨찾기에 추가했습니다.');
  await page.goto('/main');
  const chips = page.getByRole('navigation', { name: '즐겨찾는 게시판' });
  await expect(chips.getByRole('link', { name: '책방' })).toBeVisible();
});
