import type { Route } from '@naru/contract/route';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  acceptedTypes,
  alternatives,
  fieldsOf,
  inputSchema,
  type JsonSchema,
  type JsonType,
  withValue,
} from '../testing/contract/json-schemas.ts';
import type { MatrixRequest } from '../testing/matrix/build.ts';
import { contractCalls } from '../testing/matrix/mounted.ts';
import { REQUESTS } from '../testing/matrix/requests.ts';
import { findInTables, takeSnapshot } from '../testing/matrix/snapshot.ts';
import { callerOf, clearThrottles, createWorld, type World } from '../testing/matrix/world.ts';
import { isShort, pairsOf } from '../testing/pairs.ts';
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
    : [{ call, route, names: Object.keys(inputSchema(route.query).properties ?? {}) }],
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
  bodies: Body[],
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

type Body = [name: string, body: unknown];

/** Bodies with a value of another type in one field, or in a list of one field. */
function ofOtherTypes(schema: JsonSchema, body: unknown): Body[] {
  return fieldsOf(schema).flatMap(({ path, schema: field }, n) => {
    const accepted = acceptedTypes(field);
    const wrong = Object.entries(VALUES)
      .filter(([type]) => !accepted.has(type as JsonType))
      .flatMap(([, values]) => (isShort ? [values[n % values.length]] : values));
    const items = alternatives(field).flatMap((one) => (one.items === undefined ? [] : [one]));
    const wrongItems = items.flatMap(({ items: item }) =>
      Object.entries(VALUES)
        .filter(([type]) => !acceptedTypes(item ?? {}).has(type as JsonType))
        .flatMap(([, values]) => values.map((value) => [value])),
    );
    return [...wrong, ...wrongItems].map(
      (value): Body => [
        `${path.join('.')} = ${JSON.stringify(value)}`,
        withValue(body, path, value),
      ],
    );
  });
}

/** Bodies without a required field, and what is no body of this call at all. */
function incomplete(schema: JsonSchema, body: unknown): Body[] {
  const bodies = (schema.required ?? []).map((name): Body => {
    const { [name]: _left, ...rest } = body as Record<string, unknown>;
    return [`without ${name}`, rest];
  });
  const others = [null, 1, 'text', true, [], [body]].map(
    (other): Body => [JSON.stringify(other), other],
  );
  return [...bodies, ...others];
}

const textsOf = (schema: JsonSchema) =>
  fieldsOf(schema).filter(({ schema: field }) => acceptedTypes(field).has('string'));

function withBrokenText(schema: JsonSchema, body: unknown): Body[] {
  return [
    ...pairsOf(textsOf(schema), BROKEN_TEXTS).map(
      ([{ path }, text]): Body => [
        `${path.join('.')} = ${JSON.stringify(text)}`,
        withValue(body, path, text),
      ],
    ),
    ['an extra key', { ...(body as object), 'k\0': 1 }],
  ];
}

it.each(withBody)(
  '$call refuses values of other types, missing fields and text that cannot be stored [API-14, INPUT-13, INPUT-14]',
  async (line) => {
    const { call, route, schema } = line;
    const request = await requestOf(call, route);
    const before = await takeSnapshot(t);
    const wrong = ofOtherTypes(schema, request.body);
    expect(wrong.length).toBeGreaterThan(0);
    expect(await sendAll(line, request, wrong)).toEqual([]);
    expect(await sendAll(line, request, incomplete(schema, request.body))).toEqual([]);
    expect(await sendAll(line, request, withBrokenText(schema, request.body))).toEqual([]);
    expect(await takeSnapshot(t)).toEqual(before);
  },
);

it('no call stores invisible text in any field [INPUT-18]', async () => {
  for (const line of withBody) {
    const request = await requestOf(line.call, line.route);
    const bodies = textsOf(line.schema).map(
      ({ path }): Body => [path.join('.'), withValue(request.body, path, INVISIBLE)],
    );
    const passed = await sendAll(line, request, bodies);
    expect(
      passed.filter((result) => result.endsWith(': 500')),
      line.call,
    ).toEqual([]);
  }
  expect(await findInTables(t, INVISIBLE)).toEqual([]);
});

it.each(withQuery)(
  '$call refuses queries that violate the contract [INPUT-13, INPUT-14]',
  async ({ call, route, names }) => {
    const [method = ''] = call.split(' ');
    const { url } = await requestOf(call, route);
    const [path = '', query = ''] = url.split('?');
    for (const name of names) {
      for (const value of ['a%00b', '%ED%A0%80', '%ff']) {
        const params = new URLSearchParams(query);
        params.delete(name);
        const rest = params.toString();
        const { status } = await t.call(method, `${path}?${rest}${rest && '&'}${name}=${value}`, {
          as: callerOf(world, route),
        });
        // Invalid UTF-8 arrives as the replacement character: harmless text.
        // As the version of what is removed it is a conflict.
        const allowed = value === 'a%00b' ? [400] : [200, 400, 404, 409, 415];
        expect(allowed, `${name}=${value}`).toContain(status);
      }
    }
  },
);
