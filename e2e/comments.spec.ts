import { seedPost, unique } from './support/api.ts';
import { typeHangul } from './support/hangul.ts';
import { makePng } from './support/png.ts';
import { expect, test } from './support/test.ts';
import { threadOf } from './support/thread.ts';

test('three members write a thread with replies', { tag: '@several' }, async ({ open }) => {
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
  const response = own.item('제가 벌써 줄 섰습니다');
  await expect(response).toContainText('@등대지기');
  await expect(response).toContainText('글쓴이');

  await own.list.getByRole('button', { name: '답글 2개 숨기기' }).click();
  await expect(own.list.getByText('제가 벌써 줄 섰습니다')).toHaveCount(0);
  await expect(author.page.getByRole('heading', { name: '댓글 4', exact: true })).toBeVisible();
});

test('Enter breaks the line; Ctrl+Enter during composition sends once with the last syllable', async ({
  open,
}) => {
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
  await typeHangul(page, '바다가 보이는');
  await page.keyboard.press('Enter');
  await typeHangul(page, '강의실', { openEnd: true });
  await expect(thread.newComment).toHaveValue('바다가 보이는\n강의실');
  await page.keyboard.press('Control+Enter');
  await expect(thread.item('강의실')).toBeVisible();
  await expect(page.getByRole('heading', { name: '댓글 1', exact: true })).toBeVisible();
  await expect(thread.newComment).toHaveValue('');
  expect(sent).toEqual(['바다가 보이는\n강의실']);

  await page.reload();
  await expect(thread.list.getByRole('article')).toHaveCount(1);
});

test('a comment names a member, links an address and shows a picture [COMM-96] [COMM-98] [COMM-99] [COMM-102] @whole', async ({
  open,
}) => {
  const title = unique('부두 사진');
  const post = await seedPost('20250001', { board: 'FREE', title });
  const { page: gull } = await open('20250002');
  await gull.goto(post.path);
  await threadOf(gull).write('어디서 찍으셨어요');
  await expect(gull.getByRole('heading', { name: '댓글 1', exact: true })).toBeVisible();
  await gull.goto('/main');
  await expect(gull.getByRole('heading', { level: 1 }).first()).toBeAttached();

  const { page } = await open('20250001', { phone: true });
  await page.goto(post.path);
  const thread = threadOf(page);
  await expect(thread.item('어디서 찍으셨어요')).toBeVisible();
  await thread.newComment.click();
  await typeHangul(page, '@갈', { openEnd: true });
  const option = page.getByRole('listbox', { name: '언급할 사람' }).getByRole('option');
  await expect(option).toHaveText([/갈매기/]);
  expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await page.keyboard.press('Enter');
  await expect(thread.newComment).toHaveValue('@갈매기 ');
  await page.keyboard.insertText('https://example.com/pier에서요');
  await page.getByTestId('comment-picture').setInputFiles({
    name: '부두.png',
    mimeType: 'image/png',
    buffer: makePng(90, 60, [20, 90, 140]),
  });
  await page.getByRole('textbox', { name: '사진 설명' }).fill('노을 진 부두');
  await expect(page.getByText('사진을 올렸습니다.')).toBeAttached();
  await page.getByRole('button', { name: '등록', exact: true }).click();
  await expect(thread.item('example.com/pier')).toBeVisible();
  await expect(thread.newComment).toHaveValue('');

  await gull.getByRole('button', { name: /^알림, 읽지/ }).click();
  await gull
    .getByRole('dialog', { name: '알림' })
    .getByText(`'${title}' 글의 댓글에서 해솔님이 나를 언급했습니다.`)
    .click();
  const comment = threadOf(gull).item('example.com/pier');
  await expect(comment.getByRole('button', { name: '@갈매기 프로필 보기' })).toBeVisible();
  const link = comment.getByRole('link', { name: /새 창/ });
  await expect(link).toHaveAttribute('href', 'https://example.com/pier');
  await expect(link).toHaveAttribute('rel', /nofollow ugc/);
  await comment.getByRole('button', { name: '노을 진 부두, 크게 보기' }).click();
  const shown = gull.getByRole('dialog', { name: '사진 보기' }).getByRole('img');
  await expect(shown).toHaveJSProperty('complete', true);
  await expect(shown).not.toHaveJSProperty('naturalWidth', 0);
});
