import { apiAs, seedComment, seedPost, unique } from './support/api.ts';
import { giveDevice } from './support/device.ts';
import { bellOf, requestsWaiting, unread, unreadChats, watchStreams } from './support/live.ts';
import { typeInto } from './support/pages.ts';
import { expect, test } from './support/test.ts';
import { threadOf } from './support/thread.ts';

/** Two demo students who are not friends. */
const WRITER = '20240077';
const WRITER_NAME = '커밋요정';
const READER = '20250136';
const READER_NAME = '오징어';

async function idOf(username: string): Promise<number> {
  const me = await apiAs(username);
  const { meDto } = await me.call<{ meDto: { id: number } }>('GET', '/api/member/me');
  return meDto.id;
}

test('a comment and a like by another member appear without a reload', { tag: '@several' }, async ({
  open,
}) => {
  const post = await seedPost(WRITER, { board: 'FREE', title: unique('지켜보는 글') });
  const { page } = await open(WRITER);
  const stream = watchStreams(page);
  await page.goto(post.path);
  await stream.ready();
  await expect(page.getByRole('heading', { level: 1, name: post.title })).toBeVisible();
  await expect(bellOf(page)).toBeVisible();
  const before = await unread(page);

  const words = unique('바로 보이는 댓글');
  await seedComment(READER, post.id, words);
  await expect(page.getByText(words)).toBeVisible();
  // At least one more: the login of this browser is a notification too.
  await expect.poll(() => unread(page)).toBeGreaterThan(before);

  const reader = await apiAs(READER);
  await reader.call('POST', `/api/post/${post.id}/like`);
  await expect(page.getByRole('button', { name: /좋아요/ }).first()).toContainText('1');

  await bellOf(page).click();
  const panel = page.getByRole('dialog', { name: /알림/ });
  await expect(panel.getByText(`'${post.title}' 글에`)).toBeVisible();
  await expect(panel.getByText(`'${post.title}' 글을`)).toBeVisible();
  await stream.expectOneStream();
});

test('a comment on a secret post notifies its author without a name @whole', async ({ open }) => {
  const post = await seedPost(WRITER, { board: 'SECRET', title: unique('말 못 할 고민') });
  const { page, responses } = await open(WRITER, { records: true });
  // Not on the post, where a new comment would be read at once.
  await page.goto('/support');
  await expect(bellOf(page)).toBeVisible();
  await seedComment(READER, post.id, unique('이름 없는 위로'));

  const reader = await apiAs(READER);
  const { meDto } = await reader.call<{ meDto: { nickname: string } }>('GET', '/api/member/me');
  await bellOf(page).click();
  const notification = page.getByRole('dialog', { name: /알림/ }).getByText(post.title);
  // It comes after its minute, with the job of every minute [ANON-70].
  await expect(notification).toBeVisible({ timeout: 90_000 });
  const received = () =>
    responses
      .filter((response) => response.includes('/api/member/my-notices'))
      .flatMap((response) => response.split('{"id":'))
      .filter((notice) => notice.includes(post.title));
  // Response bodies are recorded asynchronously.
  await expect.poll(() => received().length).toBeGreaterThan(0);
  expect(received().join('\n')).not.toContain(meDto.nickname);
});

test('changes to a question appear in two browsers at once @whole', async ({ open }) => {
  const post = await seedPost(WRITER, { board: 'QNA', title: unique('같이 풀어 볼 문제') });
  const [asker, helper] = [(await open(WRITER)).page, (await open(READER)).page];
  const streams = [asker, helper].map(watchStreams);
  for (const page of [asker, helper]) await page.goto(post.path);
  for (const stream of streams) await stream.ready();
  const [theirs, own] = [threadOf(asker), threadOf(helper)];

  const words = unique('이렇게 해 보세요');
  await own.write(words);
  await expect(theirs.item(words)).toBeVisible();
  await expect(asker.getByRole('heading', { name: '댓글 1', exact: true })).toBeVisible();

  const thanks = unique('덕분에 풀었어요');
  const before = await unread(helper);
  await theirs.reply(words, thanks);
  await own.list.getByRole('button', { name: '답글 1개 보기' }).click();
  await expect(own.item(thanks)).toBeVisible();
  await expect.poll(() => unread(helper)).toBeGreaterThan(before);

  await theirs.item(words).getByRole('button', { name: '좋아요 0' }).first().click();
  await expect(own.item(words).getByRole('button', { name: '좋아요 1' })).toBeVisible();
  await asker.getByRole('button', { name: / 채택$/ }).click();
  await expect(helper.getByText('채택된 답변')).toBeVisible();

  await theirs.choose(thanks, '수정');
  const box = asker.getByRole('textbox', { name: '댓글 수정' });
  const better = unique('이제 풀었어요');
  await box.fill(better);
  await asker.getByRole('button', { name: '저장' }).click();
  await expect(own.item(better)).toContainText('(수정됨)');
  await theirs.choose(better, '삭제');
  await expect(own.list.getByText(better)).toHaveCount(0);
  await asker.getByRole('button', { name: '되돌리기' }).click();
  await expect(own.item(better)).toBeVisible();

  await bellOf(helper).click();
  const panel = helper.getByRole('dialog', { name: /알림/ });
  const sentences = panel.getByText(`'${post.title}' 글에`);
  // The reply and the accepted answer.
  await expect(panel.getByText(post.title)).toHaveCount(3);
  await expect(sentences.filter({ hasText: '채택' })).toHaveCount(1);
  for (const stream of streams) await stream.expectOneStream();
});

test('a sold item and an edited post update for members in the thread @whole', async ({ open }) => {
  const item = await seedPost(WRITER, { board: 'MARKET', title: unique('자료구조'), price: 9000 });
  await seedComment(READER, item.id, unique('제가 살게요'));
  const { page } = await open(READER);
  const stream = watchStreams(page);
  await page.goto(item.path);
  await stream.ready();
  await expect(page.getByRole('main').getByText('판매 중', { exact: true })).toBeVisible();
  const { page: seller } = await open(WRITER);
  await seller.goto(item.path);
  await seller.getByRole('group', { name: '거래 상태 변경' }).getByText('예약 중').click();
  await expect(page.getByRole('main').getByText('예약 중', { exact: true })).toBeVisible();
  await stream.expectOneStream();
});

test('a post on a notice board notifies members and appears on the main page @whole', {
  tag: '@several',
}, async ({ open }) => {
  const { page } = await open(READER);
  const stream = watchStreams(page);
  await page.goto('/main');
  await stream.ready();
  const box = page.getByRole('main').getByRole('link');
  await expect(box.first()).toBeVisible();
  const before = await unread(page);
  const post = await seedPost('manager01', { board: 'NOTICE', title: unique('내일 휴강합니다') });
  await expect.poll(() => unread(page)).toBeGreaterThan(before);
  await expect(box.filter({ hasText: post.title })).toBeVisible();
  await bellOf(page).click();
  await expect(page.getByRole('dialog', { name: /알림/ }).getByText(post.title)).toBeVisible();
  await stream.expectOneStream();
});

test('each step from friend request to unfriending appears for the other member', async ({
  open,
}) => {
  const [writerId, readerId] = await Promise.all([idOf(WRITER), idOf(READER)]);
  const writer = await apiAs(WRITER);
  const reader = await apiAs(READER);
  // Ends a friendship that the demo data may have.
  await writer.send('DELETE', `/api/friend/${readerId}`);
  const [asked, asking] = [(await open(READER)).page, (await open(WRITER)).page];
  const streams = [asked, asking].map(watchStreams);
  for (const page of [asked, asking]) await page.goto('/main');
  for (const stream of streams) await stream.ready();
  const before = await requestsWaiting(asked);
  const received = await unread(asking);

  await writer.call('POST', '/api/friend/add-friend', { id: readerId });
  await expect.poll(() => requestsWaiting(asked)).toBe(before + 1);
  await reader.call('POST', '/api/friend/accept-friend', { idToAccept: writerId });
  await expect.poll(() => requestsWaiting(asked)).toBe(before);
  await expect.poll(() => unread(asking)).toBeGreaterThan(received);

  // Creates the chat or returns the existing one.
  const room = await writer.send('POST', `/api/mail/new?id=${readerId}`);
  const { roomId }: { roomId: number } = await room.json();
  const rooms = await unreadChats(asked);
  await writer.call('POST', `/api/mail/send-mail/${roomId}`, { content: unique('반가워요') });
  await expect.poll(() => unreadChats(asked)).toBe(rooms + 1);

  await asking.getByRole('banner').getByRole('button', { name: /^친구/ }).click();
  const row = asking.getByRole('dialog').getByRole('listitem').filter({ hasText: READER_NAME });
  await expect(row).toBeVisible();
  await asked.getByRole('banner').getByRole('link', { name: /^채팅/ }).click();
  await asked.getByRole('link', { name: new RegExp(WRITER_NAME) }).click();
  const composer = asked.getByRole('textbox', { name: '메시지 입력' });
  await expect(composer).toBeVisible();
  await reader.call('DELETE', `/api/friend/${writerId}`);
  await expect(row).toHaveCount(0);
  await expect(composer).toHaveCount(0);
  await expect(asked.getByText('친구에게만 메시지를 보낼 수 있습니다.')).toBeVisible();
  for (const stream of streams) await stream.expectOneStream();
});

test('without a stream, new messages appear by polling every 30 s [LIVE-11] @whole', async ({
  open,
}) => {
  const [sender, receiver] = [await apiAs('20250002'), await apiAs('20230629')];
  const receiverId = await idOf('20230629');
  type Rooms = { roomDtos: { roomId: number }[] };
  const { roomDtos } = await receiver.call<Rooms>('GET', '/api/mail/my-room');
  for (const { roomId } of roomDtos) {
    await receiver.call('PUT', `/api/mail/read-room/${roomId}`);
  }
  // Returns the chat of the demo data.
  const opened = await sender.send('POST', `/api/mail/new?id=${receiverId}`);
  const { roomId }: { roomId: number } = await opened.json();
  const { page } = await open('20230629');
  await page.clock.install();
  await page.route('**/api/events', (route) => route.fulfill({ status: 404 }));
  await page.goto('/main');
  await expect(bellOf(page)).toBeVisible();
  await expect.poll(() => unreadChats(page)).toBe(0);
  await sender.call('POST', `/api/mail/send-mail/${roomId}`, { content: unique('들리나요') });
  let passed = 0;
  await expect(async () => {
    await page.clock.runFor(2_000);
    passed += 2;
    expect(await unreadChats(page)).toBe(1);
  }).toPass({ intervals: [50] });
  // The second failure comes within 3 s; polling starts then.
  expect(passed).toBeLessThanOrEqual(40);
});

test('who has read a notification may have the next one on a device [PUSH-01] @whole', async ({
  open,
}) => {
  const { page, context } = await open(WRITER, { phone: true });
  const device = await giveDevice(context);
  try {
    const title = unique('멀리서 기다리는 글');
    const post = await seedPost(WRITER, { board: 'FREE', title });
    await seedComment(READER, post.id, unique('먼저 온 댓글'));
    await page.goto('/support');
    const bell = page.getByRole('dialog', { name: '알림' });
    const question = bell.getByRole('region', { name: '기기 알림' });
    await bellOf(page).click();
    await bell.getByText(title).first().click();
    await expect(page).toHaveURL(new RegExp(post.path));
    await bellOf(page).click();
    await question.getByRole('button', { name: '받기' }).click();
    await expect(question).toBeHidden();
    await page.goto('/support');
    const words = unique('멀리까지 가는 댓글');
    await seedComment(READER, post.id, words);
    await expect.poll(() => device.received.map(({ body }) => body).join()).toContain(words);
    expect(device.received[0]?.url).toContain(post.path);
  } finally {
    await device.close();
  }
});

test('members follow a post and a board, and find what they follow in their settings @whole', async ({
  open,
}) => {
  const post = await seedPost(WRITER, { board: 'FREE', title: unique('이어질 이야기') });
  const { page } = await open(READER);
  await page.goto(post.path);
  const thread = threadOf(page);
  const own = unique('첫 댓글입니다');
  await thread.write(own);
  await expect(thread.item(own)).toBeVisible();
  const offer = page.getByRole('region', { name: '새 댓글 알림' });
  await offer.getByRole('button', { name: '알림 받기' }).click();
  const following = page.getByRole('button', { name: '새 댓글 알림 받기' });
  await expect(following).toHaveAttribute('aria-pressed', 'true');
  await expect(offer).toHaveCount(0);

  await page.goto('/main/community/review');
  await page.getByRole('button', { name: '새 글 알림 받기' }).click();
  await expect(page.getByText('새 글이 올라오면 알려 드립니다.')).toBeVisible();

  const before = await unread(page);
  for (const words of ['둘째', '셋째']) await seedComment(WRITER, post.id, unique(words));
  await seedPost(WRITER, { board: 'REVIEW', title: unique('기다린 후기') });
  await expect.poll(() => unread(page)).toBeGreaterThanOrEqual(before + 2);
  await bellOf(page).click();
  const panel = page.getByRole('dialog', { name: /알림/ });
  await expect(panel.getByText(`알림을 켠 '${post.title}' 글에 새 댓글 2개`)).toBeVisible();
  await expect(panel.getByText(/^후기게시판에 .+ 올라왔습니다\.$/)).toBeVisible();

  const reader = await apiAs(READER);
  await reader.call('PUT', '/api/board/follow', { boardType: 'REVIEW', follows: false });
  await panel.getByText(`알림을 켠 '${post.title}'`).click();
  await expect(page.getByRole('heading', { level: 1, name: post.title })).toBeVisible();
  await following.click();
  await expect(following).toHaveAttribute('aria-pressed', 'false');
});

test('a member is notified at once of a post with their keyword, and of no other [NOTIF-81] @whole', async ({
  open,
}) => {
  const word = unique('등대');
  const { page } = await open(READER);
  await page.goto('/mypage/account/notifications');
  await typeInto(page, page.getByRole('textbox', { name: '새 키워드' }), word);
  await page.keyboard.press('Enter');
  const removal = page.getByRole('button', { name: `${word} 삭제` });
  await expect(removal).toBeVisible();

  await bellOf(page).click();
  const panel = page.getByRole('dialog', { name: '알림', exact: true });
  const tidingOf = (title: string) => panel.getByRole('listitem').filter({ hasText: title });
  const first = unique('첫 소식');
  await seedPost(WRITER, { board: 'FREE', title: `${first} ${word}` });
  await expect(tidingOf(first)).toContainText(`'${word}' 키워드가 있는 글이 올라왔습니다`);
  const [other, last] = [unique('다른 소식'), unique('끝 소식')];
  await seedPost(WRITER, { board: 'FREE', title: other });
  // Posts notify in order: once this one has, the one before it will not.
  await seedPost(WRITER, { board: 'FREE', title: last, content: `<p>글 속의 ${word}</p>` });
  await expect(tidingOf(last)).toBeVisible();
  await expect(tidingOf(other)).toHaveCount(0);

  await tidingOf(first).getByRole('button').first().click();
  await expect(page.getByRole('heading', { level: 1, name: first })).toBeVisible();
  await page.goBack();
  await removal.click();
  await expect(page.getByRole('button', { name: `${word} 되돌리기` })).toBeVisible();
});
