import { ROLES } from '@naru/contract/roles';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { changeMember, writeComment } from '../testing/factories/comments.ts';
import { createPost } from '../testing/factories/posts.ts';
import { cookiesOf, createWebRoot, firstDataOf, openPage } from '../testing/opened-pages.ts';
import {
  createTestApp,
  type SignedIn,
  type TestApp,
  type TestAppOptions,
} from '../testing/test-app.ts';

let t: TestApp;
let web: Awaited<ReturnType<typeof createWebRoot>>;
let author: SignedIn;
let addresses: string[];
beforeAll(async () => {
  web = await createWebRoot();
  t = await createTestApp({ webRoot: web.path });
  author = await t.signIn('STUDENT');
  const title = '</script><script>alert(1)</script><!--';
  const post = await createPost(t, author, { title });
  const secret = await createPost(t, author, { boardType: 'SECRET' });
  await writeComment(t, author, post);
  addresses = [
    ...['/', '/main', '/main/community/free', '/main/community/secret?page=1'],
    ...['/main/community/popular', '/main/community/nowhere', '/main/study', '/main/admin'],
    ...[`/main/community/free/post/${post}`, `/main/community/secret/post/${secret}`],
    ...['/main/community/free/post/999999999999', '/main/community/free?query=x'],
  ];
});
afterAll(async () => {
  await t.close();
  await web.remove();
});

/** Calls a named call as the web app would. */
async function callAgain(name: string, as: SignedIn) {
  const [method = '', url = '', ...body] = name.split(' ');
  const { status, json, headers } = await t.call(method, url, {
    as,
    ...(body.length > 0 && { body: JSON.parse(body.join(' ')) }),
  });
  const total = headers['x-total-count'];
  return { status, entry: { body: json, ...(total !== undefined && { total: Number(total) }) } };
}

describe('the page of a member comes with what it shows first', () => {
  it.each(ROLES)(
    'a %s gets exactly what the calls of the web app return to this member [UI-660]',
    async (role) => {
      const as = await t.signIn(role);
      for (const address of addresses) {
        // The first view of a post counts.
        await openPage(t, address, as);
        const { calls = {} } = firstDataOf(await openPage(t, address, as)) ?? {};
        expect(Object.keys(calls), address).toContain('GET /api/member/me');
        for (const [name, entry] of Object.entries(calls)) {
          const again = await callAgain(name, as);
          expect(again, `${address}: ${name}`).toEqual({ status: 200, entry });
        }
      }
    },
  );

  it('brings the dashboard, a list and a post with all of their calls [UI-660]', async () => {
    const namesOn = async (address = '') =>
      Object.keys(firstDataOf(await openPage(t, address, author))?.calls ?? {}).map((name) =>
        name.split(/[ ?]/)[1]?.replace(/\d+/g, 'N'),
      );
    expect(await namesOn('/main')).toEqual(
      expect.arrayContaining([
        ...['/api/post/summary-multi', '/api/banners', '/api/Menu/N/N/N'],
        ...['/api/lecture-room/terms', '/api/lecture-room/mark', '/api/member/consents'],
      ]),
    );
    expect(await namesOn('/main/community/free')).toContain('/api/post');
    const post = addresses.find((address) => address.includes('free/post/'));
    expect(await namesOn(post)).toEqual(
      expect.arrayContaining(['/api/post/N', '/api/post/N/comments', '/api/post/N/around']),
    );
  });

  it('names the picture of the first screen of a post, unless its reader may not see it [UI-662]', async () => {
    const key = 'a'.repeat(24);
    const content = `<p>글</p><p><img src="/files/${key}.webp" alt="" width="9" height="9"></p>`;
    const post = await createPost(t, author);
    await t.db.execute(sql`update posts set content = ${content} where id = ${post}`);
    const isNamed = async (address: string) => {
      const { text } = await openPage(t, address, await t.signIn('STUDENT'));
      return text.includes(`<link rel="preload" as="image" href="/files/${key}_medium.webp"`);
    };
    expect(await isNamed(`/main/community/free/post/${post}`)).toBe(true);
    expect(await isNamed('/main/community/free')).toBe(false);
    await t.call('DELETE', `/api/post/${post}`, { as: author });
    expect(await isNamed(`/main/community/free/post/${post}`)).toBe(false);
  });

  it('no text of a member leaves its element [UI-660]', async () => {
    const { text } = await openPage(t, '/main/community/free', author);
    expect(text).not.toContain('<script>alert');
    expect(text.match(/<\/?script/g)).toHaveLength(2);
    expect(JSON.stringify(firstDataOf({ text }))).toContain('</script><script>alert(1)');
  });

  it('no cache keeps it, and a page without it is the same for everybody [UI-661]', async () => {
    const { headers } = await openPage(t, '/main', author);
    expect(headers['cache-control']).toBe('private, no-store');
    expect(headers.vary).toMatch(/cookie/);
    expect(headers.etag).toBeUndefined();
    const bare = await t.call('GET', '/main');
    expect(bare.headers['cache-control']).toBe('no-cache');
    expect(bare.headers.vary).toMatch(/cookie/);
    expect((await t.call('GET', '/main/chat')).text).toBe(bare.text);
  });
});

describe('a page comes without data', () => {
  const isBare = async (cookies: Record<string, string>, headers: Record<string, string> = {}) => {
    const { status, text } = await t.call('GET', '/main', { cookies, headers });
    expect(status).toBe(200);
    return firstDataOf({ text }) === null;
  };

  it('unless both cookies are of one live session [UI-661]', async () => {
    const [one, other] = [cookiesOf(author), cookiesOf(await t.signIn('STUDENT'))];
    const { naru_device: device = '', naru_session: session = '' } = one;
    expect(await isBare(one)).toBe(false);
    const forged: Record<string, string>[] = [
      ...[{}, { naru_device: device }, { naru_session: session }],
      { naru_device: other.naru_device ?? '', naru_session: session },
      { naru_device: device, naru_session: other.naru_session ?? '' },
      { naru_device: device, naru_session: crypto.randomUUID() },
      { naru_device: device, naru_session: "' or 1=1" },
    ];
    for (const cookies of forged) expect(await isBare(cookies), JSON.stringify(cookies)).toBe(true);
  });

  it.each<[string, (as: SignedIn) => Promise<unknown>]>([
    ['a log-out', (as) => t.call('POST', '/api/member/logout', { as })],
    ['a suspension', ({ id }) => changeMember(t, id, { suspendedUntil: new Date(4e12) })],
    ['a withdrawal', ({ id }) => changeMember(t, id, { withdrawnAt: t.clock.now() })],
  ])('after %s [UI-661]', async (_, end) => {
    const as = await t.signIn('STUDENT');
    expect(await isBare(cookiesOf(as))).toBe(false);
    await end(as);
    expect(await isBare(cookiesOf(as))).toBe(true);
  });

  it('after a refresh, with the cookie of before, and after the use of an old token [UI-661]', async () => {
    const as = await t.signIn('STUDENT');
    const refresh = (refreshToken: string) =>
      t.call('POST', '/api/auth/refresh', {
        cookies: { naru_device: as.device },
        body: { refreshToken },
      });
    const { accessToken } = (await refresh(as.refreshToken)).json;
    expect(await isBare(cookiesOf(as))).toBe(true);
    const renewed = cookiesOf({ ...as, headers: { authorization: `Bearer ${accessToken}` } });
    expect(await isBare(renewed)).toBe(false);
    t.clock.advance(11);
    expect((await refresh(as.refreshToken)).status).toBe(401);
    expect(await isBare(renewed)).toBe(true);
  });

  it('after 14 idle days [UI-661]', async () => {
    const as = await t.signIn('STUDENT');
    t.clock.advance(14 * 24 * 60 * 60 + 1);
    expect(await isBare(cookiesOf(as))).toBe(true);
  });

  it.each<Record<string, string>>([
    { 'sec-fetch-dest': 'image' },
    { 'sec-fetch-dest': 'iframe' },
    { 'sec-purpose': 'prefetch' },
  ])('for a request with %j, which nobody opens [UI-661]', async (headers) => {
    const as = await t.signIn('STUDENT');
    expect(await isBare(cookiesOf(as))).toBe(false);
    expect(await isBare(cookiesOf(as), headers)).toBe(true);
  });

  it('when the data cannot be read [UI-661]', async () => {
    const as = await t.signIn('STUDENT');
    await t.db.execute('alter table sessions rename to sessions_away');
    try {
      expect(await isBare(cookiesOf(as))).toBe(true);
    } finally {
      await t.db.execute('alter table sessions_away rename to sessions');
    }
  });
});

describe('limits of pages', () => {
  const createLimited = (options: TestAppOptions) =>
    createTestApp({ webRoot: web.path, ...options });

  it('a member without reads left gets bare pages, without a query [UI-661, LIMIT-02]', async () => {
    const limited = await createLimited({ rates: { read: 2 } });
    try {
      const [as, other] = [await limited.signIn('STUDENT'), await limited.signIn('STUDENT')];
      const open = vi.spyOn(limited.services.sessions, 'openPage');
      for (const _ of [1, 2]) await limited.call('GET', '/api/member/me', { as });
      const { status, text } = await openPage(limited, '/main', as);
      expect([status, firstDataOf({ text })]).toEqual([200, null]);
      expect(open).not.toHaveBeenCalled();
      expect(firstDataOf(await openPage(limited, '/main', other))).not.toBeNull();
    } finally {
      await limited.close();
    }
  });

  it.each(['read', 'file'] as const)('pages are bare while a %s waits [UI-661]', async (load) => {
    const as = await t.signIn('STUDENT');
    const places = t.services.admission[load];
    const count = vi.spyOn(places, 'count').mockReturnValue({ taken: 1, waiting: 1 });
    expect(firstDataOf(await openPage(t, '/main', as))).toBeNull();
    count.mockRestore();
    expect(firstDataOf(await openPage(t, '/main', as))).not.toBeNull();
  });

  it('what is shared to the site counts as a file [LIMIT-13]', async () => {
    const limited = await createLimited({ rates: { files: 2 } });
    try {
      const statuses: number[] = [];
      for (const _ of [1, 2, 3]) statuses.push((await limited.call('POST', '/share')).status);
      expect(statuses).toEqual([303, 303, 429]);
    } finally {
      await limited.close();
    }
  });
});
