import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type EventStream, openEventStream } from '../../testing/event-stream.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  await t.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => t.close());

const streams: EventStream[] = [];
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
});

async function open(as: SignedIn | null, headers?: Record<string, string>): Promise<EventStream> {
  const stream = await openEventStream(t, as, headers);
  streams.push(stream);
  return stream;
}

/** Opens a stream and waits for its first words. */
async function listen(as: SignedIn, headers?: Record<string, string>): Promise<EventStream> {
  const stream = await open(as, headers);
  await stream.next('hello');
  return stream;
}

const emitPost = (memberId: number, postId: number) =>
  t.services.live.transaction(async (_tx, emit) => emit(memberId, { type: 'post', postId }));

describe('GET /api/events', () => {
  it('RT-01 refuses callers without a token, with a forged one and with one in the address', async () => {
    expect((await open(null)).status).toBe(401);
    const forged = await open(null, { authorization: 'Bearer a.b.c' });
    expect(forged.status).toBe(401);
  });

  it('RT-02 refuses a page of another site, and takes its own', async () => {
    const member = await t.signIn();
    const foreign = await open(member, { origin: 'https://elsewhere.example' });
    await foreign.until(foreign.isClosed);
    expect([foreign.status, foreign.json().error]).toEqual([403, 'ORIGIN_DENIED']);
    const own = await listen(member, { origin: 'http://127.0.0.1:3000' });
    expect(own.status).toBe(200);
  });

  it('answers an uncompressed stream that nobody stores', async () => {
    const member = await t.signIn();
    const stream = await listen(member, { 'accept-encoding': 'gzip, br' });
    expect(stream.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(stream.headers['content-encoding']).toBeUndefined();
    expect(stream.headers['cache-control']).toContain('no-store');
    expect(stream.headers['x-content-type-options']).toBe('nosniff');
    expect(stream.text()).toMatch(/^retry: \d+\nid: \d+\nevent: hello\n/);
  });

  it('tells an event to each stream of the member and to nobody else', async () => {
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
    expect(foreign.told()).toHaveLength(1);
  });
});
