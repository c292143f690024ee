import { ERRORS } from '@naru/contract/errors';
import type { Route } from '@naru/contract/route';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inputOf, pathPart, queryOf } from './testing/contract/arbitraries.ts';
import { inputSchema } from './testing/contract/json-schemas.ts';
import { createThread, writeComment } from './testing/factories/comments.ts';
import { contractCalls } from './testing/matrix/mounted.ts';
import { callerOf, clearThrottles, createWorld, type World } from './testing/matrix/world.ts';
import { createTestApp, type TestApp } from './testing/test-app.ts';

/** Requests per call, the same in every run. */
const RUNS = 40;
const SEED = 20_261_120;

let t: TestApp;
let world: World;
beforeAll(async () => {
  t = await createTestApp();
  world = await createWorld(t);
  for (let n = 0; n < 5; n += 1) {
    const id = await createThread(t, world.student, n % 2 === 0 ? 'FREE' : 'QNA');
    await writeComment(t, world.student, id);
  }
});
afterAll(() => t.close());

function requestsOf(call: string, route: Route) {
  const [method = '', path = ''] = call.split(' ');
  const names = Object.keys(route.query ? (inputSchema(route.query).properties ?? {}) : {});
  const slots = path.match(/:\w+/g) ?? [];
  return fc
    .record({
      parts: fc.tuple(...slots.map(() => pathPart)),
      query: queryOf(names),
      body: route.body ? inputOf(inputSchema(route.body)) : fc.constant(undefined),
      isSignedIn: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
    })
    .map(({ parts, query, body, isSignedIn }) => ({
      method,
      url: `${parts.reduce<string>((left, part, at) => left.replace(slots[at] ?? '', () => part), path)}${query && '?'}${query}`,
      body,
      isSignedIn,
    }));
}

describe('responds to any input from its error catalogue', () => {
  // The event stream never ends; features/events tests it on a real socket.
  const calls = [...contractCalls()].filter(([call]) => call !== 'GET /api/events');
  it.each(calls)('%s [INPUT-11]', async (call, route) => {
    await clearThrottles(t);
    const isForPrograms = route.access === 'serviceKey';
    const as = isForPrograms ? callerOf(world, route) : await t.signInAs(world.student);
    await fc.assert(
      fc.asyncProperty(requestsOf(call, route), async ({ method, url, body, isSignedIn }) => {
        t.clock.advance(1);
        const { status, json, text } = await t.call(method, url, {
          ...(isSignedIn && { as }),
          ...(body !== undefined && {
            body: JSON.stringify(body),
            headers: { 'content-type': 'application/json' },
          }),
        });
        expect(status, text).toBeLessThan(500);
        if (status < 400) return;
        expect(Object.keys(ERRORS)).toContain(json.error);
        expect(json.message).toMatch(/[가-힣]/);
        expect(json.requestId).toMatch(/^[0-9a-f]{32}$/);
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );
  });
});
