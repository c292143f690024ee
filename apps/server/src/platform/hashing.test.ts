import { describe, expect, it } from 'vitest';
import { createHashing } from './hashing.ts';
import { createHolds } from './holds.ts';
import { overdueHolds } from './metrics/counters.ts';

/** Work that ends on demand. */
function held() {
  let release = () => {};
  const done = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { done, release };
}

describe('hashing [PASS-07]', () => {
  it('runs as many at once as there are slots, in order', async () => {
    const hashing = createHashing({ slots: 2, waiting: 10 });
    const gates = [held(), held(), held(), held()];
    const started: number[] = [];
    const all = gates.map((gate, position) =>
      hashing.inTurn(async () => {
        started.push(position);
        await gate.done;
      }),
    );
    await Promise.resolve();
    expect(started).toEqual([0, 1]);
    gates[1]?.release();
    await all[1];
    await Promise.resolve();
    expect(started).toEqual([0, 1, 2]);
    for (const gate of gates) gate.release();
    await Promise.all(all);
    expect(started).toEqual([0, 1, 2, 3]);
  });

  it('responds with 503 and Retry-After when the queue is full, and recovers [API-03]', async () => {
    const hashing = createHashing({ slots: 1, waiting: 2 });
    const gate = held();
    const running = [1, 2, 3].map(() => hashing.inTurn(() => gate.done));
    await expect(hashing.inTurn(() => gate.done)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      status: 503,
      retryAfter: 2,
    });
    gate.release();
    await Promise.all(running);
    await expect(hashing.inTurn(async () => 'free again')).resolves.toBe('free again');
  });

  it('frees a slot when the work fails', async () => {
    const hashing = createHashing({ slots: 1, waiting: 0 });
    const fail = () => hashing.inTurn(() => Promise.reject(new Error('broken')));
    await expect(fail()).rejects.toThrow('broken');
    await expect(fail()).rejects.toThrow('broken');
  });

  it('gets a slot back from work that never ends, counted and logged, and once [REL-151]', async () => {
    overdueHolds.reset();
    let time = 0;
    const logged: unknown[] = [];
    const log = { error: (facts: unknown) => void logged.push(facts) } as never;
    const holds = createHolds(() => time);
    const hashing = createHashing({ slots: 1, waiting: 5, holds });
    const hung = held();
    const running = hashing.inTurn(() => hung.done);
    const next = hashing.inTurn(async () => 'served');
    await Promise.resolve();
    time = 60_000;
    holds.look(log);
    await expect(next).resolves.toBe('served');
    expect(logged).toEqual([{ held: 'hashing', ms: 60_000 }]);
    expect((await overdueHolds.get()).values[0]?.value).toBe(1);
    hung.release();
    await running;
    expect(holds.count()).toBe(0);
    const gate = held();
    const both = [0, 1].map(() => hashing.inTurn(() => gate.done));
    await Promise.resolve();
    // One works, the other waits: the slot has not been given back twice.
    expect(holds.count()).toBe(1);
    gate.release();
    await Promise.all(both);
  });

  it('uses argon2id, 19 MiB, 2 passes and 16 bytes of salt [PASS-06]', async () => {
    const stored = await createHashing().inTurn((turn) => turn.hash('바다'));
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$/);
  });

  it('hashes passwords beyond 72 bytes whole, and a missing hash matches nothing [PASS-02]', async () => {
    const long = 'a'.repeat(100);
    await createHashing().inTurn(async (turn) => {
      const stored = await turn.hash(`${long}1`);
      expect(turn.isOutdated(stored)).toBe(false);
      expect(await turn.verify(stored, `${long}1`)).toBe(true);
      expect(await turn.verify(stored, `${long}2`)).toBe(false);
      expect(await turn.verify(null, long)).toBe(false);
    });
  });
});
