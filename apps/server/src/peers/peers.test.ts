import { describe, expect, it, vi } from 'vitest';
import { FIRST_POOL, LINES, servingPool } from '../db/pools.ts';
import { createLiveBus } from '../domain/live/live-bus.ts';
import { createRateCounts, createSeats } from './counts.ts';
import { createDomainEvents } from './domain-events.ts';
import { createPeers } from './peers.ts';

/** Two processes, each of which receives what the other publishes. */
function createTwo() {
  const received: string[] = [];
  const one = createPeers((topic, message) => {
    received.push(topic);
    two.receive(topic, message);
  });
  const two = createPeers((topic, message) => {
    received.push(topic);
    one.receive(topic, message);
  });
  return { one, two, received };
}

describe('two processes of one server [REL-95]', () => {
  it('receive live events from each other, once', () => {
    const { one, two, received } = createTwo();
    const seen: string[] = [];
    const buses = [createLiveBus(one), createLiveBus(two)];
    for (const [n, bus] of buses.entries()) bus.subscribe(7, (seq) => seen.push(`${n}: ${seq}`));
    buses[0]?.publish(7, 5);
    expect(seen).toEqual(['0: 5', '1: 5']);
    expect(received).toEqual(['live']);
  });

  it('receive changes of access and names, not notifications that one of them sends', async () => {
    const { one, two, received } = createTwo();
    const log = { error: () => undefined };
    const [here, there] = [createDomainEvents(log, one), createDomainEvents(log, two)];
    const seen: unknown[] = [];
    there.on('access-changed', (event) => void seen.push(event));
    there.on('identity-changed', () => void seen.push('names'));
    there.on('notifications-stored', () => void seen.push('stored'));
    here.emit('access-changed', { memberId: 3 });
    here.emit('identity-changed', {});
    here.emit('notifications-stored', {});
    await there.drain();
    expect(seen).toEqual([{ memberId: 3 }, 'names']);
    expect(received).toEqual(['hint', 'hint']);
  });
});

const EVENT = { memberId: 7 };

function createHub() {
  const log = { error: vi.fn() };
  return { log, hub: createDomainEvents(log) };
}

describe('domain events', () => {
  it('reach every handler; one that fails is logged and stops no other', async () => {
    const { hub, log } = createHub();
    const received: string[] = [];
    hub.on('access-changed', () => {
      throw new Error('broken');
    });
    hub.on('access-changed', async ({ memberId }) => void received.push(`second ${memberId}`));
    expect(hub.emit('access-changed', EVENT)).toBeUndefined();
    await hub.drain();
    expect(received).toEqual(['second 7']);
    expect(log.error).toHaveBeenCalledTimes(1);
  });

  it('are handled after the database is reachable again [REL-05]', async () => {
    const { hub, log } = createHub();
    let tries = 0;
    hub.on('access-changed', async () => {
      tries += 1;
      if (tries < 3) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    });
    hub.emit('access-changed', EVENT);
    await hub.drain();
    expect(tries).toBe(3);
    expect(log.error).not.toHaveBeenCalled();
  });

  it('drain waits for events that handlers emit', async () => {
    const { hub } = createHub();
    const received: string[] = [];
    hub.on('access-changed', () => hub.emit('notifications-stored', {}));
    hub.on('notifications-stored', async () => {
      await Promise.resolve();
      received.push('stored');
    });
    hub.emit('access-changed', EVENT);
    await hub.drain();
    expect(received).toEqual(['stored']);
  });
});

describe('what the processes of a server count together [REL-95]', () => {
  it('requests: a window begins with the first one, per limit and caller', () => {
    let at = 1_000;
    const count = createRateCounts(() => at);
    expect(count(0, 'a', 60_000)).toEqual({ current: 1, ttl: 60_000 });
    at += 10_000;
    expect(count(0, 'a', 60_000)).toEqual({ current: 2, ttl: 50_000 });
    expect(count(0, 'b', 60_000).current).toBe(1);
    expect(count(1, 'a', 60_000).current).toBe(1);
    at += 50_000;
    expect(count(0, 'a', 60_000)).toEqual({ current: 1, ttl: 60_000 });
  });

  it('requests: 20,000 callers of a limit at most are remembered, the newest [LIMIT-06]', () => {
    const count = createRateCounts(() => 0);
    const hits = (n: number) => count(0, `caller ${n}`, 60_000).current;
    for (let n = 0; n < 20_000; n += 1) hits(n);
    expect([hits(0), hits(20_000), hits(0)]).toEqual([2, 1, 3]);
    expect([hits(1), hits(19_999)]).toEqual([1, 2]);
  });

  it('streams: ten of a member on all processes; those of an ended process are free', () => {
    const seats = createSeats();
    for (let n = 0; n < 10; n += 1) expect(seats.take(1, n % 2)).toBe(true);
    expect([seats.take(1, 0), seats.take(1, 1), seats.take(2, 1)]).toEqual([false, false, true]);
    seats.give(1, 0);
    expect([seats.take(1, 1), seats.take(1, 1)]).toEqual([true, false]);
    expect([seats.count(1), seats.members()]).toEqual([10, [1, 2]]);
    expect(seats.release(1)).toEqual([1, 2]);
    expect(seats.members()).toEqual([1]);
    expect(Array.from({ length: 7 }, () => seats.take(1, 0)).filter(Boolean)).toHaveLength(6);
  });

  it('connections: fewer than the database allows, and enough for each process', () => {
    for (let workers = 2; workers <= 16; workers += 1) {
      const ofEach = servingPool(workers) + LINES;
      expect(workers * ofEach + FIRST_POOL).toBeLessThanOrEqual(94);
      expect(servingPool(workers)).toBeGreaterThanOrEqual(3);
    }
    expect(servingPool(1)).toBe(16);
  });
});
