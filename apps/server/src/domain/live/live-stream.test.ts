import { describe, expect, it, vi } from 'vitest';
import type { Db } from '../../db/client.ts';
import type { Seal } from '../../platform/seal.ts';
import { LiveChannel } from './live-channel.ts';
import { LiveStream, Wheel } from './live-stream.ts';

const OWNER = { memberId: 1, sessionId: 's', roles: 'USER', expiresAt: 0 };

function openStream() {
  const written: string[] = [];
  const state = { waiting: 0, isCut: false };
  const onClose = vi.fn();
  const stream = new LiveStream(OWNER, onClose);
  const sink = {
    write: (text: string) => void written.push(text),
    end: (text: string) => void written.push(text),
    cut: () => {
      state.isCut = true;
    },
    waitingBytes: () => state.waiting,
  };
  return { stream, sink, written, state, onClose };
}

describe('a stream', () => {
  it('writes nothing before its hello, and no event twice or out of order', () => {
    const { stream, sink, written } = openStream();
    stream.send(1, 'one');
    stream.beat();
    expect(written).toEqual([]);
    stream.start(sink, 1, 'hello');
    for (const seq of [1, 2, 2, 1, 3]) stream.send(seq, `event ${seq}`);
    expect(written).toEqual(['hello', 'event 2', 'event 3']);
  });

  it('is cut when its reader consumes nothing for half a megabyte [REL-10]', () => {
    const { stream, sink, written, state, onClose } = openStream();
    stream.start(sink, 0, 'hello');
    state.waiting = 512 * 1024;
    stream.send(1, 'still');
    expect(state.isCut).toBe(false);
    state.waiting += 1;
    stream.send(2, 'too much');
    expect(state.isCut).toBe(true);
    expect(onClose).toHaveBeenCalledTimes(1);
    stream.send(3, 'never');
    stream.end('ended', 0);
    expect(written).toEqual(['hello', 'still', 'too much']);
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});

describe('the wheel', () => {
  it('visits all members in one round, and has no timer without members [LIVE-12]', async () => {
    const visited: string[] = [];
    const start = vi.spyOn(globalThis, 'setInterval');
    const stop = vi.spyOn(globalThis, 'clearInterval');
    const wheel = new Wheel<string>(async (items) => void visited.push(...items));
    const names = Array.from({ length: 45 }, (_, index) => `s${index}`);
    for (const name of names) wheel.add(name);
    expect(start).toHaveBeenCalledTimes(1);
    await wheel.turn();
    expect([...visited].sort()).toEqual([...names].sort());
    for (const name of names) wheel.remove(name);
    expect(stop).toHaveBeenCalledTimes(1);
    await wheel.turn();
    expect(visited).toHaveLength(45);
  });
});

const SALT = ' '.repeat(16);

/** A channel with an open stream; `read` stands for the database. */
function openChannel(read: () => Promise<{ seq: number; payload: string }[]>) {
  const query = { from: () => query, where: () => query, orderBy: () => query, limit: read };
  const channel = new LiveChannel(1, {
    db: { select: () => query } as unknown as Db,
    seal: { openText: (text: unknown) => text } as unknown as Seal,
    renew: async (events) => [...events],
  });
  const stream = new LiveStream(OWNER, () => undefined);
  const sink = { write: () => undefined, end: () => undefined, cut: () => undefined };
  stream.start({ ...sink, waitingBytes: () => 0 }, 0, 'hello');
  channel.streams.add(stream);
  return { channel, stream };
}

const row = (seq: number) => ({
  seq,
  payload: `${SALT}${JSON.stringify({ type: 'post', postId: seq })}`,
});

describe('the channel of a member', () => {
  it('delivers an event whose signal comes in any step of a delivery [REL-16]', async () => {
    for (let steps = 0; steps < 40; steps += 1) {
      const rows = [row(1)];
      const read = vi.fn(async () => [...rows]);
      const { channel, stream } = openChannel(read);
      const pumps = [channel.pump()];
      while (read.mock.calls.length === 0) await Promise.resolve();
      for (let n = 0; n < steps; n += 1) await Promise.resolve();
      rows.push(row(2));
      pumps.push(channel.pump());
      await Promise.all(pumps);
      expect(stream.seq, `signal after ${steps} steps`).toBe(2);
    }
  });

  it('reads again soon when the database was busy [LIVE-43]', async () => {
    const read = vi.fn(async () => [row(1)]);
    read.mockRejectedValueOnce(new Error('timeout exceeded when trying to connect'));
    const { channel, stream } = openChannel(read);
    await channel.pump();
    expect(stream.seq).toBe(1);
    expect(read).toHaveBeenCalledTimes(2);
  });
});
