import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createRequestOwners } from '../request-owner.ts';
import { createIntake } from './intake.ts';
import { createPlaces, type PlaceLimits } from './places.ts';

const LIMITS: PlaceLimits = { atOnce: 2, waiting: 100, waitMs: 600_000, overloadMs: 600_000 };

/** An intake whose `log` has what happened to which request; `refusalMs` is how long a refusal takes. */
function createWorld(limits: Partial<PlaceLimits> = {}, refusalMs = 0) {
  const log: string[] = [];
  let time = 0;
  const places = createPlaces({ ...LIMITS, ...limits });
  const intake = createIntake({
    places,
    owners: createRequestOwners(),
    subjectOf: ({ url }) => ({ key: url?.[1], weight: 1 }),
    refuse: ({ url }, _response, retryAfter) => {
      expect(retryAfter).toBeGreaterThan(0);
      time += refusalMs;
      log.push(`${url} refused`);
    },
    now: () => time,
  });
  const handle = intake(({ url }) => void log.push(`${url} begins`));
  return {
    places,
    log,
    send: (url: string) => {
      const response = new EventEmitter();
      handle({ url } as IncomingMessage, response as unknown as ServerResponse);
      return response;
    },
  };
}

async function turns(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await nextTurn();
}

describe('the intake of requests [REL-149]', () => {
  it('lets a few begin in each turn of the event loop, in the order of arrival', async () => {
    const { log, send, places } = createWorld();
    for (const url of ['/a', '/b', '/c', '/d', '/e']) send(url);
    expect(log).toEqual(['/a begins', '/b begins']);
    await turns(1);
    expect(log.slice(2)).toEqual(['/c begins', '/d begins']);
    await turns(1);
    expect(log.slice(4)).toEqual(['/e begins']);
    await turns(2);
    expect(places.count()).toEqual({ taken: 0, waiting: 0 });
  });

  it('lets health and event streams begin whatever waits, and nothing that only looks like them', () => {
    const { log, send } = createWorld({ atOnce: 0, waiting: 0 });
    const paths = ['/api/health', '/api/health/ready?a=1', '/api/health/live', '/api/events'];
    for (const path of [...paths, '/api/healthy', '/api/events/1']) send(path);
    expect(log).toEqual(paths.map((path) => `${path} begins`));
  });

  it('never begins what its client has given up', async () => {
    const { log, send, places } = createWorld();
    for (const url of ['/a', '/b']) send(url);
    const left = [send('/c'), send('/d')];
    send('/e');
    for (const response of left) response.emit('close');
    await turns(3);
    expect(log).toEqual(['/a begins', '/b begins', '/e begins']);
    expect(places.count()).toEqual({ taken: 0, waiting: 0 });
  });

  it('refuses what would wait too long, a few in each turn, beside what begins', async () => {
    const { log, send } = createWorld({ waiting: 2 }, 0.6);
    for (let n = 0; n < 10; n += 1) send(`/${n}`);
    expect(log).toEqual(['/0 begins', '/1 begins']);
    await turns(1);
    // A refusal takes 0.6 ms, and a turn without other work has one millisecond for them.
    expect(log.slice(2)).toEqual(['/4 refused', '/5 refused', '/2 begins', '/3 begins']);
    await turns(2);
    expect(log.slice(6)).toEqual(['/6 refused', '/7 refused', '/8 refused', '/9 refused']);
  });

  it('refuses those first who have too much of the line [REL-140]', async () => {
    const { log, send } = createWorld({ waiting: 16 });
    for (let n = 0; n < 18; n += 1) send(`/a${n}`);
    for (const url of ['/b', '/c']) send(url);
    await turns(1);
    expect(log.filter((line) => line.endsWith('refused'))).toEqual([
      '/a17 refused',
      '/a16 refused',
    ]);
  });
});
