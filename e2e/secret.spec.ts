import { AUTHOR, expectAnonymous, tracesOf } from './support/anonymity.ts';
import { seedComment, seedPost, unique } from './support/api.ts';
import { expect, type Person, test } from './support/test.ts';
import { threadOf } from './support/thread.ts';

/** Responses about this post; other boards name their own writers. */
function responsesAbout(person: Person, postId: number): string[] {
  return person.responses.filter((response) => response.includes(String(postId)));
}

// The highest role; `app.anonymity.test.ts` compares what the server sends to each.
test('the author on the secret board stays hidden from an ADMIN [ANON-16]', async ({ open }) => {
  const author = await open(AUTHOR.username, { records: true });
  const traces = await tracesOf(author);
  const title = unique('말하기 어려운 고민');
  const post = await seedPost(AUTHOR.username, { board: 'SECRET', title });
  const comment = await seedComment('20220117', post.id, '첫째로 다는 댓글');
  await seedComment(AUTHOR.username, post.id, '글쓴이의 댓글');
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
  await expect(thread.item('글쓴이의 댓글').getByText('글쓴이', { exact: true })).toBeVisible();
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

test('the author of a secret post edits and deletes it and is 글쓴이 in the thread', async ({
  open,
}) => {
  const title = unique('나만 아는 글');
  const post = await seedPost('20250001', { board: 'SECRET', title });
  const stranger = await open('admin01', { records: true });
  await stranger.page.goto(post.path);
  await stranger.page.getByRole('button', { name: '게시글 메뉴' }).click();
  await expect(stranger.page.getByRole('menuitem')).toHaveText(['맨 위에 고정', '삭제']);

  const { page } = await open('20250001');
  await page.goto(post.path);
  const thread = threadOf(page);
  await thread.write('제가 쓴 글이라 답니다');
  const own = thread.item('제가 쓴 글이라 답니다');
  await expect(own.getByText('글쓴이', { exact: true })).toBeVisible();
  await expect(own).not.toContainText('해솔');
  await expect(own.getByRole('button', { name: '댓글 메뉴' })).toBeVisible();
  await page.getByRole('button', { name: '게시글 메뉴' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['수정', '삭제']);
});

test('a commenter keeps one anonymous number in a thread', { tag: '@several' }, async ({
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
