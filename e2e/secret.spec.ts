import { AUTHOR, expectAnonymous, tracesOf } from './support/anonymity.ts';
import { seedComment, seedPost, unique } from './support/api.ts';
import { openPanel } from './support/header.ts';
import { editorOf, expectToast, publish, rowOf, writePost } from './support/pages.ts';
import { expect, type Person, test } from './support/test.ts';
import { threadOf } from './support/thread.ts';

/** Responses about this post; other boards name their own writers. */
function responsesAbout(person: Person, postId: number): string[] {
  return person.responses.filter((response) => response.includes(String(postId)));
}

// The highest role; `tests/anonymity.test.ts` compares what the server sends to each.
test('the author on the secret board stays hidden from an ADMIN [ANON-16]', async ({ open }) => {
  const author = await open(AUTHOR.username, { records: true });
  const traces = await tracesOf(author);
  const title = unique('말하기 어려운 고민');
  const post = await seedPost(AUTHOR.username, { board: 'SECRET', title });
  const comment = await seedComment('20220117', post.id, '첫째로 다는 댓글');
  await seedComment(AUTHOR.username, post.id, '작성자의 댓글');
  await seedComment('20230055', post.id, '둘째로 다는 댓글');
  await seedComment(AUTHOR.username, post.id, '글쓴이의 답글', comment);

  const person = await open('admin01', { records: true });
  const { page } = person;
  await page.goto('/main/community/secret');
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: title });
  await expect(row).toContainText('익명');
  expectAnonymous(await page.getByRole('main').innerHTML(), traces, 'the list');

  await row.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  const thread = threadOf(page);
  await expect(thread.item('첫째로 다는 댓글')).toContainText('익명1');
  await expect(thread.item('작성자의 댓글').getByText('글쓴이', { exact: true })).toBeVisible();
  await expect(thread.item('둘째로 다는 댓글')).toContainText('익명2');
  await page.getByRole('button', { name: '답글 1개 보기' }).click();
  await expect(thread.item('글쓴이의 답글').getByText('글쓴이', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^좋아요 \d/ }).first()).toBeVisible();

  const main = page.getByRole('main');
  expectAnonymous(await main.innerHTML(), traces, 'the page');
  // The alias opens no profile, and no picture is shown.
  await expect(main.getByRole('button', { name: /(익명\d*|글쓴이)( 프로필 보기)?$/ })).toHaveCount(
    0,
  );
  await expect(main.getByRole('link', { name: /(익명\d*|글쓴이)( 프로필 보기)?$/ })).toHaveCount(0);
  await expect(main.locator('img')).toHaveCount(0);

  await expect.poll(() => responsesAbout(person, post.id).length).toBeGreaterThanOrEqual(4);
  for (const answer of responsesAbout(person, post.id)) {
    expectAnonymous(answer, traces, answer.split('\n', 1)[0] ?? '');
  }
  expect(person.responses.filter((response) => response.includes('/member/summary'))).toEqual([]);
});

test('the author of a secret post edits and deletes it and is 글쓴이 in the thread @whole', async ({
  open,
}) => {
  const title = unique('나만 아는 글');
  const post = await seedPost('20250001', { board: 'SECRET', title });
  const stranger = await open('admin01', { records: true });
  await stranger.page.goto(post.path);
  await stranger.page.getByRole('button', { name: '게시글 메뉴' }).click();
  await expect(stranger.page.getByRole('menuitem')).toHaveText([
    ...['링크 복사', '맨 위에 고정', '신고', '차단', '삭제'],
  ]);

  const { page } = await open('20250001');
  await page.goto(post.path);
  const thread = threadOf(page);
  await thread.write('제가 쓴 글이라 답니다');
  const own = thread.item('제가 쓴 글이라 답니다');
  await expect(own.getByText('글쓴이', { exact: true })).toBeVisible();
  await expect(own).not.toContainText('해솔');
  await expect(own.getByRole('button', { name: '댓글 메뉴' })).toBeVisible();
  await page.getByRole('button', { name: '게시글 메뉴' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['수정', '링크 복사', '삭제']);
});

test('a reader blocks 익명1 and 글쓴이 of a secret post, and lifts it [ANON-17, ANON-115] @whole', async ({
  open,
}) => {
  const title = unique('시끄러운 글');
  const post = await seedPost(AUTHOR.username, { board: 'SECRET', title });
  await seedComment('20220117', post.id, '듣기 싫은 말');
  await seedComment('20230055', post.id, '괜찮은 말');
  const { page } = await open('20250002');
  await page.goto(post.path);
  const thread = threadOf(page);
  const confirm = () =>
    page.getByRole('alertdialog').getByRole('button', { name: '차단', exact: true }).click();
  await page.getByRole('button', { name: '익명1 님의 댓글 메뉴' }).click();
  await page.getByRole('menuitem', { name: '차단' }).click();
  await confirm();
  await expect(thread.item('차단한 익명 회원의 댓글입니다.')).toContainText('익명1');
  await expect(page.getByText('듣기 싫은 말')).toHaveCount(0);
  await expect(thread.item('괜찮은 말')).toBeVisible();

  await page.getByRole('button', { name: '게시글 메뉴' }).click();
  await page.getByRole('menuitem', { name: '차단' }).click();
  await confirm();
  await expect(
    page.getByRole('heading', { name: '차단한 익명 회원의 게시글입니다.' }),
  ).toBeVisible();
  await page.goto('/main/community/secret');
  await expect(page.getByText('차단한 익명 회원의 게시글입니다.').first()).toBeVisible();
  await expect(page.getByText(title)).toHaveCount(0);

  const panel = await openPanel(page, '친구');
  await panel.getByRole('tab', { name: /^친구/ }).click();
  await panel.getByRole('button', { name: '차단 목록 보기' }).click();
  const ofAuthor = panel.getByRole('button', { name: `${title} 글쓴이 차단 해제` });
  await ofAuthor.click();
  await page.getByRole('alertdialog').getByRole('button', { name: '차단 해제' }).click();
  await expect(ofAuthor).toHaveCount(0);
  await panel.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await page.getByRole('button', { name: '익명1 님의 댓글 메뉴' }).click();
  await page.getByRole('menuitem', { name: '차단 해제' }).click();
  await expect(thread.item('듣기 싫은 말')).toBeVisible();
});

test('a commenter keeps one anonymous number in a thread @whole', { tag: '@several' }, async ({
  open,
}) => {
  const post = await seedPost('20250001', { board: 'SECRET', title: unique('번호 확인') });
  await seedComment('20220117', post.id, '다른 사람의 댓글');
  const { page } = await open('20250002');
  await page.goto(post.path);
  const thread = threadOf(page);
  await thread.write('제 첫 댓글이에요');
  await expect(thread.item('제 첫 댓글이에요')).toContainText('익명2');
  await thread.reply('다른 사람의 댓글', '제 답글이에요');
  await expect(thread.item('제 답글이에요')).toContainText('익명2');
});

test('a question is asked anonymously by choice, and stays so for an ADMIN [ANON-60, ANON-62, ANON-64]', async ({
  open,
}) => {
  const author = await open(AUTHOR.username, { records: true });
  const traces = await tracesOf(author);
  const title = unique('물어보기 부끄러운 질문');
  const { page } = author;
  await page.goto('/write/qna');
  await page.getByRole('checkbox', { name: '익명으로 쓰기' }).check();
  await expect(page.getByText(/^익명 글에는 파일을 첨부할 수 없습니다/)).toBeVisible();
  await writePost(page, { title, text: '기본부터 모르겠습니다' });
  await expect(page.getByText(/이 기기에만 임시 저장됨$/)).toBeVisible();
  await publish(page);
  await expectToast(page, '글을 등록했습니다.');
  await expect(rowOf(page, title)).toContainText('익명');
  await rowOf(page, title).getByRole('link', { name: title }).click();
  await expect(page.getByRole('article').getByText('기본부터 모르겠습니다')).toBeVisible();
  const { pathname } = new URL(page.url());
  const postId = Number(pathname.split('/').at(-1));
  await threadOf(page).write('조금 더 적어 둡니다');

  const person = await open('admin01', { records: true });
  await person.page.goto(pathname);
  const thread = threadOf(person.page);
  const own = thread.item('조금 더 적어 둡니다');
  await expect(own.getByText('글쓴이', { exact: true })).toBeVisible();
  await thread.write('관리자가 답합니다');
  await expect(thread.item('관리자가 답합니다')).toContainText('익명1');
  // Below it are posts of the board whose authors have names.
  const article = person.page.getByRole('article').filter({ hasText: title });
  expectAnonymous(await article.innerHTML(), traces, 'the page');
  const about = () =>
    responsesAbout(person, postId).filter((response) => !response.includes('/around'));
  await expect.poll(() => about().length).toBeGreaterThanOrEqual(3);
  for (const answer of about()) {
    expectAnonymous(answer, traces, answer.split('\n', 1)[0] ?? '');
  }

  await page.getByRole('button', { name: '게시글 메뉴' }).click();
  await page.getByRole('menuitem', { name: '수정' }).click();
  await expect(page.getByRole('heading', { name: '질문게시판 글 수정' })).toBeVisible();
  await expect(editorOf(page)).toContainText('기본부터 모르겠습니다');
  const box = page.getByRole('checkbox', { name: '익명으로 쓰기' });
  await expect(box).toBeChecked();
  await expect(box).toBeDisabled();
});
