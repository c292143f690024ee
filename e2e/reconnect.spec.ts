import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { type ApiClient, apiAs, unique } from './support/api.ts';
import { bubble, composerOf, HAESOL, openRoom, TENSOR } from './support/chat.ts';
import { bellOf, requestsWaiting, unread, watchStreams } from './support/live.ts';
import { copyDemoData, freePort, startNaru } from './support/server.ts';
import { test as base, expect } from './support/test.ts';

/** What a message says that is sent by itself later. */
const WAITS = '연결되면 자동으로 보냅니다.';
const AWAY_MS = 10_000;
/** Pages reconnect after 20 s at the latest; polling would start after 30 s. */
const BACK_MS = 28_000;
const STREAM = '**/api/events';

/** A friend of neither. */
const RAON = '20260158';

interface ServerControl {
  /** Stops the server gracefully. */
  stop: () => Promise<void>;
  /** Restarts it on the same port and data. */
  start: () => Promise<void>;
}

/** A server for this file that keeps its address across restarts. */
const test = base.extend<{
  serverControl: ServerControl;
  ownServer: { url: string; dataDir: string; port: number };
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameters of a fixture
  ownServer: async ({}, use) => {
    const [dataDir, port] = [await copyDemoData(), await freePort()];
    await use({ dataDir, port, url: `http://127.0.0.1:${port}` });
    await rm(dataDir, { recursive: true, force: true });
  },
  baseURL: ({ ownServer }, use) => use(ownServer.url),
  serverControl: [
    async ({ ownServer: { dataDir, port } }, use) => {
      let server = await startNaru({ dataDir, port });
      await use({
        stop: async () => void (await server.stop()),
        start: async () => {
          server = await startNaru({ dataDir, port });
        },
      });
      await server.stop();
    },
    { auto: true },
  ],
});

async function send(page: Page, text: string): Promise<void> {
  await composerOf(page).fill(text);
  await composerOf(page).press('Enter');
}

type Me = { id: number; newNoticeCount: number; friendRequestCount: number };

async function meOf(client: ApiClient): Promise<Me> {
  return (await client.call<{ meDto: Me }>('GET', '/api/member/me')).meDto;
}

async function hasNotification(client: ApiClient, text: string): Promise<boolean> {
  return JSON.stringify(await client.call('GET', '/api/member/my-notices')).includes(text);
}

async function roomWith(client: ApiClient, nickName: string): Promise<number> {
  type Rooms = { roomDtos: { roomId: number; partner: { nickName: string } }[] };
  const { roomDtos } = await client.call<Rooms>('GET', '/api/mail/my-room');
  const room = roomDtos.find(({ partner }) => partner.nickName === nickName);
  if (room === undefined) throw new Error(`no room with ${nickName}`);
  return room.roomId;
}

test('both members catch up after a server outage of 10 s without loss or duplicates @whole', async ({
  open,
  serverControl,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const [haesol, tensor, raon] = [
    await apiAs(HAESOL.username, baseURL),
    await apiAs(TENSOR.username, baseURL),
    await apiAs(RAON, baseURL),
  ];
  const roomId = await roomWith(haesol, TENSOR.nickName);
  const title = unique('기다리는 글');
  const post = await haesol.call<{ id: number }>('POST', '/api/post/post-up', {
    ...{ boardType: 'FREE', title, content: '<p>돌아올까요?</p>', imageUrls: null },
  });
  const path = `/main/community/free/post/${post.id}`;
  const comment = (client: ApiClient, content: string) =>
    client.call('POST', `/api/post/${post.id}/comments`, { content, parentId: null });
  await comment(tensor, '가기 전의 댓글');

  // One member has the chat and the post open, the other the chat.
  const one = await open(HAESOL.username, { survives: true });
  const other = await open(TENSOR.username, { survives: true });
  const [room, partner, page] = [one.page, other.page, await one.context.newPage()];
  const streams = [room, partner, page].map(watchStreams);
  await openRoom(partner, HAESOL.nickName);
  // Before the second tab, which shares the tokens.
  await openRoom(room, TENSOR.nickName);
  await page.goto(path);
  await expect(page.getByText('가기 전의 댓글')).toBeVisible();
  for (const stream of streams) await stream.ready();
  // Notifications of logins are delivered after their cause.
  for (const client of [haesol, tensor]) {
    await expect.poll(() => hasNotification(client, '새 기기'), { timeout: 15_000 }).toBe(true);
  }
  // The open page has read that of the first comment.
  await expect.poll(() => hasNotification(haesol, title)).toBe(false);
  const [me, them] = [await meOf(haesol), await meOf(tensor)];
  await expect.poll(() => unread(page)).toBe(me.newNoticeCount);

  await serverControl.stop();
  const gone = delay(AWAY_MS);
  const typed = [
    unique('없는 동안 쓴 글'),
    unique('바로 뒤의 글'),
    unique('저쪽에서 쓴 글'),
  ] as const;
  await send(room, typed[0]);
  await expect(bubble(room, typed[0])).toContainText(WAITS);
  await send(room, typed[1]);
  await expect(bubble(room, typed[1])).toContainText(WAITS);
  await send(partner, typed[2]);
  await expect(bubble(partner, typed[2])).toContainText(WAITS);
  await gone;
  let letIn = () => {};
  const gate = new Promise<void>((resolve) => {
    letIn = resolve;
  });
  for (const tab of [room, partner, page]) {
    await tab.route(STREAM, async (route) => {
      await gate;
      await route.continue();
    });
  }
  await serverControl.start();

  // Before any page has reconnected.
  const sent = ['첫째', '둘째', '셋째'].map((word) => unique(`${word} 소식`));
  for (const content of sent) {
    await haesol.call('POST', `/api/mail/send-mail/${roomId}`, { content });
  }
  const back = unique('답장');
  await tensor.call('POST', `/api/mail/send-mail/${roomId}`, { content: back });
  const words = unique('돌아온 뒤의 댓글');
  await comment(raon, words);
  await raon.call('POST', '/api/friend/add-friend', { id: me.id });
  await raon.call('POST', '/api/friend/add-friend', { id: them.id });
  for (const tab of [room, partner, page]) await expect(bellOf(tab)).toBeVisible();
  await expect(page.getByText(words)).toHaveCount(0);
  expect(streams.map(({ counts }) => counts.opened)).toEqual([1, 1, 1]);

  letIn();

  const all = [...sent, back, ...typed];
  for (const tab of [room, partner]) {
    for (const text of all) {
      await expect(bubble(tab, text)).toHaveCount(1, { timeout: BACK_MS });
      await expect(bubble(tab, text)).not.toContainText(WAITS, { timeout: BACK_MS });
    }
  }
  await expect(page.getByText(words)).toHaveCount(1, { timeout: BACK_MS });
  // One comment and two requests, each counted once.
  await expect.poll(() => requestsWaiting(page)).toBe(me.friendRequestCount + 1);
  await expect.poll(() => requestsWaiting(partner)).toBe(them.friendRequestCount + 1);
  await expect.poll(() => unread(page)).toBe(me.newNoticeCount + 2);
  await expect.poll(() => unread(partner)).toBe(them.newNoticeCount + 1);
  await bellOf(page).click();
  await expect(page.getByRole('dialog', { name: /알림/ }).getByText(`'${title}' 글에`)).toHaveCount(
    1,
  );

  // The streams resumed: no page reloaded, and each sent its own last id.
  for (const { counts } of streams) {
    // What a page shows may have come by polling, before its stream is back.
    await expect.poll(() => [counts.loads, counts.opened], { timeout: BACK_MS }).toEqual([1, 2]);
    expect(counts.lastIds).toEqual([
      expect.stringMatching(/^\d+$/),
      expect.stringMatching(/^\d+$/),
    ]);
  }
  const { messages } = await haesol.call<{ messages: { content: string }[] }>(
    'GET',
    `/api/mail/messages/${roomId}?size=50`,
  );
  // The call has the newest first.
  const contents = messages.map(({ content }) => content).toReversed();
  const stored = contents.filter((text) => all.includes(text));
  expect([...stored].sort()).toEqual([...all].sort());
  expect(stored.filter((text) => text === typed[0] || text === typed[1])).toEqual(
    typed.slice(0, 2),
  );
});
