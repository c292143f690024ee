import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  acceptedTypes,
  fieldsOf,
  inputSchema,
  withValue,
} from '../testing/contract/json-schemas.ts';
import { type LocalSite, startLocalSite } from '../testing/local-site.ts';
import type { MatrixRequest } from '../testing/matrix/build.ts';
import { contractCalls } from '../testing/matrix/mounted.ts';
import { REQUESTS } from '../testing/matrix/requests.ts';
import { findInTables } from '../testing/matrix/snapshot.ts';
import { callerOf, clearThrottles, createWorld, type World } from '../testing/matrix/world.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
let world: World;
let site: LocalSite;
beforeAll(async () => {
  site = await startLocalSite();
  t = await createTestApp();
  world = await createWorld(t);
});
afterAll(() => Promise.all([t.close(), site.close()]));

const withBody = [...contractCalls()].flatMap(([call, route]) =>
  route.body === undefined ? [] : [{ call, route, schema: inputSchema(route.body) }],
);

/** Sends each text in each field that takes one. */
async function sendEach(
  { call, route, schema }: (typeof withBody)[number],
  texts: string[],
): Promise<void> {
  const [method = ''] = call.split(' ');
  const as = callerOf(world, route);
  const cell = { caller: as, owner: world.student, variant: undefined, isForged: false };
  const fields = fieldsOf(schema).filter(
    ({ schema: field }) => acceptedTypes(field).has('string') && field.enum === undefined,
  );
  // A refused request changes nothing and may be sent again; making one takes longer than sending it.
  let unused: MatrixRequest | undefined;
  const cases = fields.flatMap(({ path }) => texts.map((text) => ({ path, text })));
  for (const { path, text } of cases) {
    const request = unused ?? (await REQUESTS[call]?.(world, cell));
    if (request === undefined) throw new Error(`no request for ${call}`);
    await clearThrottles(t);
    const { status } = await t.call(method, request.url, {
      as,
      body: withValue(request.body, path, text),
      ...(request.cookies && { cookies: request.cookies }),
    });
    unused = status >= 400 ? request : undefined;
  }
}

it('no call lets the server ask an address that a client gave [UPLOAD-27]', async () => {
  const texts = [
    `${site.origin}/a.png`,
    `<p>한번 보세요 <img src="${site.origin}/b.png"> <a href="${site.origin}/c">여기</a></p>`,
  ];
  for (const line of withBody) await sendEach(line, texts);
  for (const job of Object.values(t.services.jobs)) await job.run();
  const stored = (await findInTables(t, site.origin)).map((row) => row.split(':')[0]);
  expect(stored).toEqual(
    expect.arrayContaining(['posts', 'comments', 'chat_messages', 'banners', 'sources']),
  );
  expect(site.connections()).toBe(0);
});
