import { apiAs, seedPost, unique } from './support/api.ts';
import { editorOf, expectToast, publish, rowOf, typeInto, writePost } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test('title and content are required', async ({ open }) => {
  const { page } = await open('20250001');
  await page.goto('/write/free');
  await publish(page);
  const title = page.getByRole('textbox', { name: '제목' });
  await expect(title).toHaveAccessibleDescription(/게시판, 제목, 내용을 모두 입력해 주세요\./);
  await typeInto(page, title, '내용이 없는 글');
  await publish(page);
  await expect(page.getByRole('alert')).toHaveText('게시판, 제목, 내용을 모두 입력해 주세요.');
  await title.fill('가'.repeat(101));
  await publish(page);
  await expect(title).toHaveAccessibleDescription(/제목은 100자 이하로 입력해 주세요\./);
  await expect(page).toHaveURL(/\/write\/free$/);
});

test('a post is written and edited by its author, and marked as edited', async ({ open }) => {
  const { page } = await open('20250001');
  const title = unique('고치기 전 제목');
  await page.goto('/write/qna');
  await writePost(page, { title, text: '처음 내용' });
  await publish(page);
  await expectToast(page, '글을 등록했습니다.');
  await rowOf(page, title).getByRole('link', { name: title }).click();
  await expect(page.getByRole('article').getByText('처음 내용')).toBeVisible();
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

test('a post is deleted after confirmation and not found afterwards', async ({ open }) => {
  const title = unique('지울 글');
  const post = await seedPost('20250001', { board: 'QNA', title });
  const { page } = await open('20250001');
  await page.goto(post.path);
  const question = page.getByRole('alertdialog', { name: '이 글을 삭제할까요?' });
  await page.getByRole('button', { name: '게시글 메뉴' }).click();
  await page.getByRole('menuitem', { name: '삭제' }).click();
  await question.getByRole('button', { name: '취소' }).click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();

  await page.getByRole('button', { name: '게시글 메뉴' }).click();
  await page.getByRole('menuitem', { name: '삭제' }).click();
  await question.getByRole('button', { name: '삭제' }).click();
  await expect(page).toHaveURL(/\/main\/community\/qna$/);
  await expectToast(page, '게시글이 삭제되었습니다.');
  await expect(rowOf(page, title)).toHaveCount(0);

  await page.goto(post.path);
  await expect(page.getByRole('heading', { name: '게시글을 찾을 수 없습니다.' })).toBeVisible();
  await page.getByRole('link', { name: '목록으로' }).first().click();
  await expect(page).toHaveURL(/\/main\/community\/qna$/);
});

test('an unknown post id shows not found', async ({ open }) => {
  const { page } = await open('20250001');
  for (const id of ['987654321', 'abc', '0', '1e3', '-1']) {
    await page.goto(`/main/community/free/post/${id}`);
    await expect(page.getByRole('heading', { name: '게시글을 찾을 수 없습니다.' })).toBeVisible();
  }
});

test('another member sees no post menu; a manager deletes with a reason', async ({ open }) => {
  const post = await seedPost('20250001', { board: 'FREE', title: unique('남의 글') });
  const other = await open('20250002');
  await other.page.goto(post.path);
  await expect(other.page.getByRole('heading', { name: post.title })).toBeVisible();
  await expect(other.page.getByRole('button', { name: '스크랩' })).toBeVisible();
  await expect(other.page.getByRole('button', { name: '게시글 메뉴' })).toHaveCount(0);
  await other.page.goto(`/write/free/${post.id}`);
  await expect(other.page.getByText('권한이 없습니다.')).toBeVisible();

  const { page } = await open('manager01');
  await page.goto(post.path);
  await page.getByRole('button', { name: '게시글 메뉴' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['맨 위에 고정', '삭제']);
  await page.getByRole('menuitem', { name: '삭제' }).click();
  const question = page.getByRole('alertdialog');
  await typeInto(page, question.getByRole('textbox', { name: '삭제 사유' }), '광고 글');
  await question.getByRole('button', { name: '삭제' }).click();
  await expectToast(page, '게시글이 삭제되었습니다.');
  await other.page.goto(post.path);
  await expect(
    other.page.getByRole('heading', { name: '게시글을 찾을 수 없습니다.' }),
  ).toBeVisible();
});

test('a new notice of the assistants gets the title prefix <전학년> once', async ({ open }) => {
  const { page } = await open('manager01');
  const title = unique('실습실 이용 안내');
  await page.goto('/main/community/notice');
  await page.getByRole('link', { name: '글쓰기' }).click();
  await writePost(page, { title, text: '이번 주부터 바뀝니다' });
  await publish(page);
  const link = page.getByRole('link', { name: `<전학년> ${title}` });
  await expect(link).toBeVisible();
  await link.click();
  await expect(page.getByRole('heading', { name: `<전학년> ${title}` })).toBeVisible();

  const second = `<전학년> ${unique('이미 적은 머리말')}`;
  await page.goto('/write/notice');
  await writePost(page, { title: second, text: '그대로 둡니다' });
  await publish(page);
  await expect(page.getByRole('link', { name: second, exact: true })).toBeVisible();
});

test('a draft is saved, offered and restored', async ({ open }) => {
  const { page } = await open('20240077');
  const title = unique('쓰다 만 글');
  await page.goto('/write/review');
  await writePost(page, { title, text: '여기까지 썼는데' });
  await expect(page.getByText(/임시 저장됨$/)).toBeVisible();

  await page.getByRole('button', { name: '취소', exact: true }).click();
  const warning = page.getByRole('alertdialog', { name: '이 페이지를 나갈까요?' });
  await warning.getByRole('button', { name: '계속 쓰기' }).click();
  await expect(page).toHaveURL(/\/write\/review$/);
  await page.getByRole('link', { name: '책방' }).click();
  await warning.getByRole('button', { name: '나가기' }).click();
  await expect(page).toHaveURL(/\/main\/community\/market$/);

  await page.goto('/write/review');
  const bar = page.getByRole('region', { name: '임시 저장된 글' });
  await expect(page.getByRole('textbox', { name: '제목' })).toHaveValue('');
  await bar.getByRole('button', { name: '이어 쓰기' }).click();
  await expect(page.getByRole('textbox', { name: '제목' })).toHaveValue(title);
  await expect(editorOf(page)).toContainText('여기까지 썼는데');
  await expect(bar).toHaveCount(0);

  await publish(page);
  await expect(rowOf(page, title)).toBeVisible();
  await page.goto('/write/review');
  await expect(editorOf(page)).toBeVisible();
  await expect(bar).toHaveCount(0);
});

test('a draft belongs to one board and can be discarded', async ({ open }) => {
  const { page } = await open('20250136');
  await page.goto('/write/free');
  await typeInto(page, page.getByRole('textbox', { name: '제목' }), '버릴 글');
  await expect(page.getByText(/임시 저장됨$/)).toBeVisible();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto('/write/qna');
  await expect(editorOf(page)).toBeVisible();
  const bar = page.getByRole('region', { name: '임시 저장된 글' });
  await expect(bar).toHaveCount(0);
  await page.goto('/write/free');
  await bar.getByRole('button', { name: '버리기' }).click();
  await page.reload();
  await expect(editorOf(page)).toBeVisible();
  await expect(bar).toHaveCount(0);
});

test('the asker accepts an answer to a question', async ({ open }) => {
  const post = await seedPost('20250001', { board: 'QNA', title: unique('답이 필요합니다') });
  const helper = await apiAs('20220508');
  await helper.call('POST', `/api/post/${post.id}/comments`, { content: '이렇게 해 보세요' });
  const { page } = await open('20250001');
  await page.goto(post.path);
  await page.getByRole('button', { name: / 채택$/ }).click();
  await expectToast(page, '답변을 채택했습니다.');
  await page.reload();
  await expect(page.getByText('채택된 답변')).toBeVisible();
  await page.goto('/main/community/qna');
  await expect(rowOf(page, post.title)).toContainText('답변 완료');
});
