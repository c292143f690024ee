import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Waiting } from './places.ts';
import { createPlaces, type PlaceLimits } from './places.ts';

const LIMITS: PlaceLimits = { atOnce: 1, waiting: 8, waitMs: 1_000, overloadMs: 1_000 };

/** The first letter is the subject; those of `@` count for four. */
const subjectOf = (name: string) => ({ key: name[0], weight: name.startsWith('@') ? 4 : 1 });

/** Places on a clock of the test; `log` has what happened to whom, in order. */
function createWorld(limits: Partial<PlaceLimits> = {}) {
  let time = 0;
  const log: string[] = [];
  const retries: number[] = [];
  const places = createPlaces({ ...LIMITS, ...limits }, () => time);
  const waitingOf = (name: string): Waiting => ({
    subject: subjectOf(name),
    start: () => void log.push(`${name} starts`),
    refuse: (retryAfter: number) => {
      log.push(`${name} refused`);
      retries.push(retryAfter);
    },
  });
  const world = {
    places,
    log,
    retries,
    refused: () => log.filter((line) => line.endsWith('refused')),
    wait: (name: string) => {
      const waiting = waitingOf(name);
      places.wait(waiting);
      return waiting;
    },
    waitAgain: (name: string) => places.waitAgain(waitingOf(name)),
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
    /** Does the work this often and for this long, one place after the other. */
    work: (count: number, milliseconds: number) => {
      for (let n = 0; n < count; n += 1) {
        world.pass(milliseconds / (limits.atOnce ?? LIMITS.atOnce));
        places.give(milliseconds);
      }
    },
  };
  return world;
}

/** So many names of different subjects. */
const namesOf = (count: number) =>
  Array.from({ length: count }, (_, n) => String.fromCharCode(0x4e00 + n));

describe('places [REL-140]', () => {
  it('start in the order of arrival, in turns with those that come back', () => {
    const { places, log, wait, waitAgain } = createWorld();
    expect(places.take()).toBe(true);
    for (const name of ['a', 'b']) wait(name);
    for (const name of ['x', 'y', 'z']) waitAgain(name);
    expect(places.take()).toBe(false);
    for (let n = 0; n < 5; n += 1) places.give(1);
    expect(log.map((entry) => entry[0]).join('')).toBe('xaybz');
    places.give(1);
    expect(places.count()).toEqual({ taken: 0, waiting: 0 });
  });

  it('refuse at once beyond the length of the line, with seconds that differ [API-03]', () => {
    const { places, log, retries, wait } = createWorld({ waiting: 2 });
    places.take();
    for (const name of ['a', 'b']) wait(name);
    for (let n = 0; n < 100; n += 1) wait(`z${n}`);
    expect(log).toHaveLength(100);
    expect(log.every((line) => line.startsWith('z'))).toBe(true);
    expect(new Set(retries)).toEqual(new Set([1, 2]));
    expect(places.count().waiting).toBe(2);
  });

  it('let all wait whose time would come, by how long a place is held, and refuse the others', () => {
    const { places, retries, refused, wait, work } = createWorld({
      ...{ atOnce: 4, waiting: 10_000, waitMs: 9_950, overloadMs: 9_950 },
    });
    for (let n = 0; n < 4; n += 1) places.take();
    for (const name of namesOf(400)) wait(name);
    expect(refused()).toEqual([]);
    // 4 at once for 400 ms each: one start in 100 ms.
    work(400, 400);
    const names = namesOf(150);
    for (const name of names) wait(name);
    expect(places.count().waiting).toBe(99);
    expect(refused()).toEqual(names.slice(99).map((name) => `${name} refused`));
    expect(Math.max(...retries)).toBeLessThanOrEqual(30);
    expect(Math.max(...retries)).toBeGreaterThan(3);
  });

  it('let a few wait whatever the pace is, but no more than the line holds', () => {
    const { places, refused, wait, pass } = createWorld({ waiting: 5, leastWaiting: 4 });
    places.take();
    pass(60_000);
    for (const name of namesOf(6)) wait(name);
    expect([places.count().waiting, refused().length]).toEqual([4, 2]);
    // Since it has refused lately, only an empty line takes one.
    places.give(60_000);
    wait('x');
    expect([places.count().waiting, refused().length]).toEqual([3, 3]);
    const narrow = createWorld({ waiting: 2, leastWaiting: 4 });
    narrow.places.take();
    for (const name of namesOf(3)) narrow.wait(name);
    expect(narrow.places.count().waiting).toBe(2);
  });

  it('count those that do not end at all as slow', () => {
    const { places, refused, wait, pass } = createWorld({ waiting: 100 });
    places.take();
    places.give(1);
    places.take();
    pass(300);
    for (const name of namesOf(5)) wait(name);
    expect([places.count().waiting, refused().length]).toEqual([3, 2]);
  });

  it('keep a line short for a second after each refusal', () => {
    const { places, log, refused, wait, work } = createWorld({
      ...{ waiting: 1_000, waitMs: 1_950, overloadMs: 450 },
    });
    places.take();
    for (const name of namesOf(200)) wait(name);
    work(200, 100);
    for (const name of namesOf(19)) wait(name);
    expect(refused()).toEqual([]);
    wait('x');
    expect(refused()).toEqual(['x refused']);
    work(9, 100);
    expect(places.count().waiting).toBe(10);
    wait('y');
    expect(refused()).toHaveLength(2);
    work(10, 100);
    log.length = 0;
    for (const name of namesOf(12)) wait(name);
    expect([places.count().waiting, refused().length]).toEqual([12, 0]);
  });

  it('take one again after a slow time, and are soon as fast as before', () => {
    const { places, wait, pass, refused } = createWorld({ waitMs: 100 });
    places.take();
    wait('a');
    pass(60_000);
    places.give(60_000);
    for (let n = 0; n < 200; n += 1) {
      wait('b');
      pass(1);
      places.give(1);
    }
    expect(refused()).toEqual([]);
    for (const name of ['c', 'd', 'e']) wait(name);
    expect(places.count().waiting).toBe(3);
  });

  it('count no time before the work begins', () => {
    const { places, refused, wait, pass } = createWorld();
    for (let n = 0; n < 100; n += 1) {
      places.take();
      pass(900);
      places.giveBackUnused();
    }
    places.take();
    for (const name of namesOf(8)) wait(name);
    expect(refused()).toEqual([]);
  });

  it('let nobody have more than an eighth of a full line that others want', () => {
    const { places, log, wait } = createWorld({ waiting: 16 });
    places.take();
    for (let n = 0; n < 16; n += 1) wait(`a${n}`);
    wait('a16');
    expect(log).toEqual(['a16 refused']);
    for (const name of ['b', 'c', 'd']) wait(name);
    expect(log.slice(1)).toEqual(['a15 refused', 'a14 refused', 'a13 refused']);
    expect(places.count().waiting).toBe(16);
    const ofA = 13 - 4;
    for (const name of namesOf(ofA + 1)) wait(name);
    expect(log.at(-2)).toBe('a4 refused');
    expect(log.at(-1)).toMatch(/^[^a]/);
  });

  it('let nobody who comes back again and again keep others out', () => {
    const { places, log, wait, waitAgain } = createWorld({ waiting: 16 });
    places.take();
    for (let n = 0; n < 40; n += 1) waitAgain(`a${n}`);
    expect(places.count().waiting).toBe(16);
    log.length = 0;
    // Others with a body, who come back too, and others who come for the first time.
    for (const name of ['b', 'c', 'd']) waitAgain(name);
    expect(log).toEqual(['a15 refused', 'a14 refused', 'a13 refused']);
    for (const name of ['x', 'y', 'z']) wait(name);
    log.length = 0;
    for (let n = 0; n < 6; n += 1) {
      places.give(1);
      waitAgain(`a${n + 40}`);
    }
    const starts = log.filter((line) => line.endsWith('starts')).map((line) => line[0]);
    expect(starts.join('')).toBe('axayaz');
  });

  it('count the time of both lines, as they take turns', () => {
    const { places, refused, wait, waitAgain, work } = createWorld({ waiting: 1_000 });
    places.take();
    for (const name of namesOf(200)) wait(name);
    work(200, 100);
    for (const name of namesOf(9)) waitAgain(name);
    const names = namesOf(9);
    for (const name of names) wait(name);
    // Ten starts in the longest wait: five of each line.
    expect(refused()).toEqual(names.slice(5).map((name) => `${name} refused`));
    expect(places.count().waiting).toBe(14);
  });

  it('let an address, behind which are many people, have half of a full line that others want', () => {
    const { places, log, wait } = createWorld({ waiting: 64 });
    places.take();
    for (let n = 0; n < 64; n += 1) wait(`@${n}`);
    for (const name of namesOf(32)) wait(name);
    expect(log).toEqual(Array.from({ length: 32 }, (_, n) => `@${63 - n} refused`));
    wait('a');
    expect(log.at(-1)).toBe('a refused');
  });

  it('lose nobody who leaves the line, and count nobody twice', () => {
    const { places, log, wait } = createWorld();
    places.take();
    const gone = wait('a');
    wait('b');
    places.leave(gone);
    places.leave(gone);
    expect(places.count()).toEqual({ taken: 1, waiting: 1 });
    places.give(1);
    expect(log).toEqual(['b starts']);
    places.give(1);
    expect(places.count()).toEqual({ taken: 0, waiting: 0 });
  });

  it('serve a long line of those that end at once in many turns', async () => {
    const places = createPlaces({ ...LIMITS, waiting: 5_000 }, () => 0);
    let depth = 0;
    let deepest = 0;
    let served = 0;
    places.take();
    for (const subject of namesOf(5_000)) {
      const start = () => {
        depth += 1;
        deepest = Math.max(deepest, depth);
        served += 1;
        places.give(1);
        depth -= 1;
      };
      places.wait({ subject: subjectOf(subject), start, refuse: () => undefined });
    }
    places.give(1);
    for (let turn = 0; served < 5_000 && turn < 20_000; turn += 1) await setImmediate();
    expect([served, deepest]).toEqual([5_000, 1]);
    await setImmediate();
    expect(places.count()).toEqual({ taken: 0, waiting: 0 });
  });

  it('refuse by a timer who has waited too long', async () => {
    const refused = await new Promise<number>((resolve) => {
      const places = createPlaces({ ...LIMITS, atOnce: 0, waiting: 1, waitMs: 1 });
      places.wait({ subject: subjectOf('a'), start: () => undefined, refuse: resolve });
    });
    expect(refused).toBeGreaterThan(0);
  });

  it('know for how long nobody has got one although somebody wants it [OPS-42]', () => {
    const { places, wait, pass } = createWorld();
    expect(places.starvedMs()).toBe(0);
    places.take();
    pass(60_000);
    // Nobody wants one.
    expect(places.starvedMs()).toBe(0);
    const first = wait('a');
    pass(20_000);
    places.leave(first);
    wait('b');
    pass(10_000);
    expect(places.starvedMs()).toBe(30_000);
    places.give(1);
    expect(places.starvedMs()).toBe(0);
    wait('c');
    wait('d');
    pass(5_000);
    places.give(1);
    pass(1_000);
    // The one who waits still waits since the place went to another.
    expect(places.starvedMs()).toBe(1_000);
    places.give(1);
    const last = wait('e');
    places.leave(last);
    pass(1_001);
    expect(places.starvedMs()).toBe(0);
  });
});
