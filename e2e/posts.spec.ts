import { unique } from './support/api.ts';
import { editorOf, expectToast, publish, rowOf, typeInto, writePost } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test('a post is written and edited by its author, and marked as edited', {
  tag: '@several',
}, async ({ open }) => {
  const { page } = await open('20250001');
  const title = unique('고치기 전 제목');
  await page.goto('/write/qna');
  await writePost(page, { title, text: '처음 내용' });
  await publish(page);
  await expectToast(page, '글을 등록했습니다.');
  await rowOf(page, title).getByRole('link', { name: title }).click();
  await expect(page.getByRole('article').getByText('처음 내용')).toBeVisible();
  await expect(page.getByRole('button', { name: '좋아요 0', exact: true })).toBeVisible();
  await page.getByRole('button', { name: '게시글 메뉴' }).click();
  await page.getByRole('menuitem', { name: '수정' }).click();

  await expect(page.getByRole('heading', { name: '질문게시판 글 수정' })).toBeVisible();
  const field = page.getByRole('textbox', { name: '제목' });
  await expect(field).toHaveValue(title);
  await expect(editorOf(page)).toContainText('처음 내용');
  const changed = unique('고친 제목');
  await field.fill('');
  await typeInto(page, field, changed);
  await editorOf(page).click();
  await page.keyboard.press('Control+End');
  await typeInto(page, editorOf(page).locator('p').last(), ' 덧붙임');
  await publish(page, '수정');
  await expectToast(page, '글을 수정했습니다.');
  const row = rowOf(page, changed);
  await expect(row).toBeVisible();
  await row.getByRole('link', { name: changed }).click();
  await expect(page.getByRole('article')).toContainText('(수정됨)');
  await expect(page.getByRole('article')).toContainText('덧붙임');
});
