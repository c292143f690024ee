import { seedComment, seedPost, unique } from './support/api.ts';
import { typeHangul } from './support/hangul.ts';
import { expectToast, typeInto } from './support/pages.ts';
import { expect, test } from './support/test.ts';
import { threadOf } from './support/thread.ts';

test('three members write a thread with replies', async ({ open }) => {
  const post = await seedPost('20250001', { board: 'FREE', title: unique('같이 드실 분') });
  const author = await open('20250001');
  const gull = await open('20250002');
  const professor = await open('prof01');
  for (const { page } of [author, gull, professor]) await page.goto(post.path);

  const first = threadOf(gull.page);
  await expect(gull.page.getByText('아직 댓글이 없습니다.')).toBeVisible();
  await first.write('저요 지금 갈게요');
  await expect(first.item('저요 지금 갈게요')).toContainText('갈매기');
  await expect(gull.page.getByRole('heading', { name: '댓글 1', exact: true })).toBeVisible();

  await professor.page.reload();
  const second = threadOf(professor.page);
  await second.write('저도 자리가 있을까요');
  await expect(second.item('저도 자리가 있을까요')).toContainText('교수');
  await second.reply('저요 지금 갈게요', '먼저 가서 줄 서 주세요');
  await expect(second.replyBoxes).toHaveCount(0);
  await expect(professor.page.getByRole('heading', { name: '댓글 3', exact: true })).toBeVisible();

  await author.page.reload();
  const own = threadOf(author.page);
  await expect(own.item('저요 지금 갈게요')).toBeVisible();
  await expect(own.list.getByText('먼저 가서 줄 서 주세요')).toHaveCount(0);
  const toggle = own.list.getByRole('button', { name: '답글 1개 보기' });
  await toggle.click();
  await expect(own.list.getByText('먼저 가서 줄 서 주세요')).toBeVisible();
  await own.reply('먼저 가서 줄 서 주세요', '제가 벌써 줄 섰습니다');
  const answer = own.item('제가 벌써 줄 섰습니다');
  await expect(answer).toContainText('@등대지기');
  await expect(answer).toContainText('글쓴이');

  await own.list.getByRole('button', { name: '답글 2개 숨기기' }).click();
  await expect(own.list.getByText('제가 벌써 줄 섰습니다')).toHaveCount(0);
  await expect(author.page.getByRole('heading', { name: '댓글 4', exact: true })).toBeVisible();
});

test('comments are sorted by oldest or newest first', async ({ open }) => {
  const post = await seedPost('20250001', { board: 'FREE', title: unique('댓글 순서') });
  await seedComment('20250002', post.id, '먼저 쓴 댓글');
  await seedComment('20220117', post.id, '나중에 쓴 댓글');
  const { page } = await open('20250001');
  await page.goto(post.path);
  const texts = threadOf(page)
    .list.getByRole('article')
    .getByText(/쓴 댓글$/);
  await expect(texts).toHaveText(['먼저 쓴 댓글', '나중에 쓴 댓글']);
  await page.getByRole('group', { name: '댓글 순서' }).getByText('최신순').click();
  await expect(texts).toHaveText(['나중에 쓴 댓글', '먼저 쓴 댓글']);
  await page.getByRole('group', { name: '댓글 순서' }).getByText('등록순').click();
  await expect(texts).toHaveText(['먼저 쓴 댓글', '나중에 쓴 댓글']);
});

test('only one reply box is open at a time', async ({ open }) => {
  const post = await seedPost('20250001', { board: 'FREE', title: unique('답글 상자') });
  await seedComment('20250002', post.id, '하나째 댓글');
  await seedComment('20220117', post.id, '둘째 댓글');
  const { page } = await open('20250001');
  await page.goto(post.path);
  const thread = threadOf(page);
  await thread.item('하나째 댓글').getByRole('button', { name: '답글 쓰기' }).click();
  await expect(thread.item('하나째 댓글').getByRole('textbox')).toBeFocused();
  await thread.item('둘째 댓글').getByRole('button', { name: '답글 쓰기' }).click();
  await expect(thread.replyBoxes).toHaveCount(1);
  await expect(thread.item('둘째 댓글').getByRole('textbox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(thread.replyBoxes).toHaveCount(0);
});

test('a member edits, likes and, after confirmation, deletes a comment', async ({ open }) => {
  const post = await seedPost('20250002', { board: 'REVIEW', title: unique('댓글 손질') });
  await seedComment('20250001', post.id, '고치기 전의 말');
  const { page } = await open('20250001');
  await page.goto(post.path);
  const thread = threadOf(page);

  await thread.choose('고치기 전의 말', '수정');
  const box = page.getByRole('textbox', { name: '댓글 수정' });
  await expect(box).toHaveValue('고치기 전의 말');
  await box.fill('');
  await expect(page.getByRole('button', { name: '저장' })).toBeDisabled();
  await typeHangul(page, '고친 뒤의 말');
  await page.getByRole('button', { name: '저장' }).click();
  await expect(thread.item('고친 뒤의 말')).toContainText('(수정됨)');

  const like = thread.item('고친 뒤의 말').getByRole('button', { name: /좋아요 \d/ });
  await like.click();
  await expect(like).toHaveAccessibleName(/ 좋아요 1$/);
  await page.reload();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect(like).toHaveAccessibleName(/ 좋아요 1$/);

  await thread.choose('고친 뒤의 말', '삭제');
  const question = page.getByRole('alertdialog', { name: '이 댓글을 삭제할까요?' });
  await question.getByRole('button', { name: '취소' }).click();
  await expect(thread.item('고친 뒤의 말')).toBeVisible();
  await thread.choose('고친 뒤의 말', '삭제');
  await question.getByRole('button', { name: '삭제' }).click();
  await expectToast(page, '댓글이 삭제되었습니다.');
  await expect(page.getByText('아직 댓글이 없습니다.')).toBeVisible();
});

test('a deleted comment with replies leaves a placeholder', async ({ open }) => {
  const post = await seedPost('20250002', { board: 'REVIEW', title: unique('빈자리') });
  const parent = await seedComment('20250001', post.id, '사라질 말');
  await seedComment('20250002', post.id, '남아 있을 답글', parent);
  const { page } = await open('20250001');
  await page.goto(post.path);
  const thread = threadOf(page);
  await thread.choose('사라질 말', '삭제');
  await page.getByRole('alertdialog').getByRole('button', { name: '삭제' }).click();
  const placeholder = thread.item('삭제된 댓글입니다.');
  await expect(placeholder).toBeVisible();
  await expect(placeholder).not.toContainText('해솔');
  await expect(page.getByRole('heading', { name: '댓글 1', exact: true })).toBeVisible();
  await placeholder.getByRole('button', { name: '답글 1개 보기' }).click();
  await expect(thread.item('남아 있을 답글')).toContainText('갈매기');
});

test('another member sees no comment menu; a manager may delete', async ({ open }) => {
  const post = await seedPost('20250002', { board: 'FREE', title: unique('남의 댓글') });
  await seedComment('20250002', post.id, '내 댓글입니다');
  const student = await open('20250001');
  await student.page.goto(post.path);
  const seen = threadOf(student.page);
  await expect(seen.item('내 댓글입니다')).toBeVisible();
  await expect(student.page.getByRole('button', { name: '댓글 메뉴' })).toHaveCount(0);

  const { page } = await open('manager01');
  await page.goto(post.path);
  const thread = threadOf(page);
  await thread.item('내 댓글입니다').getByRole('button', { name: '댓글 메뉴' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['삭제']);
  await page.getByRole('menuitem', { name: '삭제' }).click();
  const question = page.getByRole('dialog', { name: '이 댓글을 삭제할까요?' });
  await expect(question).toContainText('다른 회원의 댓글입니다.');
  await typeInto(page, question.getByRole('textbox', { name: '삭제 사유' }), '욕설');
  await question.getByRole('button', { name: '삭제' }).click();
  await expect(page.getByText('아직 댓글이 없습니다.')).toBeVisible();
});

test('Ctrl+Enter during composition sends once with the last syllable', async ({ open }) => {
  const post = await seedPost('20250002', { board: 'FREE', title: unique('한글 조합') });
  const { page } = await open('20250001');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/comments')) {
      sent.push(request.postDataJSON().content);
    }
  });
  await page.goto(post.path);
  const thread = threadOf(page);
  await thread.newComment.click();
  await typeHangul(page, '바다가 보이는 강의실', { openEnd: true });
  await page.keyboard.press('Control+Enter');
  await expect(thread.item('바다가 보이는 강의실')).toBeVisible();
  await expect(page.getByRole('heading', { name: '댓글 1', exact: true })).toBeVisible();
  await expect(thread.newComment).toHaveValue('');
  expect(sent).toEqual(['바다가 보이는 강의실']);

  await page.reload();
  await expect(thread.list.getByRole('article')).toHaveCount(1);
});

test('Enter inserts a line break; blank text and double clicks send no duplicate', async ({
  open,
}) => {
  const post = await seedPost('20250002', { board: 'FREE', title: unique('두 번 누르기') });
  const { page } = await open('20250001');
  await page.goto(post.path);
  const thread = threadOf(page);
  const send = page.getByRole('main').getByRole('button', { name: '등록', exact: true });
  await thread.newComment.fill('   \n ');
  await expect(send).toBeDisabled();

  await thread.newComment.fill('');
  await typeHangul(page, '첫 줄');
  await page.keyboard.press('Enter');
  await typeHangul(page, '둘째 줄');
  await expect(thread.newComment).toHaveValue('첫 줄\n둘째 줄');
  await send.dblclick();
  await expect(thread.item('둘째 줄')).toBeVisible();
  await expect(page.getByRole('heading', { name: '댓글 1', exact: true })).toBeVisible();
  await page.reload();
  await expect(thread.list.getByRole('article')).toHaveCount(1);
});
