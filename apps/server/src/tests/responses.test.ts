import { HEAD_BOARDS } from '@naru/contract/heads';
import type { Route } from '@naru/contract/route';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RESPONSE_KEYS } from '../testing/contract/response-keys.ts';
import { writeComment } from '../testing/factories/comments.ts';
import { createPicture } from '../testing/factories/files.ts';
import { createHead } from '../testing/factories/heads.ts';
import { createPost } from '../testing/factories/posts.ts';
import { storeSetting } from '../testing/factories/settings.ts';
import { contractCalls } from '../testing/matrix/mounted.ts';
import { startMatrixProvider, stopMatrixProvider } from '../testing/matrix/provider-requests.ts';
import { REQUESTS } from '../testing/matrix/requests.ts';
import { NAMED_SITE } from '../testing/matrix/second-factor-requests.ts';
import { callerOf, clearThrottles, createWorld, type World } from '../testing/matrix/world.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
let world: World;
beforeAll(async () => {
  t = await createTestApp({ env: { ...NAMED_SITE, ...(await startMatrixProvider()) } });
  world = await createWorld(t);
  const { student, other } = world;
  for (const boardType of ['FREE', 'SECRET', 'MARKET'] as const) {
    const picture = await createPicture(t.db, student);
    const id = await createPost(t, student, {
      boardType,
      imageUrls: [picture],
      content: `<p>글</p><img src="${picture}" alt="">`,
    });
    await writeComment(t, student, id);
    for (const verb of ['like', 'scrap']) {
      await t.call('POST', `/api/post/${id}/${verb}`, { as: student });
    }
  }
  await t.call('POST', '/api/board/favorites?boardType=free', { as: student });
  for (const boardType of HEAD_BOARDS) await createHead(t, { boardType });
  await storeSetting(t, 'footerLinks', '[{"label":"홈페이지","url":"https://example.com/"}]');
  await writeComment(t, other, await createPost(t, other));
});
afterAll(() => Promise.all([t.close(), stopMatrixProvider()]));

/** Every key in a response with its path; all elements of a list share one. */
function keysOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => keysOf(one, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) => {
    const here = path === '' ? name : `${path}.${name}`;
    return [here, ...keysOf(child, here)];
  });
}

async function answerOf(call: string, route: Route) {
  const build = REQUESTS[call];
  if (build === undefined) throw new Error('no request for this call');
  const { student } = world;
  const caller = callerOf(world, route);
  const cell = { caller, owner: student, variant: undefined, isForged: false };
  const request = await build(world, cell);
  if (call === 'GET /api/post/:id/comments') {
    await writeComment(t, student, Number(/\d+/.exec(request.url)?.[0]));
  }
  if (call === 'GET /api/post/:commentId/replies') {
    const parentId = Number(/\d+/.exec(request.url)?.[0]);
    const { rows } = await t.db.execute<{ post: number }>(
      `select post_id as post from comments where id = ${parentId}`,
    );
    await writeComment(t, student, rows[0]?.post ?? 0, { parentId });
  }
  await clearThrottles(t);
  const [method = ''] = call.split(' ');
  return t.call(method, request.url, {
    as: caller,
    ...(request.headers && { headers: request.headers }),
    ...(request.body !== undefined && { body: request.body }),
    ...(request.cookies && { cookies: request.cookies }),
  });
}

const calls = [...contractCalls()].filter(([, route]) => route.response !== null);

/** The demo's outbox, and what ADMIN alone sees: user search, log of e-mails, readers of a notice. */
const NAMES_MEMBERS = /\/(outbox|search-users|emails|must-read)$/;

describe('responses contain their declared keys and nothing else', () => {
  it.each(calls)(
    '%s, nor private data of others [API-09, PRIV-15, PRIV-04]',
    async (call, route) => {
      const { status, json, text } = await answerOf(call, route);
      expect(status).toBeLessThan(300);
      expect([...new Set(keysOf(json))].toSorted()).toEqual(
        [...(RESPONSE_KEYS[call] ?? [])].toSorted(),
      );
      if (!call.startsWith('GET')) return;
      expect(text).not.toMatch(/argon2|"password\w*":|Hash"|seal/i);
      if (NAMES_MEMBERS.test(call)) return;
      for (const member of Object.values(world.byRole).concat(world.other)) {
        for (const secret of [member.email, member.username, member.name]) {
          expect(text).not.toContain(`"${secret}"`);
        }
      }
    },
  );
});
