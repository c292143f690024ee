import { expectCleanThemes } from './support/axe.ts';
import { bubble, composerOf, HAESOL, logOf, longPress, openRoom, TENSOR } from './support/chat.ts';
import { typeHangul } from './support/hangul.ts';
import { DEMO_ROOM } from './support/lectures.ts';
import { watchStreams } from './support/live.ts';
import { makePng } from './support/png.ts';
import { expect, test } from './support/test.ts';

test('two friends chat: each message appears once and complete, with live read marks', {
  tag: '@several',
}, async ({ open }) => {
  const { page: haesol } = await open(HAESOL.username);
  const { page: tensor } = await open(TENSOR.username, { phone: true });
  const streams = [haesol, tensor].map(watchStreams);
  await openRoom(haesol, TENSOR.nickName);
  await composerOf(haesol).focus();
  const text = `점심 같이 먹자 ${Date.now()}`;
  await typeHangul(haesol, `${text} 응`, { openEnd: true });
  await haesol.keyboard.press('Enter');
  await expect(composerOf(haesol)).toHaveValue('');
  await expect(bubble(haesol, `${text} 응`)).toHaveCount(1);
  await expect(bubble(haesol, text)).not.toContainText('읽음');

  await openRoom(tensor, HAESOL.nickName);
  await expect(bubble(tensor, `${text} 응`)).toHaveCount(1);
  await expect(bubble(haesol, text)).toContainText('읽음');

  await composerOf(tensor).fill(`${text} 좋아요`);
  await tensor.getByRole('button', { name: '보내기', exact: true }).tap();
  await expect(bubble(haesol, `${text} 좋아요`)).toHaveCount(1);
  await expect(bubble(tensor, `${text} 좋아요`)).toHaveCount(1);
  // Both pages used one live stream, without polling.
  for (const stream of streams) await stream.expectOneStream();

  await tensor.goBack();
  await expect(tensor.getByRole('link', { name: new RegExp(HAESOL.nickName) })).toBeFocused();
});

test('a failed message stays, survives a reload and is sent once on retry [CHAT-16] @whole', async ({
  open,
}) => {
  const { page } = await open(HAESOL.username);
  await openRoom(page, TENSOR.nickName);
  const refuse = { status: 429, json: { error: 'MAIL_THROTTLED', message: '너무 빠릅니다.' } };
  await page.route('**/api/mail/send-mail/*', (route) => route.fulfill(refuse));
  const text = `다시 보낼 글 ${Date.now()}`;
  await composerOf(page).fill(text);
  await composerOf(page).press('Enter');
  await expect(bubble(page, text)).toContainText('전송하지 못했습니다');
  await page.reload();
  await expect(bubble(page, text)).toContainText('전송하지 못했습니다');
  // Messages that arrive above it would move the button away under the mouse.
  await expect(logOf(page).getByRole('listitem').nth(1)).toBeVisible();
  await page.unroute('**/api/mail/send-mail/*');
  await bubble(page, text).getByRole('button', { name: '다시 보내기' }).click();
  await expect(bubble(page, text)).not.toContainText('전송하지 못했습니다');
  await page.reload();
  await expect(bubble(page, text)).toHaveCount(1);
});

test('an open chat has no accessibility violation in both themes @whole', async ({ open }) => {
  const { page } = await open(HAESOL.username);
  await openRoom(page, TENSOR.nickName);
  const refuse = { status: 429, json: { error: 'MAIL_THROTTLED', message: '너무 빠릅니다.' } };
  await page.route('**/api/mail/send-mail/*', (route) => route.fulfill(refuse));
  await composerOf(page).fill('https://naru.example 이 글은 가지 않습니다');
  await composerOf(page).press('Enter');
  await expect(bubble(page, '이 글은')).toContainText('전송하지 못했습니다');
  await composerOf(page).fill('가'.repeat(2001));
  await expect(page.getByText('2,001/2,000')).toBeVisible();
  await expectCleanThemes(page, 'open chat');
});

test('a picture, a recall, a search and a report between two friends [CHAT-91, CHAT-92, CHAT-93, CHAT-94] @whole', async ({
  open,
}) => {
  const { page: haesol } = await open(HAESOL.username, { phone: true });
  const { page: tensor } = await open(TENSOR.username);
  await openRoom(haesol, TENSOR.nickName);
  await openRoom(tensor, HAESOL.nickName);

  const png = { name: '사진.png', mimeType: 'image/png', buffer: makePng(64, 48, [20, 120, 160]) };
  const refuse = {
    status: 429,
    json: { error: 'UPLOAD_QUOTA', message: '잠시 후에 올려 주세요.' },
  };
  await haesol.route('**/files/chat-upload/*', (route) => route.fulfill(refuse), { times: 1 });
  await haesol.getByTestId('chat-pictures').setInputFiles(png);
  await bubble(haesol, '전송하지 못했습니다').getByRole('button', { name: '다시 보내기' }).tap();
  const sent = haesol.getByRole('img', { name: '내가 보낸 사진' }).last();
  await expect(sent).toHaveAttribute('src', /^\/files\/chat\//);
  const received = tensor.getByRole('img', { name: `${HAESOL.nickName} 님이 보낸 사진` }).last();
  await expect(received).toHaveJSProperty('complete', true);
  await expect(received).not.toHaveJSProperty('naturalWidth', 0);
  expect(await received.getAttribute('src')).not.toBe(await sent.getAttribute('src'));

  const word = `약속${Date.now()}`;
  await composerOf(haesol).fill(`${word} 잊지 마`);
  await haesol.getByRole('button', { name: '보내기', exact: true }).tap();
  await expect(bubble(tensor, word)).toHaveCount(1);
  await tensor.getByRole('button', { name: '대화에서 검색' }).click();
  await tensor.getByRole('textbox', { name: '대화에서 검색' }).fill(word);
  await tensor.keyboard.press('Enter');
  await tensor.getByRole('list', { name: '검색한 메시지' }).getByRole('button').click();
  await expect(bubble(tensor, word)).toBeInViewport();
  await tensor.getByRole('button', { name: '검색 닫기' }).click();

  await bubble(tensor, word).getByRole('button', { name: /메뉴$/ }).click();
  await tensor.getByRole('menuitem', { name: '신고' }).click();
  await tensor.getByRole('radio', { name: '광고·도배' }).check();
  await tensor.getByRole('checkbox', { name: /앞뒤 대화도/ }).check();
  await tensor.getByRole('button', { name: '신고', exact: true }).click();
  await expect(tensor.getByText('신고가 접수되었습니다.')).toBeVisible();

  await longPress(haesol, bubble(haesol, word));
  await haesol.getByRole('button', { name: '회수', exact: true }).tap();
  await expect(bubble(haesol, '회수된 메시지').last()).toBeVisible();
  await expect(bubble(tensor, word)).toHaveCount(0);
  await expect(bubble(tensor, '회수된 메시지').last()).toBeVisible();
});

test('a reply, a reaction and the chat room of a lecture, which refuses others [CHAT-98, CHAT-99, CHAT-100, CHAT-101, CHAT-104] @whole', async ({
  open,
}) => {
  const { page: haesol } = await open(HAESOL.username);
  const { page: squid } = await open('20250136', { phone: true });
  const { page: tensor } = await open(TENSOR.username);

  await tensor.goto(DEMO_ROOM);
  await expect(tensor.getByRole('heading', { name: '자료구조' })).toBeVisible();
  await expect(tensor.getByRole('button', { name: /^채팅방/ })).toHaveCount(0);

  await haesol.goto(DEMO_ROOM);
  await haesol.getByRole('button', { name: /^채팅방/ }).click();
  await openRoom(squid, '자료구조');

  const word = `질문${Date.now()}`;
  const reply = `${Date.now()} 네 물어보세요`;
  await composerOf(squid).fill(`${word} 있어요`);
  await squid.getByRole('button', { name: '보내기', exact: true }).tap();
  const asked = bubble(haesol, word);
  await expect(asked).toHaveCount(1);
  await asked.hover();
  await asked.getByRole('button', { name: /메뉴$/ }).click();
  await haesol.getByRole('menuitem', { name: '답장' }).click();
  await typeHangul(haesol, reply, { openEnd: true });
  await haesol.keyboard.press('Enter');
  const answer = bubble(squid, reply);
  await expect(answer.getByRole('button', { name: new RegExp(`나.*${word}`) })).toBeVisible();

  await longPress(squid, answer.getByText(reply));
  await squid.getByRole('button', { name: '고마워요', exact: true }).tap();
  const shown = bubble(haesol, reply).getByRole('button', { name: '반응: 고마워요 1' });
  await shown.click();
  await expect(haesol.getByRole('dialog', { name: '반응' })).toContainText('오징어');
  await haesol.keyboard.press('Escape');

  await haesol.getByRole('button', { name: '채팅방 메뉴' }).click();
  await haesol.getByRole('menuitem', { name: '채팅방 나가기' }).click();
  await haesol.getByRole('button', { name: '되돌리기' }).click();
  await expect(bubble(haesol, word)).toHaveCount(2);
});
