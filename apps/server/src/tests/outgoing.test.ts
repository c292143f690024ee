import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  acceptedTypes,
  fieldsOf,
  inputSchema,
  withValue,
} from '../testing/contract/json-schemas.ts';
import { type LocalSite, startLocalSite } from '../testing/local-site.ts';
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

it('no call lets the server ask an address that a client gave [UPLOAD-27]', async () => {
  const texts = [
    `${site.origin}/a.png`,
    `<p>한번 보세요 <img src="${site.origin}/b.png"> <a href="${site.origin}/c">여기</a></p>`,
  ];
  for (const { call, route, schema } of withBody) {
    const [method = ''] = call.split(' ');
    const as = callerOf(world, route);
    const fields = fieldsOf(schema).filter(({ schema: field }) => {
      return acceptedTypes(field).has('string') && field.enum === undefined;
    });
    for (const { path } of fields) {
      for (const text of texts) {
        await clearThrottles(t);
        const given = { caller: as, owner: world.student, variant: undefined, isForged: false };
        const request = await REQUESTS[call]?.(world, given);
        if (request === undefined) throw new Error(`no request for ${call}`);
        await t.call(method, request.url, {
          as,
          body: withValue(request.body, path, text),
          ...(request.cookies && { cookies: request.cookies }),
        });
      }
    }
  }
  for (const job of Object.values(t.services.jobs)) await job.run();
  const stored = (await findInTables(t, site.origin)).map((row) => row.split(':')[0]);
  expect(stored).toEqual(
    expect.arrayContaining(['posts', 'comments', 'chat_messages', 'banners', 'sources']),
  );
  expect(site.connections()).toBe(0);
});
