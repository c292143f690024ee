import { describe, expect, it, vi } from 'vitest';
import type { Db } from '../../db/client.ts';
import type { Seal } from '../../platform/seal.ts';
import { LiveChannel } from './live-channel.ts';
import { LiveStream } from './live-stream.ts';

const OWNER = { memberId: 1, sessionId: 's', roles: 'USER', expiresAt: 0 };
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
