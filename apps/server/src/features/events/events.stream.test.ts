import { sql } from 'drizzle-orm';
import pLimit from 'p-limit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { helloFrame, resetFrame } from '../../domain/live/live-events.ts';
import { startAt } from '../../domain/live/live-listening.ts';
import { type EventStream, openEventStream } from '../../testing/event-stream.ts';
import { writeComment } from '../../testing/factories/comments.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { expectWithin } from '../../testing/until-served.ts';

/** Parallel emits: fewer than database connections, which the streams need too. */
const AT_ONCE = 10;

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  await t.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => t.close());

const streams: EventStream[] = [];
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close();
  await expect.poll(() => t.services.streams.count()).toBe(0);
});

async function open(
  as: SignedIn | null,
  headers?: Record<string, string>,
  query?: string,
): Promise<EventStream> {
  const stream = await openEventStream(t, as, headers, query);
  streams.push(stream);
  return stream;
}

/** Opens a stream and waits for its hello. */
async function listen(as: SignedIn, headers?: Record<string, string>): Promise<EventStream> {
  const stream = await open(as, headers);
  await stream.next('hello');
  return stream;
}

const emitPost = (memberId: number, postId: number) =>
  t.services.live.transaction(async (_tx, emit) => emit(memberId, { type: 'post', postId }));

describe('GET /api/events', () => {
  it('refuses callers without a token, with a forged one and with one in the address [LIVE-02]', async () => {
    expect((await open(null)).status).toBe(401);
    const forged = await open(null, { authorization: 'Bearer a.b.c' });
    expect(forged.status).toBe(401);
    const member = await t.signIn();
    const token = member.headers.authorization.slice('Bearer '.length);
    expect((await open(null, {}, `?token=${token}&access_token=${token}`)).status).toBe(401);
  });

  it('refuses a foreign origin and accepts its own [LIVE-03]', async () => {
    const member = await t.signIn();
    const foreign = await open(member, { origin: 'https://elsewhere.example' });
    await foreign.until(foreign.isClosed);
    expect([foreign.status, foreign.json().error]).toEqual([403, 'ORIGIN_DENIED']);
    const own = await listen(member, { origin: 'http://127.0.0.1:3000' });
    expect(own.status).toBe(200);
  });

  it('returns an uncompressed, uncached stream [LIVE-01]', async () => {
    const member = await t.signIn();
    const stream = await listen(member, { 'accept-encoding': 'gzip, br' });
    expect(stream.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(stream.headers['content-encoding']).toBeUndefined();
    expect(stream.headers['cache-control']).toContain('no-store');
    expect(stream.headers['x-content-type-options']).toBe('nosniff');
    expect(stream.text()).toMatch(/^retry: \d+\nid: \d+\nevent: hello\n/);
  });

  it('sends an event to each stream of the member and to no other member [LIVE-01]', async () => {
    const [member, other] = [await t.signIn(), await t.signIn()];
    const [first, second, foreign] = [
      await listen(member),
      await listen(await t.signInAs(member)),
      await listen(other),
    ];
    await emitPost(member.id, 7);
    expect(await first.next('post')).toEqual({ type: 'post', postId: 7 });
    expect(await second.next('post')).toEqual({ type: 'post', postId: 7 });
    await emitPost(other.id, 8);
    await foreign.next('post');
    expect(foreign.received()).toHaveLength(1);
  });

  it('sends a comment, its notification and the read mark to the pages of the member [LIVE-10]', () =>
    expectWithin(1000, async () => {
      const [member, actor] = [await t.signIn(), await t.signIn()];
      const postId = await createPost(t, member);
      const [page, tab] = [await listen(member), await listen(member)];
      const startedAt = Date.now();
      await writeComment(t, actor, postId);
      const { notice, unreadCount } = await page.next('notice');
      expect(await page.next('post')).toEqual({ type: 'post', postId });
      const took = Date.now() - startedAt;
      expect(unreadCount).toBe(1);
      await t.call('POST', `/api/notice/read/${notice.id}`, { as: member });
      expect(await tab.next('notice-read')).toEqual({ type: 'notice-read', unreadCount: 0 });
      expect(page.received().map(({ id }) => Number(id))).toEqual([1, 2, 3]);
      return took;
    }));

  it('does not name who comments below an anonymous post [ANON-23]', async () => {
    const [member, actor] = [await t.signIn(), await t.signIn()];
    const postId = await createPost(t, member, { boardType: 'SECRET' });
    const page = await listen(member);
    await writeComment(t, actor, postId);
    await page.next('notice');
    await page.next('post');
    expect(page.text()).not.toContain(actor.nickname);
  });

  it('notifies commenters of a changed post, but not its author', async () => {
    const [author, voice, reader] = [await t.signIn(), await t.signIn(), await t.signIn()];
    const postId = await createPost(t, author);
    await writeComment(t, voice, postId);
    await t.services.events.drain();
    const [own, theirs, silent] = [await listen(author), await listen(voice), await listen(reader)];
    const body = { boardType: 'FREE', title: '고친 글', content: '<p>고침</p>', imageUrls: [] };
    await t.call('PUT', `/api/post/post-up/${postId}`, { as: author, body });
    expect(await theirs.next('post')).toEqual({ type: 'post', postId });
    await t.services.events.drain();
    expect([own.received(), silent.received()]).toEqual([[], []]);
  });

  it('responds to HEAD without a stream', async () => {
    const member = await t.signIn();
    const { status, headers } = await t.call('HEAD', '/api/events', { as: member });
    expect([status, headers['content-length']]).toEqual([200, '0']);
  });

  it('ignores parameters that name another member or a room [LIVE-04]', async () => {
    const [member, other] = [await t.signIn(), await t.signIn()];
    const query = `?memberId=${other.id}&member_id=${other.id}&userId=${other.id}&roomId=1`;
    const stream = await open(member, { 'x-member-id': String(other.id) }, query);
    await stream.next('hello');
    await emitPost(other.id, 1);
    await emitPost(member.id, 2);
    expect(await stream.next('post')).toEqual({ type: 'post', postId: 2 });
    expect(stream.received()).toHaveLength(1);
  });

  it('refuses the eleventh stream of a member, until one closes [LIVE-08]', async () => {
    const member = await t.signIn();
    const ten = await Promise.all(Array.from({ length: 10 }, () => listen(member)));
    const refused = await open(member);
    await refused.until(refused.isClosed);
    expect([refused.status, refused.json().error]).toEqual([429, 'STREAM_LIMIT']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    ten[0]?.close();
    await expect.poll(() => t.services.streams.count()).toBe(9);
    expect((await listen(member)).status).toBe(200);
  });

  it('lets members who come at once begin in common transactions [LIVE-44]', async () => {
    const members = await Promise.all(Array.from({ length: 40 }, () => t.signIn()));
    const places = await Promise.all(members.map(({ id }) => t.services.live.place(id)));
    expect(places).toEqual(members.map(() => 0));
    const { rows } = await t.db.execute<{ writers: number }>(
      `select count(distinct xmin::text) as writers from event_streams
        where member_id in (${members.map(({ id }) => id)})`,
    );
    expect(Number(rows[0]?.writers)).toBeLessThanOrEqual(2);
    await Promise.all(members.slice(0, 5).map(({ id }) => emitPost(id, 1)));
    const known = await Promise.all(members.map(({ id }) => t.services.live.place(id)));
    expect(known).toEqual(members.map((_, n) => (n < 5 ? 1 : 0)));
  });

  it('accepts ten of 30 parallel streams [LIVE-08]', async () => {
    const member = await t.signIn();
    const responses = await Promise.all(Array.from({ length: 30 }, () => open(member)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(20);
  });
});

it('accepts 50 new streams a second per address, over all members [LIVE-08]', async () => {
  const own = await createTestApp({ productionRates: true });
  await own.app.listen({ host: '127.0.0.1', port: 0 });
  const opened: EventStream[] = [];
  try {
    const members = await Promise.all(Array.from({ length: 6 }, () => own.signIn()));
    const openTen = (member: SignedIn) =>
      Promise.all(Array.from({ length: 10 }, () => openEventStream(own, member)));
    for (const member of members.slice(0, 5)) opened.push(...(await openTen(member)));
    expect(opened.map(({ status }) => status)).toEqual(Array(50).fill(200));
    const [, , , , , last] = members;
    if (last === undefined) throw new Error('six members');
    const refused = await openEventStream(own, last);
    await refused.until(refused.isClosed);
    expect([refused.status, refused.json().error]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    own.clock.advance(1);
    opened.push(await openEventStream(own, last));
    expect(opened.at(-1)?.status).toBe(200);
  } finally {
    for (const stream of opened) stream.close();
    await own.close();
  }
});

describe('Last-Event-ID', () => {
  it('starts a fresh stream with the events after its hello', async () => {
    const member = await t.signIn();
    const first = await listen(member);
    await emitPost(member.id, 1);
    await first.next('post');
    const second = await listen(member);
    expect(second.events[0]).toMatchObject({ id: '1', event: 'hello', data: { seq: 1 } });
    await emitPost(member.id, 2);
    await second.next('post');
    expect(second.received().map(({ data }) => data.postId)).toEqual([2]);
  });

  it('resumes from the liveSeq of GET /member/me', async () => {
    const member = await t.signIn();
    const { json } = await t.call('GET', '/api/member/me', { as: member });
    await emitPost(member.id, 5);
    const stream = await listen(member, { 'last-event-id': String(json.meDto.liveSeq) });
    expect(await stream.next('post')).toEqual({ type: 'post', postId: 5 });
    expect(stream.events.map(({ event }) => event)).not.toContain('reset');
  });

  it('resumes after each disconnect: none lost, none twice, in order, under 50 parallel events [LIVE-10]', async () => {
    const member = await t.signIn();
    const numbers = Array.from({ length: 50 }, (_, index) => index + 1);
    const steady = await listen(member);
    let lastId = steady.lastId();
    const got: number[] = [];
    const turn = pLimit(AT_ONCE);
    const storm = Promise.all(numbers.map((n) => turn(() => emitPost(member.id, n))));
    for (let seen = 0; seen < numbers.length; ) {
      const stream = await listen(member, { 'last-event-id': lastId });
      await stream.until(() => stream.received().length > 0);
      stream.close();
      lastId = stream.lastId();
      got.push(...stream.received().map(({ id }) => Number(id)));
      seen = got.length;
    }
    await storm;
    await steady.until(() => steady.received().length === numbers.length);
    expect(got).toEqual(numbers);
    expect(steady.received().map(({ id }) => Number(id))).toEqual(numbers);
    const posts = steady.received().map(({ data }) => data.postId);
    expect([...posts].sort((a, b) => a - b)).toEqual(numbers);
  });

  it('sends events of one transaction to the streams of several members', async () => {
    const [one, two] = [await t.signIn(), await t.signIn()];
    const [first, second] = [await listen(one), await listen(two)];
    const both = (a: number, b: number) =>
      t.services.live.transaction(async (_tx, emit) => {
        await emit(a, { type: 'post', postId: 1 });
        await emit(b, { type: 'post', postId: 2 });
      });
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? both(one.id, two.id) : both(two.id, one.id))),
    );
    await first.until(() => first.received().length === 20);
    await second.until(() => second.received().length === 20);
  });

  it('sends no event of a failed transaction', async () => {
    const member = await t.signIn();
    const stream = await listen(member);
    const failing = t.services.live.transaction(async (_tx, emit) => {
      await emit(member.id, { type: 'post', postId: 13 });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await emitPost(member.id, 14);
    await stream.next('post');
    expect(stream.received().map(({ data }) => data.postId)).toEqual([14]);
  });

  it.each(['99999', '-1', '1.5', 'abc', '9'.repeat(40), `${'\u00ff{['.repeat(1500)}`])(
    'resets the unknown cursor %.20s, then continues live [LIVE-07]',
    async (lastEventId) => {
      const member = await t.signIn();
      const stream = await listen(member, { 'last-event-id': lastEventId });
      expect(await stream.next('reset')).toEqual({ type: 'reset', seq: 0 });
      await emitPost(member.id, 3);
      await stream.next('post');
      expect(stream.received()).toHaveLength(1);
    },
  );

  it('resets a cursor whose events were purged', async () => {
    const member = await t.signIn();
    const first = await listen(member);
    for (const postId of [1, 2, 3]) await emitPost(member.id, postId);
    await first.until(() => first.received().length === 3);
    await t.db.execute(`delete from events where member_id = ${member.id} and seq <= 2`);
    const late = await listen(member, { 'last-event-id': '1' });
    expect(await late.next('reset')).toEqual({ type: 'reset', seq: 3 });
    const resumed = await listen(member, { 'last-event-id': '2' });
    expect(await resumed.next('post')).toEqual({ type: 'post', postId: 3 });
  });

  it('catches up on 200 missed events, and resets a page that missed more', async () => {
    const { id } = await t.signIn();
    await t.db.execute(sql`insert into events (member_id, seq, payload, created_at)
      select ${id}, n, '\\x00', ${t.clock.now()} from generate_series(1, 201) n`);
    const from = (lastEventId: string) => startAt(t.db, id, { lastEventId, last: 201 });
    expect(await from('1')).toEqual({ seq: 1, hello: helloFrame(1) });
    expect(await from('0')).toEqual({ seq: 201, hello: helloFrame(201) + resetFrame(201) });
  });

  it('resets a tab that reconnects after hours without a stream', async () => {
    const owner = await t.signIn();
    const first = await listen(owner);
    await emitPost(owner.id, 1);
    await first.next('post');
    first.close();
    t.clock.advance(2 * 60 * 60);
    await emitPost(owner.id, 2);
    const stored = await t.db.execute(`select 1 from events where member_id = ${owner.id}`);
    expect(stored.rows).toHaveLength(1);
    const back = await listen(await t.signInAs(owner), { 'last-event-id': first.lastId() });
    expect(await back.next('reset')).toEqual({ type: 'reset', seq: 2 });
  });

  it('keeps the cursor valid while a stream is open', async () => {
    const owner = await t.signIn();
    const first = await listen(owner);
    for (let n = 0; n < 8; n += 1) {
      t.clock.advance(14 * 60);
      await listen(await t.signInAs(owner));
      await t.services.streams.beat();
    }
    await emitPost(owner.id, 1);
    const back = await listen(await t.signInAs(owner), { 'last-event-id': first.lastId() });
    expect(await back.next('post')).toEqual({ type: 'post', postId: 1 });
  });

  it('does not read the cursor from the URL [LIVE-02]', async () => {
    const member = await t.signIn();
    const first = await listen(member);
    await emitPost(member.id, 1);
    await first.next('post');
    const stream = await open(member, {}, '?lastEventId=0');
    expect(await stream.next('hello')).toEqual({ type: 'hello', seq: 1 });
  });
});
