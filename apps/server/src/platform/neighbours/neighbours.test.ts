import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createNeighbours } from './neighbours.ts';
import { readPacket } from './packets.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type PostgresListener = { received(text: string): void; opened(isAgain: boolean): void };
type RedisListener = { changed(state: 'ok' | 'away'): void };

/** One server whose ways to the others only note what is sent. */
function createOne(hasRedis = true) {
  const sent = { postgres: [] as string[], redis: [] as string[] };
  const way = { isListening: true, state: 'ok' as 'ok' | 'away', publishes: true };
  let postgresListener!: PostgresListener;
  let redisListener!: RedisListener;
  const at = { ms: 0 };
  const neighbours = createNeighbours({
    serverId: 'me',
    now: () => at.ms,
    postgres: {
      tried: Promise.resolve(),
      isListening: () => way.isListening,
      listen: (listener) => {
        postgresListener = listener;
      },
      send: (text) => void sent.postgres.push(text),
      close: async () => undefined,
    },
    redis: hasRedis
      ? {
          state: () => way.state,
          listen: (listener) => {
            redisListener = listener as RedisListener;
          },
          publish: async (text) => {
            if (!way.publishes) throw new Error('slow');
            sent.redis.push(text);
          },
        }
      : null,
  });
  const received: unknown[] = [];
  neighbours.listen((topic, message) => void received.push([topic, message]));
  const receive = (packet: unknown) => postgresListener.received(JSON.stringify(packet));
  /** Publishes one message and returns by which ways it went. */
  const publish = async () => {
    for (const texts of Object.values(sent)) texts.splice(0);
    neighbours.publish('hint', { name: 'access-changed', event: { memberId: 7 } });
    await vi.advanceTimersByTimeAsync(1);
    return Object.entries(sent).flatMap(([name, texts]) => {
      const carries = texts.some((text) => readPacket(text)?.news.length === 1);
      return carries ? [name] : [];
    });
  };
  return { neighbours, sent, way, at, received, receive, publish, postgresListener, redisListener };
}

const announcement = (hears: string, from = 'other') => ({ from, hears, news: [] });

describe('ways of messages between servers [REL-97]', () => {
  it('a server that is alone sends none, unless it might not receive those of the others', async () => {
    const one = createOne();
    expect(await one.publish()).toEqual([]);
    one.way.isListening = false;
    expect(await one.publish()).toEqual(['redis']);
    one.way.state = 'away';
    expect(await one.publish()).toEqual(['postgres']);
  });

  it('Redis carries them while all listen there, PostgreSQL as soon as one does not', async () => {
    const one = createOne();
    one.receive(announcement('all'));
    expect(await one.publish()).toEqual(['redis']);
    one.receive(announcement('postgres', 'third'));
    expect(await one.publish()).toEqual(['postgres']);
    one.receive(announcement('nothing', 'third'));
    expect(await one.publish()).toEqual(['redis']);
    one.way.publishes = false;
    expect(await one.publish()).toEqual(['postgres']);
    const without = createOne(false);
    without.receive(announcement('all'));
    expect(await without.publish()).toEqual(['postgres']);
  });

  it('a server is greeted once and removed after a while without a sign of it', async () => {
    const one = createOne();
    one.receive(announcement('all'));
    one.receive(announcement('all'));
    expect(one.sent.postgres.map(readPacket)).toEqual([{ from: 'me', hears: 'all', news: [] }]);
    one.at.ms = 15_000;
    expect(await one.publish()).toEqual(['redis']);
    one.at.ms = 17_000;
    expect(await one.publish()).toEqual([]);
  });

  it('who might have missed messages says so to its own, after announcing where it listens', async () => {
    const one = createOne();
    one.way.state = 'away';
    one.redisListener.changed('away');
    expect(readPacket(one.sent.postgres[0] ?? '')?.hears).toBe('postgres');
    expect(one.received).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    expect(one.received).toEqual([['hint', { name: 'messages-missed', event: {} }]]);
    one.postgresListener.opened(true);
    await vi.advanceTimersByTimeAsync(100);
    expect(one.received).toHaveLength(2);
  });

  it('many messages are cut into packets that PostgreSQL takes', async () => {
    const one = createOne(false);
    one.receive(announcement('all'));
    const id = Number.MAX_SAFE_INTEGER;
    for (let n = 0; n < 1_000; n += 1) one.neighbours.publish('live', { memberId: id, seq: id });
    await vi.advanceTimersByTimeAsync(1);
    const messages = one.sent.postgres.flatMap((text) => readPacket(text)?.news ?? []);
    expect(messages).toHaveLength(1_000);
    for (const text of one.sent.postgres) expect(Buffer.byteLength(text)).toBeLessThan(8_000);
  });

  it('says goodbye after its last messages, and nothing any more', async () => {
    const one = createOne(false);
    one.receive(announcement('all'));
    one.neighbours.publish('live', { memberId: 1, seq: 1 });
    await one.neighbours.close();
    one.postgresListener.opened(true);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(one.sent.postgres.map((text) => readPacket(text)?.hears)).toEqual([
      'postgres',
      'postgres',
      'nothing',
    ]);
    expect(one.received).toEqual([]);
  });

  it('foreign texts, own ones and unknown messages are ignored', () => {
    const one = createOne();
    const live = { topic: 'live', message: { memberId: 1, seq: 2 } };
    for (const text of ['', '{', '[]', '{"from":"x"}', 'null']) one.postgresListener.received(text);
    one.receive({ from: 'me', hears: 'all', news: [live] });
    const wrong = [
      { topic: 'later', message: 1 },
      { topic: 'live', message: { memberId: '1', seq: 2 } },
      { topic: 'live', message: { memberId: -1, seq: 2 } },
      { topic: 'hint', message: { name: 'access-changed' } },
      null,
    ];
    one.receive({ from: 'other', hears: 'all', news: [...wrong, live] });
    expect(one.received).toEqual([['live', { memberId: 1, seq: 2 }]]);
  });
});
