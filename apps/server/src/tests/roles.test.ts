import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createThread, readThread, writeComment } from '../testing/factories/comments.ts';
import { takeSnapshot } from '../testing/matrix/snapshot.ts';
import { setRoles } from '../testing/matrix/world.ts';
import { portOf, rawRequest, sendRaw } from '../testing/raw-http.ts';
import { createTestApp, type SignedIn, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
let user: SignedIn;
let author: SignedIn;
let postId: number;
beforeAll(async () => {
  t = await createTestApp();
  await t.app.listen({ host: '127.0.0.1', port: 0 });
  author = await t.signIn('STUDENT');
  postId = await createThread(t, author);
});
beforeEach(async () => {
  user = await t.signIn('USER');
});
afterAll(() => t.close());

const write = (as: SignedIn, boardType: string, more: object = {}) =>
  t.call('POST', '/api/post/post-up', {
    as,
    body: { boardType, title: '제목', content: '<p>글</p>', imageUrls: null, ...more },
  });

describe('roles', () => {
  it('checks the highest of several roles [ROLE-02]', async () => {
    await setRoles(t, user.id, ['USER', 'MANAGER']);
    expect((await write(user, 'notice')).status).toBe(201);
    await setRoles(t, user.id, ['MANAGER', 'STUDENT', 'USER']);
    expect((await write(user, 'notice')).status).toBe(201);
  });

  it('treats a member without roles as USER [ROLE-03]', async () => {
    await setRoles(t, user.id, []);
    expect((await t.call('GET', '/api/member/me', { as: user })).status).toBe(200);
    expect((await write(user, 'free')).status).toBe(403);
  });

  it('refuses a market item by a USER; a price on another board has no effect [ROLE-08, POST-07]', async () => {
    const { status, json } = await write(user, 'MARKET', { price: 1000 });
    expect([status, json.error]).toEqual([403, 'MARKET_DENIED']);
    const made = await write(author, 'free', { price: 1000 });
    expect(made.status).toBe(201);
    const { json: found } = await t.call('GET', `/api/post/${made.json.id}`, { as: author });
    expect(found.dto.price).toBeNull();
  });

  it.each(['LECTURE_Q', 'LECTURE_N', 'popular', 'POPULAR', '', 'nowhere', '__proto__'])(
    'refuses a post on the board %j [ROLE-12]',
    async (boardType) => {
      expect((await write(await t.signIn('SYSTEM'), boardType)).status).toBe(400);
    },
  );

  it('refuses the same token at the next write after a revocation [SESS-25]', async () => {
    await setRoles(t, user.id, ['USER', 'STUDENT']);
    expect((await write(user, 'free')).status).toBe(201);
    await setRoles(t, user.id, ['USER']);
    expect((await write(user, 'free')).status).toBe(403);
  });

  it('accepts the same token after a grant [SESS-26]', async () => {
    expect((await write(user, 'notice_sc')).status).toBe(403);
    await setRoles(t, user.id, ['USER', 'STUDENT_COUNCIL']);
    expect((await write(user, 'notice_sc')).status).toBe(201);
  });
});

describe('other methods and method overrides [ROLE-19]', () => {
  it('HEAD requires the same access as GET', async () => {
    expect((await t.call('HEAD', '/api/member/me')).status).toBe(401);
    const { status, text } = await t.call('HEAD', '/api/member/me', { as: user });
    expect([status, text]).toEqual([200, '']);
  });

  it.each(['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'])(
    '%s changes no method',
    async (name) => {
      const manager = await t.signIn('MANAGER');
      const comment = await writeComment(t, author, postId);
      const before = await readThread(t, postId);
      const url = `/api/comment/${comment.id}`;
      for (const method of ['GET', 'POST']) {
        const { status } = await t.call(method, `${url}?_method=DELETE`, {
          as: manager,
          headers: { [name]: 'DELETE' },
        });
        expect([404, 405]).toContain(status);
      }
      expect(await readThread(t, postId)).toEqual(before);
    },
  );

  it.each(['OPTIONS', 'PATCH', 'TRACE'])('%s gets a 4xx and changes nothing', async (m) => {
    const before = await takeSnapshot(t);
    for (const path of ['/api/member/me', `/api/post/${postId}`, '/api/post/post-up']) {
      const { status } = await sendRaw(portOf(t.app), rawRequest(m, path));
      expect([400, 401, 404, 405]).toContain(status);
    }
    expect(await takeSnapshot(t)).toEqual(before);
  });
});

describe('path manipulation [ROLE-20]', () => {
  const tricks = (path: string) => [
    `/${path}`,
    `${path}/`,
    `${path}//`,
    path.toUpperCase(),
    path.replace('/api/', '/API/'),
    path.replace('/api/', '/api//'),
    path.replace('/api/', '/api/./'),
    path.replace('/api/', '/api/x/../'),
    path.replace('/api/', '/api/%2e%2e/api/'),
    path.replace('/api/', '/%61pi/'),
    path.replace('/api/', '/api%2f'),
    `${path};a=1`,
    `${path}%00`,
    `${path}.json`,
    `http://127.0.0.1${path}`,
    `/files/..%2f${path.slice(1)}`,
  ];

  it.each(tricks('/api/member/me'))('GET %s without a token returns no member', async (path) => {
    const { status } = await sendRaw(portOf(t.app), rawRequest('GET', path));
    expect([400, 401, 404]).toContain(status);
  });

  it.each(tricks('/api/post/post-up'))('POST %s writes nothing for a USER', async (path) => {
    const before = await takeSnapshot(t);
    const body = JSON.stringify({ boardType: 'FREE', title: '제목', content: '<p>글</p>' });
    const { status } = await sendRaw(portOf(t.app), rawRequest('POST', path, user.headers, body));
    expect([400, 403, 404]).toContain(status);
    expect(await takeSnapshot(t)).toEqual(before);
  });
});
