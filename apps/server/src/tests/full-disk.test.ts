import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEventStream } from '../testing/event-stream.ts';
import { createPost } from '../testing/factories/posts.ts';
import { contractCalls } from '../testing/matrix/mounted.ts';
import { REQUESTS } from '../testing/matrix/requests.ts';
import { createWorld, type World } from '../testing/matrix/world.ts';
import { createTestApp, type SignedIn, type TestApp } from '../testing/test-app.ts';

/** Calls that exist to write: the address of an upload, the limit of an export. */
const WRITING = /presign|export/;

let t: TestApp;
let world: World;
let reader: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  world = await createWorld(t);
  reader = await t.signIn('STUDENT');
  await t.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => t.close());

/** Every write fails as it does on a full disk while `run` runs. */
async function withFullDisk<T>(run: () => Promise<T>): Promise<T> {
  const tables = await t.db.execute<{ name: string }>(
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
  );
  await t.db.execute(sql`create function refuse_write() returns trigger language plpgsql as
    $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$`);
  for (const { name } of tables.rows) {
    await t.db.execute(sql`create trigger disk_full before insert or update or delete
      on ${sql.raw(name)} for each statement execute function refuse_write()`);
  }
  try {
    return await run();
  } finally {
    await t.db.execute(sql`drop function refuse_write cascade`);
  }
}

describe('with a full disk', () => {
  it('every call of a student that only reads responds as before [REL-08]', async () => {
    const requests: [string, string][] = [];
    for (const [call, route] of contractCalls()) {
      const isRead = route.method === 'GET' && call !== 'GET /api/events' && !WRITING.test(call);
      const isOpen = ['public', 'signedIn', 'STUDENT'].includes(route.access);
      if (!isRead || !isOpen) continue;
      const cell = { caller: reader, owner: world.other, variant: undefined, isForged: false };
      const { url } = (await REQUESTS[call]?.(world, cell)) ?? { url: '' };
      requests.push([call, url]);
    }
    expect(requests.length).toBeGreaterThan(30);
    const run = async () => {
      const statuses: [string, number][] = [];
      for (const [call, url] of requests) {
        statuses.push([call, (await t.call('GET', url, { as: reader })).status]);
      }
      return statuses;
    };
    t.clock.advance(60 * 60);
    reader = await t.signInAs(reader);
    // The server does at its start.
    await t.services.push.prepare();
    const full = await withFullDisk(run);
    expect(full).toEqual(await run());
  });

  it('the app starts for a member who was away, and reads posts [REL-08]', async () => {
    const postId = await createPost(t, world.other, { title: '가득 찬 디스크' });
    const member = await t.signIn('STUDENT');
    await withFullDisk(async () => {
      const me = await t.call('GET', '/api/member/me', { as: member });
      expect([me.status, me.json.meDto?.nickname]).toEqual([200, member.nickname]);
      const post = await t.call('GET', `/api/post/${postId}`, { as: member });
      expect([post.status, post.json.dto.title, post.json.dto.viewCount]).toEqual([
        200,
        '가득 찬 디스크',
        0,
      ]);
      const card = await t.call('GET', `/api/member/summary/${world.other.id}`, { as: member });
      expect(card.status).toBe(200);
      const stream = await openEventStream(t, member);
      expect(stream.status).toBe(200);
      stream.close();
    });
    const post = await t.call('GET', `/api/post/${postId}`, { as: member });
    expect(post.json.dto.viewCount).toBe(1);
  });

  it('posts that several members open at once are served without counting [REL-08]', async () => {
    const members = await Promise.all([t.signIn('STUDENT'), t.signIn('STUDENT')]);
    const posts = [await createPost(t, world.other), await createPost(t, world.other)];
    const open = () =>
      Promise.all(
        posts.map((id, place) =>
          t.call('GET', `/api/post/${id}`, { as: members[place] ?? reader }),
        ),
      );
    const full = await withFullDisk(open);
    expect(full.map(({ status, json }) => [status, json.dto.viewCount])).toEqual([
      [200, 0],
      [200, 0],
    ]);
    expect((await open()).map(({ json }) => json.dto.viewCount)).toEqual([1, 1]);
  });

  it('a refresh renews the access token and keeps the other [REL-08, SESS-04]', async () => {
    const member = await t.signIn('STUDENT');
    t.clock.advance(20 * 60);
    const refresh = (refreshToken: string) =>
      t.call('POST', '/api/auth/refresh', {
        body: { refreshToken },
        cookies: { naru_device: member.device },
      });
    const full = await withFullDisk(() => refresh(member.refreshToken));
    expect(full.status).toBe(200);
    expect(full.json.refreshToken).toBe(member.refreshToken);
    const headers = { authorization: `Bearer ${full.json.accessToken}` };
    expect((await t.call('GET', '/api/member/me', { headers })).status).toBe(200);
    const after = await refresh(member.refreshToken);
    expect(after.status).toBe(200);
    expect(after.json.refreshToken).not.toBe(member.refreshToken);
  });

  it('writes are refused with 507 and store nothing [REL-08, API-03]', async () => {
    const member = await t.signIn('STUDENT');
    const body = { boardType: 'FREE', title: '글', content: '<p>글</p>', imageUrls: null };
    const refused = await withFullDisk(() =>
      t.call('POST', '/api/post/post-up', { as: member, body }),
    );
    expect([refused.status, refused.json.error]).toEqual([507, 'STORAGE_FULL']);
    expect(refused.headers['retry-after']).toBeDefined();
  });
});
