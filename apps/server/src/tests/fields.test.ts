import type { Route } from '@naru/contract/route';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  acceptedTypes,
  alternatives,
  fieldsOf,
  inputSchema,
  type JsonType,
  withValue,
} from '../testing/contract/json-schemas.ts';
import type { MatrixRequest } from '../testing/matrix/build.ts';
import { contractCalls } from '../testing/matrix/mounted.ts';
import { REQUESTS } from '../testing/matrix/requests.ts';
import { findInTables, takeSnapshot } from '../testing/matrix/snapshot.ts';
import { callerOf, clearThrottles, createWorld, type World } from '../testing/matrix/world.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
let world: World;
beforeAll(async () => {
  t = await createTestApp();
  world = await createWorld(t);
});
afterAll(() => t.close());
beforeEach(() => clearThrottles(t));

const VALUES: Record<JsonType, unknown[]> = {
  string: ['1', 'text'],
  number: [1, 1.5, -1, 1e308],
  boolean: [true],
  null: [null],
  array: [[], [1], [null], [{}]],
  object: [{}, { a: 1 }],
};
/** Draws nothing: a zero-width space, a Hangul filler, an empty braille pattern, private use, unassigned. */
const INVISIBLE = '\u200b\u3164\u2800\ue000\u{f0000}\u{10fffd}\u0378';
const BROKEN_TEXTS = ['a\0b', '\0', 'a\ud83d', '\udc00b'];

const withBody = [...contractCalls()].flatMap(([call, route]) =>
  route.body === undefined ? [] : [{ call, route, schema: inputSchema(route.body) }],
);
const withQuery = [...contractCalls()].flatMap(([call, route]) =>
  route.query === undefined
    ? []
    : Object.keys(inputSchema(route.query).properties ?? {}).map((name) => ({ call, route, name })),
);

async function requestOf(call: string, route: Route): Promise<MatrixRequest> {
  const build = REQUESTS[call];
  if (build === undefined) throw new Error('no request for this call');
  const { student } = world;
  const request = await build(world, {
    caller: callerOf(world, route),
    owner: student,
    variant: undefined,
    isForged: false,
  });
  await clearThrottles(t);
  return request;
}

/** Sends the changed bodies one after the other; returns those that were not refused with 400. */
async function sendAll(
  { call, route }: { call: string; route: Route },
  request: MatrixRequest,
  bodies: [string, unknown][],
) {
  const [method = ''] = call.split(' ');
  const passed: string[] = [];
  for (const [name, body] of bodies) {
    const { status, json } = await t.call(method, request.url, {
      as: callerOf(world, route),
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
      ...(request.cookies && { cookies: request.cookies }),
    });
    const isRefused = status === 400 && /[가-힣]/.test(json.message);
    if (!isRefused) passed.push(`${name}: ${status}`);
  }
  return passed;
}

describe('bodies that violate the contract', () => {
  it.each(withBody)('$call refuses values of other types [API-14]', async (line) => {
    const { call, route, schema } = line;
    const request = await requestOf(call, route);
    const before = await takeSnapshot(t);
    const bodies = fieldsOf(schema).flatMap(({ path, schema: field }) => {
      const accepted = acceptedTypes(field);
      const wrong = Object.entries(VALUES)
        .filter(([type]) => !accepted.has(type as JsonType))
        .flatMap(([, values]) => values);
      const items = alternatives(field).flatMap((one) => (one.items === undefined ? [] : [one]));
      const wrongItems = items.flatMap(({ items: item }) =>
        Object.entries(VALUES)
          .filter(([type]) => !acceptedTypes(item ?? {}).has(type as JsonType))
          .flatMap(([, values]) => values.map((value) => [value])),
      );
      return [...wrong, ...wrongItems].map((value): [string, unknown] => [
        `${path.join('.')} = ${JSON.stringify(value)}`,
        withValue(request.body, path, value),
      ]);
    });
    expect(bodies.length).toBeGreaterThan(0);
    expect(await sendAll(line, request, bodies)).toEqual([]);
    expect(await takeSnapshot(t)).toEqual(before);
  });

  it.each(withBody)('$call refuses a body without a required field, or none', async (line) => {
    const { call, route, schema } = line;
    const request = await requestOf(call, route);
    const bodies = (schema.required ?? []).map((name): [string, unknown] => {
      const { [name]: _left, ...rest } = request.body as Record<string, unknown>;
      return [`without ${name}`, rest];
    });
    const others = [null, 1, 'text', true, [], [request.body]].map((body): [string, unknown] => [
      JSON.stringify(body),
      body,
    ]);
    const allowed = await sendAll(line, request, [...bodies, ...others]);
    expect(allowed).toEqual([]);
  });

  it.each(withBody)(
    '$call refuses text that cannot be stored [INPUT-13, INPUT-14]',
    async (line) => {
      const request = await requestOf(line.call, line.route);
      const before = await takeSnapshot(t);
      const texts = fieldsOf(line.schema).filter(({ schema }) =>
        acceptedTypes(schema).has('string'),
      );
      const bodies = texts.flatMap(({ path }) =>
        BROKEN_TEXTS.map((text): [string, unknown] => [
          `${path.join('.')} = ${JSON.stringify(text)}`,
          withValue(request.body, path, text),
        ]),
      );
      bodies.push(['an extra key', { ...(request.body as object), 'k\0': 1 }]);
      expect(await sendAll(line, request, bodies)).toEqual([]);
      expect(await takeSnapshot(t)).toEqual(before);
    },
  );
});

it('no call stores invisible text in any field [INPUT-18]', async () => {
  for (const line of withBody) {
    const request = await requestOf(line.call, line.route);
    const texts = fieldsOf(line.schema).filter(({ schema }) => acceptedTypes(schema).has('string'));
    const bodies = texts.map(({ path }): [string, unknown] => [
      path.join('.'),
      withValue(request.body, path, INVISIBLE),
    ]);
    const passed = await sendAll(line, request, bodies);
    expect(
      passed.filter((result) => result.endsWith(': 500')),
      line.call,
    ).toEqual([]);
  }
  expect(await findInTables(t, INVISIBLE)).toEqual([]);
});

describe('queries that violate the contract', () => {
  it.each(withQuery)(
    '$call refuses them in $name [INPUT-13, INPUT-14]',
    async ({ call, route, name }) => {
      const [method = ''] = call.split(' ');
      const { url } = await requestOf(call, route);
      const [path = '', query = ''] = url.split('?');
      for (const value of ['a%00b', '%ED%A0%80', '%ff']) {
        const params = new URLSearchParams(query);
        params.delete(name);
        const rest = params.toString();
        const { status } = await t.call(method, `${path}?${rest}${rest && '&'}${name}=${value}`, {
          as: callerOf(world, route),
        });
        // Invalid UTF-8 arrives as the replacement character: harmless text.
        const allowed = value === 'a%00b' ? [400] : [200, 400, 404, 415];
        expect(allowed, `${name}=${value}`).toContain(status);
      }
    },
  );
});
