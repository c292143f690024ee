import { ROLES, type Role } from '@naru/contract/roles';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEvent } from '../domain/live/live-events.ts';
import { deliver, subscribe } from '../features/push/push.fixture.ts';
import { PEOPLE, type Person } from '../testing/anonymity/anonymity-world.ts';
import { writeComment } from '../testing/factories/comments.ts';
import { readEvents } from '../testing/factories/events.ts';
import { createMember } from '../testing/factories/members.ts';
import { createPost } from '../testing/factories/posts.ts';
import { allowAnonymous } from '../testing/factories/settings.ts';
import { startPushService, type TestPushService } from '../testing/push-service.ts';
import { createTestApp, type SignedIn, type TestApp } from '../testing/test-app.ts';

/*
 * What members get without asking while others write anonymously, and what the server writes down, in two
 * worlds that differ in who writes. `tests/anonymity.test.ts` compares what they get by asking.
 */
const WORD = '속마음';

interface World {
  t: TestApp;
  viewers: Record<Role, SignedIn>;
  /** What each viewer got: notices, live events, pushed messages and e-mails. */
  got: Record<Role, unknown>;
  /** Lines of the log that the writing left. */
  lines: string[];
}

let service: TestPushService;
const worlds: World[] = [];
beforeAll(async () => {
  service = await startPushService();
  worlds.push(await act({ author: 'haneul', first: 'bada', second: 'areum' }));
  worlds.push(await act({ author: 'bada', first: 'areum', second: 'haneul' }));
});
afterAll(async () => {
  for (const { t } of worlds) await t.close();
  await service.close();
});

/** People who follow what can be followed, wait for words and have a device, whoever writes. */
async function gather(t: TestApp) {
  const people = {} as Record<Person, SignedIn>;
  const viewers = {} as Record<Role, SignedIn>;
  const join = async (role: Role, name: string, nickname: string) => {
    const values = { username: name, email: `${name}@g.kmou.ac.kr`, nickname, name: `실명${name}` };
    const member = await t.signInAs(await createMember(t.db, role, values));
    const put = async (url: string, body: object, method = 'PUT') => {
      const { status, text } = await t.call(method, url, { as: member, body });
      if (status >= 300) throw new Error(`${url} refused: ${text}`);
    };
    await put('/api/board/follow', { boardType: 'FREE', follows: true });
    await put('/api/member/alert-words', { word: WORD }, 'POST');
    await t.services.live.place(member.id);
    return member;
  };
  for (const [name, { role, nickname }] of Object.entries(PEOPLE)) {
    people[name as Person] = await join(role, name, nickname);
  }
  for (const [at, role] of ROLES.entries())
    viewers[role] = await join(role, `seer${at}`, `본${at}`);
  return { people, viewers };
}

async function act(cast: Record<'author' | 'first' | 'second', Person>): Promise<World> {
  const t = await createTestApp({ env: { PUSH_SERVICES: 'http://127.0.0.1' } });
  const { people, viewers } = await gather(t);
  const browsers = {} as Record<Role, ReturnType<TestPushService['subscribe']>>;
  for (const role of ROLES) {
    browsers[role] = service.subscribe();
    await subscribe(t, viewers[role], browsers[role]);
  }
  await allowAnonymous(t, 'FREE');
  const [author, first, second] = [people[cast.author], people[cast.first], people[cast.second]];
  t.logs.length = 0;
  const ids: number[] = [];
  /** One thing after the other, with what it causes. */
  const then = async <T>(work: () => Promise<T>): Promise<T> => {
    t.clock.advance(10);
    const result = await work();
    await t.services.events.drain();
    return result;
  };
  const say = async (as: SignedIn, postId: number, parentId?: number): Promise<number> => {
    const more = parentId === undefined ? {} : { parentId };
    const { id } = await then(() => writeComment(t, as, postId, { content: WORD, ...more }));
    ids.push(id);
    return id;
  };
  for (const boardType of ['FREE', 'SECRET'] as const) {
    const more = boardType === 'SECRET' ? {} : { anonymous: true };
    const title = `이름 없는 ${WORD} ${boardType}`;
    const id = await then(() => createPost(t, author, { boardType, title, ...more }));
    ids.push(id);
    for (const role of ROLES) {
      const as = viewers[role];
      await t.call('PUT', `/api/post/${id}/follow`, { as, body: { follows: true } });
    }
    await say(first, id);
    const foreign = await say(viewers.STUDENT, id);
    const own = await say(author, id);
    await say(second, id, foreign);
    await then(() => t.call('POST', `/api/comment/${foreign}/like`, { as: author }));
    await then(() => t.call('POST', `/api/post/${id}/like`, { as: people.haneul }));
    const body = { content: '고친 말' };
    await then(() => t.call('PUT', `/api/comment/${own}`, { as: author, body }));
    await then(() => t.call('DELETE', `/api/post/${id}`, { as: viewers.STUDENT }));
    await then(() => t.call('DELETE', `/api/comment/${own}`, { as: author }));
  }
  const lines = [...t.logs];
  t.clock.advance(60 * 60);
  await deliver(t);
  // In the morning of a day on which all have been away for long.
  t.clock.set(new Date('2026-11-29T23:10:00Z'));
  await t.services.digest.sendDue();
  const mails = await t.mails();
  const got = {} as Record<Role, unknown>;
  for (const role of ROLES) {
    const viewer = viewers[role];
    const as = await t.signInAs(viewer);
    const { json } = await t.call('GET', '/api/member/my-notices', { as });
    // Those of posts and of notices come from transactions that do not wait for each other.
    const events = (await readEvents(t, viewer))
      .map((row) => masked(openEvent(t.seal, row.payload), ids))
      .toSorted();
    const pushed = browsers[role].received.map(({ title, body, url }) => ({
      title,
      body,
      url,
    }));
    const mailed = mails.filter(({ to }) => to === viewer.email);
    got[role] = masked({ json, events, pushed, mailed, count: json.notices.length }, ids);
  }
  return { t, viewers, got, lines: lines.map((line) => String(masked(line, ids))) };
}

/** Random ids by their order; what differs between any two runs is left out. */
function masked(value: unknown, ids: number[]): string {
  const text = JSON.stringify(value, null, 1);
  return ids
    .toSorted((a, b) => b - a)
    .reduce((left, id) => left.replaceAll(String(id), `#${ids.indexOf(id)}`), text)
    .replace(/"id": \d+/g, '"id": 0')
    .replace(/digest\/stop[^"\s\\]*|digest#[^"\s\\]*|digest\?[^"\s\\]*/g, 'STOP')
    .replace(/\\"(time|pid|hostname|traceId|requestId|ms)\\":[^,}]+/g, '');
}

it.each(ROLES)(
  'a %s gets the same without asking, whoever writes [ANON-07, ANON-21, ANON-22, ANON-23, ANON-63]',
  (role) => {
    const [one, two] = worlds;
    expect(two?.got[role]).toEqual(one?.got[role]);
    for (const { nickname } of Object.values(PEOPLE))
      expect(one?.got[role]).not.toContain(nickname);
    expect(one?.got[role]).not.toMatch(/haneul|bada|areum/);
  },
);

it('there is something of each kind to compare [ANON-63]', () => {
  for (const { got, lines } of worlds) {
    const text = String(got.STUDENT);
    for (const kind of ['"subType": "reply"', '"followed-post"', '"keyword"', '"pushed": [\n  {']) {
      expect(text).toContain(kind);
    }
    expect(text).toContain('"mailed": [\n  {');
    expect(lines.length).toBeGreaterThan(30);
  }
});

it('the log has the same lines, whoever writes, and none with an id of what was written [ANON-27]', () => {
  const [one, two] = worlds;
  expect(two?.lines).toEqual(one?.lines);
  expect(one?.lines.join()).not.toMatch(/#\d|haneul|bada|areum/);
});
