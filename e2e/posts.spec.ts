import { apiAs, seedComment, seedPost, unique } from './support/api.ts';
import { editorOf, expectToast, publish, rowOf, typeInto, writePost } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test('a post is written and edited by its author, and marked as edited [POST-12]', {
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

test('a poll is written with a post, voted for and shows its results, on the secret board without names [POST-244]', async ({
  open,
}) => {
  const title = unique('뒤풀이 장소');
  const { page } = await open('20250001');
  await page.goto('/write/secret');
  await page.getByRole('button', { name: '투표 넣기' }).click();
  await expect(page.getByText('익명 글의 투표는 언제나 익명입니다.')).toBeVisible();
  await page.getByRole('textbox', { name: '항목 1' }).fill('국밥');
  await page.getByRole('textbox', { name: '항목 2' }).fill('파전');
  await writePost(page, { title, text: '골라 주세요' });
  await publish(page);
  const row = rowOf(page, title);
  await expect(row.getByText('투표 있음')).toBeAttached();
  await row.getByRole('link', { name: title }).click();
  const poll = page.getByRole('region', { name: '투표' });
  await poll.getByRole('radio', { name: '국밥' }).check();
  await poll.getByRole('button', { name: '투표하기' }).click();
  await expect(poll.getByRole('list', { name: '투표 결과' })).toContainText('국밥(내 선택)');

  const other = (await open('20250002', { phone: true })).page;
  await other.goto(page.url());
  const theirs = other.getByRole('region', { name: '투표' });
  await expect(theirs.getByText('1명 참여')).toBeVisible();
  await expect(theirs.getByText('100%')).toHaveCount(0);
  await theirs.getByRole('radio', { name: '파전' }).check();
  await theirs.getByRole('button', { name: '투표하기' }).click();
  await expect(theirs.getByText('2명 참여')).toBeVisible();
  await theirs.getByRole('button', { name: '다시 투표' }).click();
  await theirs.getByRole('radio', { name: '국밥' }).check();
  await theirs.getByRole('button', { name: '투표하기' }).click();
  await expect(theirs.getByText('100%')).toBeVisible();
  await expect(theirs.getByRole('button', { name: /보기$/ })).toHaveCount(0);
});

test('a text begun on the phone ends on the laptop, and is gone from both then [POST-252, POST-255] @whole', async ({
  open,
}) => {
  const phone = await open('20240218', { phone: true });
  const title = unique('폰에서 시작한 글');
  await phone.page.goto('/write/review');
  await writePost(phone.page, { title, text: '버스에서 쓴 첫 줄' });
  await expect(phone.page.getByText(/계정에 임시 저장됨$/)).toBeVisible();

  const { page } = await open('20240218');
  await page.goto('/mypage/activity');
  const list = page.getByRole('list', { name: '임시 저장 글' });
  await list.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { name: '후기게시판 글쓰기' })).toBeVisible();
  const offer = page.getByRole('region', { name: '다른 기기에서 쓰던 글' });
  await expect(offer).toContainText(title);
  await offer.getByRole('button', { name: '이어 쓰기' }).click();
  await expect(page.getByRole('textbox', { name: '제목' })).toHaveValue(title);
  await expect(editorOf(page)).toContainText('버스에서 쓴 첫 줄');
  await publish(page);
  await expectToast(page, '글을 등록했습니다.');

  await phone.page.reload();
  await expect(editorOf(phone.page)).toBeVisible();
  const drafts = () =>
    phone.page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('.REVIEW.')));
  await expect.poll(drafts).toEqual([]);
  await expect(phone.page.getByRole('region', { name: /쓰던 글|임시 저장된/ })).toHaveCount(0);
});

test('who types the title of a question sees similar ones, with what is answered [POST-258, POST-260] @whole', async ({
  open,
}) => {
  const asked = await seedPost('20250002', { board: 'QNA', title: '관제탑실습 신청서 양식' });
  const commentId = await seedComment('20240218', asked.id, '학과 사무실에 있습니다.');
  await (await apiAs('20250002')).call('POST', `/api/post/${asked.id}/accept`, {
    commentId,
  });

  const { page } = await open('20250001');
  await page.goto('/write/qna');
  await typeInto(
    page,
    page.getByRole('textbox', { name: '제목' }),
    '관제탑실습 신청서는 어디서 받나요',
  );
  const line = page.getByRole('button', { name: /^비슷한 질문 \d개 \(답변 완료 \d개\)$/ });
  await line.press('Enter');
  const found = page.getByRole('list', { name: '비슷한 질문' });
  const link = found.getByRole('link', { name: /답변 완료.*관제탑실습 신청서 양식/ }).first();
  const [opened] = await Promise.all([page.waitForEvent('popup'), link.press('Enter')]);
  await expect(opened.getByRole('heading', { name: '관제탑실습 신청서 양식' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: '제목' })).toHaveValue(/관제탑실습/);
});

test('a post is copied without the labels of its code, and printed whole and dark on light from a dark theme [UI-341, UI-342]', async ({
  open,
}) => {
  const lines = `a = 1  # ${'길게 '.repeat(80)}끝`;
  const { path } = await seedPost('20250001', {
    board: 'FREE',
    title: unique('인쇄할 글'),
    content: `<p>앞</p><pre><code class="language-python">${lines}</code></pre><p>뒤</p>`,
  });
  const { page } = await open('20250002', { dark: true });
  await page.goto(path);
  await expect(page.getByRole('button', { name: '코드 복사' })).toBeVisible();
  const copied = await page.locator('.prose-post').evaluate((post) => {
    getSelection()?.selectAllChildren(post);
    return getSelection()?.toString().split(/\n+/);
  });
  expect(copied).toEqual(['앞', lines, '뒤']);

  const looks = () =>
    page.locator('.prose-post pre').evaluate((code) => ({
      ink: getComputedStyle(code).color,
      isCut: code.scrollWidth > code.clientWidth,
    }));
  const seen = await looks();
  for (const theme of ['system', 'dark']) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    await page.emulateMedia({ media: 'print' });
    expect(await looks()).toEqual({ ink: 'rgb(14, 34, 56)', isCut: false });
    await page.emulateMedia({ media: 'screen' });
  }
  expect(seen).toEqual({ ink: 'rgb(230, 237, 245)', isCut: true });
});
