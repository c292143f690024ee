import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prove } from '../features/account/account.fixture.ts';
import { deliver } from '../features/push/push.fixture.ts';
import {
  arrivedAt,
  type BlockWorld,
  buildBlockWorld,
  type Call,
  done,
  type Story,
  signInAgain,
  WORD,
} from '../testing/blocks/block-world.ts';
import { ALONE, actsOfOther, READS, WRITES } from '../testing/blocks/calls.ts';
import { contractCalls } from '../testing/matrix/mounted.ts';
import { clearThrottles } from '../testing/matrix/world.ts';
import { startPushService, type TestPushService } from '../testing/push-service.ts';
import type { SignedIn, TestApp } from '../testing/test-app.ts';
import { unzip } from '../testing/unzip.ts';

/*
 * What a member sees, gets and may do in two worlds: in one a stranger, who has been nothing to the member
 * or whose friendship has ended, in the other the member is blocked.
 */

type Asked = readonly [call: string, status: number, content: unknown];

interface Lived {
  world: BlockWorld;
  /** Responses to `me` by call, before the writes, to them, and after what `other` did then. */
  responses: Record<'read' | 'written' | 'readLast', Map<string, unknown>>;
  arrived: Awaited<ReturnType<typeof arrivedAt>>;
  mails: string[];
  atOther: Awaited<ReturnType<typeof arrivedAt>>;
}

const PAIRS = [
  ['a stranger', 'stranger', 'blocked'],
  ['a friend whose friendship ended', 'left friend', 'blocked friend'],
  ['a stranger whose request waits', 'asked', 'asked, blocked'],
] as const;

let service: TestPushService;
const lives = {} as Record<Story, Lived>;
beforeAll(async () => {
  service = await startPushService();
  const stories = PAIRS.flatMap(([, story, blockedStory]) => [story, blockedStory]);
  const all = await Promise.all(stories.map(live));
  for (const [at, story] of stories.entries()) lives[story] = all[at] as Lived;
  // Six servers, each with hundreds of calls one after the other.
}, 600_000);
afterAll(async () => {
  for (const { world } of Object.values(lives)) await world.t.close();
  await service.close();
});

/** Ids of notifications count those of others, those of sessions are random, and addresses of pages signed. */
function plain(text: string): string {
  return text
    .replace(/"id":\d+,"type"/g, '"id":0,"type"')
    .replace(/"[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}"/g, '"UUID"')
    .replace(/"requestId":"[^"]+"/g, '"requestId":""')
    .replace(/(digest\/stop|digest#)[^"\s\\]*/g, 'STOP');
}

async function ask({ t, me }: BlockWorld, [method, url, body]: Call): Promise<Asked> {
  await clearThrottles(t);
  t.clock.advance(1);
  if (url === '/api/member/export') return [`${method} ${url}`, 200, await exportOf(t, me)];
  const result = await t.call(method, url, { as: me, ...(body !== undefined && { body }) });
  if (result.status === 401) throw new Error(`signed out at ${method} ${url}`);
  await t.services.events.drain();
  return [`${method} ${url}`, result.status, plain(result.text)];
}

/** What the file says, and which files are in it. */
async function exportOf(t: TestApp, as: SignedIn): Promise<unknown> {
  await prove(t, as);
  const { statusCode, rawPayload } = await t.app.inject({
    url: '/api/member/export',
    headers: as.headers,
  });
  if (statusCode !== 200) throw new Error(`no export: ${rawPayload}`);
  const files = unzip(rawPayload);
  const json = JSON.parse(files.get('export.json')?.toString() ?? '');
  return JSON.parse(plain(JSON.stringify([[...files.keys()], json])));
}

async function askAll(world: BlockWorld, calls: Record<string, (world: BlockWorld) => Call[]>) {
  const responses = new Map<string, unknown>();
  await signInAgain(world);
  for (const [name, callsOf] of Object.entries(calls)) {
    const all: unknown[] = [];
    for (const call of callsOf(world)) all.push(await ask(world, call));
    responses.set(name, all);
  }
  return responses;
}

/** Opens pages of both, which receive events for a while. */
async function listen({ t, me, other }: BlockWorld): Promise<void> {
  for (const { id } of [me, other]) await t.services.live.place(id);
}

async function live(story: Story): Promise<Lived> {
  const world = await buildBlockWorld(service, story);
  const { t, posts } = world;
  const before = (await arrivedAt(world, 'me')).events.length;
  const atOtherBefore = (await arrivedAt(world, 'other')).events.length;
  const read = await askAll(world, READS);
  await listen(world);
  const written = await askAll(world, WRITES);
  t.clock.advance(60 * 60);
  await deliver(t);
  const atOther = await arrivedAt(world, 'other', atOtherBefore);
  await signInAgain(world);
  const { json } = await t.call('GET', `/api/post/${posts.question}/comments`, { as: world.me });
  await listen(world);
  for (const act of actsOfOther(world, json.comments[0].id)) await done(t, world.other, act);
  await t.services.notifications.sendNotifications();
  t.clock.advance(60 * 60);
  await deliver(t);
  const arrived = await arrivedAt(world, 'me', before);
  // What is read is in no digest.
  t.clock.set(new Date('2026-11-26T23:10:00Z'));
  await t.services.digest.sendDue();
  const mails = (await t.mails())
    .filter(({ to }) => to === world.me.email)
    .map(({ text }) => plain(text));
  const readLast = await askAll(world, READS);
  return { world, responses: { read, written, readLast }, arrived, mails, atOther };
}

describe.each(PAIRS)('a blocked member and %s', (_name, story, blockedStory) => {
  it.each(Object.keys(READS))('see the same by %s [FRIEND-07, FRIEND-80]', (name) => {
    for (const when of ['read', 'readLast'] as const) {
      expect(lives[blockedStory].responses[when].get(name), when).toEqual(
        lives[story].responses[when].get(name),
      );
    }
  });

  it.each(Object.keys(WRITES))('get the same response to %s [FRIEND-07, FRIEND-80]', (name) => {
    expect(lives[blockedStory].responses.written.get(name)).toEqual(
      lives[story].responses.written.get(name),
    );
  });

  it('receive the same without asking, by events, devices and e-mail [FRIEND-80]', () => {
    const plainly = ({ arrived, mails }: Lived) =>
      JSON.parse(plain(JSON.stringify({ arrived, mails })));
    expect(plainly(lives[blockedStory])).toEqual(plainly(lives[story]));
  });
});

/** The calls that `me` never asked for with such a status. */
function neverAsked(when: 'read' | 'written' | 'readLast', isRight: (status: number) => boolean) {
  return [...lives.stranger.responses[when]].flatMap(([name, asked]) => {
    const pattern = new RegExp(`^${name.replace(/:\w+/g, '[^/?]+')}(\\?|$)`);
    const isAsked = (asked as Asked[]).some(
      ([call, status]) => pattern.test(call) && isRight(status),
    );
    return isAsked ? [] : [name];
  });
}

it('covers every call of the contract in which another member can occur', () => {
  expect(neverAsked('readLast', (status) => status === 200)).toEqual([]);
  expect(neverAsked('written', () => true)).toEqual([]);

  const missing = [...contractCalls()].filter(
    ([call]) =>
      READS[call] === undefined &&
      WRITES[call] === undefined &&
      !ALONE.some((pattern) => pattern.test(call)),
  );
  expect(missing.map(([call]) => call)).toEqual([]);
});

it('there is something to compare', () => {
  const { responses, arrived, mails, atOther } = lives.stranger;
  const text = String(responses.readLast.get('GET /api/member/my-notices'));
  for (const kind of [
    '등대지기님이 댓글을',
    '좋아합니다',
    'mention',
    'accept',
    'keyword',
    'followed-post',
  ])
    expect(text).toContain(kind);
  expect(arrived.pushed.length).toBeGreaterThan(0);
  expect(mails.join()).toContain(WORD);
  expect(atOther.events.length).toBeGreaterThan(5);
  expect(atOther.pushed.length).toBeGreaterThan(0);
});

const BLOCKED = PAIRS.map(([, , story]) => story);

describe('the member who blocks [FRIEND-07, CHAT-97]', () => {
  it.each(BLOCKED)('gets nothing from the %s', async (story) => {
    const { world, atOther } = lives[story];
    await signInAgain(world);
    // That a post has changed says nothing of who changed it.
    const events = atOther.events.filter((event) => event?.type !== 'post');
    expect([events, atOther.pushed]).toEqual([[], []]);
    const { t, other, room } = world;
    const get = async (url: string) => (await t.call('GET', url, { as: other })).json;
    expect((await get('/api/member/my-notices')).notices).toEqual([]);
    expect((await get('/api/mail/check-new')).newMailCount ?? 0).toBe(0);
    const { roomDtos } = await get('/api/mail/my-room');
    // The room of a team is there because the member has applied to it.
    const [item, ...others] = roomDtos.filter(({ team }: { team?: object }) => !team);
    expect(others).toEqual([]);
    expect(item.lastMessage).not.toContain('파도');
    expect(JSON.stringify(await get(`/api/mail/messages/${room}`))).not.toContain('파도');
    expect(
      (await get(`/api/mail/search/${room}?query=${encodeURIComponent('파도')}`)).hits,
    ).toEqual([]);
  });

  it('gets later messages once the block is lifted, and none from before', async () => {
    const { world } = lives.blocked;
    await signInAgain(world);
    const { t, me, other, room } = world;
    await done(t, other, ['DELETE', `/api/friend/block/${me.id}`]);
    await done(t, me, ['POST', `/api/mail/send-mail/${room}`, { content: '파도가 다시 옵니다' }]);
    const { json } = await t.call('GET', `/api/mail/messages/${room}`, { as: other });
    const contents = json.messages.map(({ content }: { content: string }) => content);
    expect(contents.filter((content: string) => content.includes('파도'))).toEqual([
      '파도가 다시 옵니다',
    ]);
  });
});
