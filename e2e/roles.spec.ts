import { apiAs, seedPost, unique } from './support/api.ts';
import { followPath } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test('a USER may not register items or comment, sees why, and reads the health page @whole', async ({
  open,
}) => {
  const post = await seedPost('20250001', { board: 'FREE', title: unique('읽기만 하는 글') });
  const client = await apiAs('20259999');
  const item = await client.send('POST', '/api/post/post-up', {
    boardType: 'MARKET',
    title: '거절될 책',
    content: '<p>책</p>',
    price: 1000,
  });
  expect(item.status()).toBe(403);
  expect(await item.json()).toMatchObject({
    message: '학생 인증을 받으면 물품을 등록할 수 있습니다.',
  });
  const comment = await client.send('POST', `/api/post/${post.id}/comments`, { content: '거절' });
  expect(comment.status()).toBe(403);
  expect(await comment.json()).toMatchObject({ message: '댓글 작성 권한이 없습니다.' });

  const { page } = await open('20259999');
  await page.goto(post.path);
  await expect(page.getByText('댓글 작성 권한이 없습니다.')).toBeVisible();
  await expect(page.getByText('학생 이상 회원만 댓글과 답글을 쓸 수 있습니다.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: '댓글 쓰기' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: '답글 쓰기' })).toHaveCount(0);
  await page.getByRole('button', { name: /^좋아요 \d/ }).click();
  await expect(page.getByRole('button', { name: '좋아요 1' })).toBeVisible();

  // The health page is open to every member.
  await followPath(page, '/test');
  await expect(page.getByRole('heading', { name: '서버 상태' })).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: '정상' })).toHaveCount(4);
  await page.getByRole('button', { name: '다시 확인' }).click();
  await expect(page.getByRole('definition').filter({ hasText: '정상' })).toHaveCount(4);
});
