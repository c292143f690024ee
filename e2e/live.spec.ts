import type { Page } from '@playwright/test';
import { apiAs, plantComment, plantPost, unique } from './support/api.ts';
import { expect, test } from './support/test.ts';

/** Two demo students who are no friends, and what the asked one is called. */
const WRITER = '20240077';
const READER = '20250136';

async function idOf(username: string): Promise<number> {
  const me = await apiAs(username);
  const { meDto } = await me.call<{ meDto: { id: number } }>('GET', '/api/member/me');
  return meDto.id;
}

const bellOf = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^알림/ });

/** The number that the bell speaks; 0 without one. */
async function unread(page: Page): Promise<number> {
  const name = (await bellOf(page).getAttribute('aria-label')) ?? '';
  return Number(/(\d+)/.exec(name)?.[1] ?? 0);
}

test('a comment and a like of somebody else show up without a reload', async ({ open }) => {
  const post = await plantPost(WRITER, { board: 'FREE', title: unique('지켜보는 글') });
  const { page } = await open(WRITER);
  await page.goto(post.path);
  await expect(page.getByRole('heading', { level: 1, name: post.title })).toBeVisible();
  await expect(bellOf(page)).toBeVisible();
  const before = await unread(page);

  const words = unique('바로 보이는 댓글');
  await plantComment(READER, post.id, words);
  await expect(page.getByText(words)).toBeVisible();
  // More than before: the login of this browser is a notice of its own.
  await expect.poll(() => unread(page)).toBeGreaterThan(before);

  const reader = await apiAs(READER);
  await reader.call('POST', `/api/post/${post.id}/like`);
  await expect(page.getByRole('button', { name: /좋아요/ }).first()).toContainText('1');

  await bellOf(page).click();
  const panel = page.getByRole('dialog', { name: /알림/ });
  await expect(panel.getByText(`'${post.title}' 글에`)).toBeVisible();
  await expect(panel.getByText(`'${post.title}' 글을`)).toBeVisible();
});

test('a comment on a secret post tells its author, and nobody by name', async ({ open }) => {
  const post = await plantPost(WRITER, { board: 'SECRET', title: unique('말 못 할 고민') });
  const { page, answers } = await open(WRITER);
  await page.goto(post.path);
  await expect(bellOf(page)).toBeVisible();
  const before = await unread(page);
  await plantComment(READER, post.id, unique('이름 없는 위로'));
  await expect.poll(() => unread(page)).toBeGreaterThan(before);

  const reader = await apiAs(READER);
  const { meDto } = await reader.call<{ meDto: { nickname: string } }>('GET', '/api/member/me');
  await bellOf(page).click();
  await expect(page.getByRole('dialog', { name: /알림/ }).getByText(post.title)).toBeVisible();
  const told = answers
    .filter((answer) => answer.includes('/api/member/my-notices'))
    .flatMap((answer) => answer.split('{"id":'))
    .filter((notice) => notice.includes(post.title));
  expect(told.length).toBeGreaterThan(0);
  expect(told.join('\n')).not.toContain(meDto.nickname);
});

test('a friend request and its acceptance show up on the other side', async ({ open }) => {
  const [writerId, readerId] = await Promise.all([idOf(WRITER), idOf(READER)]);
  const writer = await apiAs(WRITER);
  const reader = await apiAs(READER);
  // Whatever the demo says of the two: strangers at the start.
  await writer.send('DELETE', `/api/friend/${readerId}`);
  const { page } = await open(READER);
  await page.goto('/main');
  const friends = page.getByRole('banner').getByRole('button', { name: /^친구/ });
  await expect(friends).toBeVisible();
  const waiting = async () =>
    Number(/(\d+)/.exec((await friends.getAttribute('aria-label')) ?? '')?.[1] ?? 0);
  const before = await waiting();

  await writer.call('POST', '/api/friend/add-friend', { id: readerId });
  await expect.poll(waiting).toBe(before + 1);
  await reader.call('POST', '/api/friend/accept-friend', { idToAccept: writerId });
  await expect.poll(waiting).toBe(before);
  await writer.send('DELETE', `/api/friend/${readerId}`);
});
