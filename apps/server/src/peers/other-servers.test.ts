import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOtherServers, readPacket } from './other-servers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type PostgresListener = { received(text: string): void; opened(isAgain: boolean): void };

/** One server; its channel to the others only records what is sent. */
function createOne() {
  const sent: string[] = [];
  const way = { isListening: true };
  let postgresListener!: PostgresListener;
  const at = { ms: 0 };
  const others = createOtherServers({
    serverId: 'me',
    now: () => at.ms,
    postgres: {
      tried: Promise.resolve(),
      isListening: () => way.isListening,
      listen: (listener) => {
        postgresListener = listener;
      },
      send: (text) => void sent.push(text),
      close: async () => undefined,
    },
  });
  const received: unknown[] = [];
  others.listen((topic, message) => void received.push([topic, message]));
  const receive = (packet: unknown) => postgresListener.received(JSON.stringify(packet));
  /** Sends one message and returns how many went out. */
  const send = async () => {
    sent.splice(0);
    others.publish('hint', { name: 'access-changed', event: { memberId: 7 } });
    await vi.advanceTimersByTimeAsync(1);
    return sent.flatMap((text) => readPacket(text)?.news ?? []).length;
  };
  return { others, sent, way, at, received, receive, send, postgresListener };
}

const announcement = (listening: string, from = 'other') => ({ from, hears: listening, news: [] });

describe('messages between servers [REL-97]', () => {
  it('are not sent by a server that is alone, unless it might not receive anything', async () => {
    const one = createOne();
    expect(await one.send()).toBe(0);
    one.way.isListening = false;
    expect(await one.send()).toBe(1);
  });

  it.each(['postgres', 'all'])(
    'go to a server that listens by %s, until it stops',
    async (listening) => {
      const one = createOne();
      one.receive(announcement(listening));
      expect(await one.send()).toBe(1);
      one.receive(announcement('nothing'));
      expect(await one.send()).toBe(0);
    },
  );

  it('begin with a greeting, and end a while after the last sign of the other', async () => {
    const one = createOne();
    one.receive(announcement('postgres'));
    one.receive(announcement('postgres'));
    expect(one.sent.map(readPacket)).toEqual([{ from: 'me', hears: 'postgres', news: [] }]);
    one.at.ms = 15_000;
    expect(await one.send()).toBe(1);
    one.at.ms = 17_000;
    expect(await one.send()).toBe(0);
  });

  it('that might have been missed make a server say so to its own processes', async () => {
    const one = createOne();
    one.postgresListener.opened(false);
    await vi.advanceTimersByTimeAsync(100);
    expect(one.received).toEqual([]);
    one.postgresListener.opened(true);
    await vi.advanceTimersByTimeAsync(100);
    expect(one.received).toEqual([['hint', { name: 'messages-missed', event: {} }]]);
  });

  it('are cut into packets that PostgreSQL takes', async () => {
    const one = createOne();
    one.receive(announcement('postgres'));
    const id = Number.MAX_SAFE_INTEGER;
    for (let n = 0; n < 1_000; n += 1) one.others.publish('live', { memberId: id, seq: id });
    await vi.advanceTimersByTimeAsync(1);
    const messages = one.sent.flatMap((text) => readPacket(text)?.news ?? []);
    expect(messages).toHaveLength(1_000);
    for (const text of one.sent) expect(Buffer.byteLength(text)).toBeLessThan(8_000);
  });

  it('end with a goodbye, after which nothing is sent', async () => {
    const one = createOne();
    one.receive(announcement('postgres'));
    one.others.publish('live', { memberId: 1, seq: 1 });
    one.others.close();
    one.postgresListener.opened(true);
    await vi.advanceTimersByTimeAsync(20_000);
    const packets = one.sent.map(readPacket);
    expect(packets.map((packet) => packet?.hears)).toEqual(['postgres', 'postgres', 'nothing']);
    expect(packets[1]?.news).toHaveLength(1);
    expect(one.received).toEqual([]);
  });

  it('that are foreign, own or unknown are ignored', () => {
    const one = createOne();
    const live = { topic: 'live', message: { memberId: 1, seq: 2 } };
    for (const text of ['', '{', '[]', '{"from":"x"}', 'null']) one.postgresListener.received(text);
    one.receive({ from: 'me', hears: 'postgres', news: [live] });
    const wrong = [
      { topic: 'later', message: 1 },
      { topic: 'live', message: { memberId: '1', seq: 2 } },
      { topic: 'live', message: { memberId: -1, seq: 2 } },
      { topic: 'hint', message: { name: 'access-changed' } },
      null,
    ];
    one.receive({ from: 'other', hears: 'postgres', news: [...wrong, live] });
    expect(one.received).toEqual([['live', { memberId: 1, seq: 2 }]]);
  });
});
