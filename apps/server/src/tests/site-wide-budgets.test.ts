import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember } from '../testing/factories/members.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { emailsTo } from '../testing/visitor.ts';

/**
 * Every counter that all people share. Another one needs a line here, and a share of it that one network
 * cannot take from others.
 */
const SHARED_KEYS = ['code PURPOSE all', 'outside-reports'];
/** Keys of a caller: the rest of the key says whose. */
const OWN = /\$\{(?!limit\.seconds\}|name\})/;

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ env: { TRUST_PROXY: '127.0.0.1' } });
});
beforeEach(() => t.db.execute('delete from throttles'));
afterAll(() => t.close());

/** What the others have used up already. */
async function useUp(key: string, count: number): Promise<void> {
  const ends = new Date(t.clock.now().getTime() + 60_000);
  await t.db.execute(
    sql`insert into throttles (key, count, window_ends_at) values (${key}, ${count}, ${ends})`,
  );
}

const post = (url: string, body: object, ip: string, cookie = '') =>
  t.call('POST', url, { body, headers: { 'x-forwarded-for': ip, ...(cookie && { cookie }) } });
let count = 0;
const signUp = (ip: string) => {
  count += 1;
  return post('/api/auth/email-check', { email: `person${count}@g.kmou.ac.kr` }, ip);
};
const report = (ip: string) => {
  count += 1;
  const reason = '제 사진이 허락 없이 올라와 있습니다.';
  const body = {
    place: '자유게시판의 첫 글',
    reason,
    email: `victim${count}@example.com`,
    name: '',
    agreed: true,
  };
  return post('/api/report', body, ip);
};

/** 300 networks of 64 bits in one of 48, and one address of it. */
const SIBLINGS = Array.from({ length: 300 }, (_, n) => `2001:db8:1:${n.toString(16)}::1`);
const NEIGHBOURS = Array.from({ length: 25 }, (_, n) => `198.51.${n}.7`);
const ELSEWHERE = '203.0.113.7';

const SOURCES = readdirSync(`${import.meta.dirname}/../features`, { recursive: true })
  .map((file) => `features/${file}`)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(`${import.meta.dirname}/../${file}`, 'utf8') }));

it('are counted under the listed keys alone [LIMIT-74]', () => {
  const shared = SOURCES.flatMap(({ text }) => {
    const calls = text.matchAll(
      /throttle\.(?:hit|allows|count|once|fail)\(\s*\w+,\s*(['`])(.*?)\1/gs,
    );
    return [...calls]
      .map(([, , key = '']) => key.replace(/\$\{purpose\}/, 'PURPOSE'))
      .filter((key) => !OWN.test(key));
  });
  expect([...new Set(shared)].toSorted()).toEqual(SHARED_KEYS);
});

it('are counted in memory with a share for each network [LIMIT-74]', () => {
  const counted = SOURCES.flatMap(({ file, text }) =>
    [...text.matchAll(/\b(\w+) -= 1;/g)]
      .filter(([, name]) => new RegExp(`\\b${name} (>=?|===) [A-Z]`).test(text))
      .map(([, name]) => `${file} ${name}`),
  );
  expect(counted, 'without shares').toEqual([]);
  const shared = SOURCES.filter(({ text }) => text.includes('createSharedPlaces('));
  expect(shared.map(({ file }) => file)).toEqual(['features/oidc/oidc.provider.ts']);
  for (const { text } of shared) expect(text).toContain('.take(wideNetworkOf(');
});

describe('codes for a sign-up', () => {
  it('go to whoever has sent few, however many others have sent [LIMIT-74]', async () => {
    await useUp('code signup all', 300);
    for (const ip of NEIGHBOURS.slice(0, 3)) expect((await signUp(ip)).status).toBe(200);
    expect((await signUp(ELSEWHERE)).status).toBe(200);
  });

  it('stop at the ceiling for a /48 that has sent many from its /64 networks [LIMIT-74]', async () => {
    await useUp('code signup all', 300);
    const statuses: number[] = [];
    for (const ip of SIBLINGS.slice(0, 6)) statuses.push((await signUp(ip)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await signUp(ELSEWHERE)).status).toBe(200);
  });

  it('take nothing of those for a reset [CODE-09, LIMIT-74]', async () => {
    await useUp('code signup all', 1_500);
    expect((await signUp(ELSEWHERE)).status).toBe(429);
    const member = await createMember(t.db, 'STUDENT');
    const begun = await post('/api/member/verify-id', { username: member.username }, ELSEWHERE);
    expect(begun.status).toBe(200);
    expect(await emailsTo(t, member.email)).toHaveLength(1);
  });
});

describe('reports without an account', () => {
  it('are taken from everybody, however many others have sent [LIMIT-74]', async () => {
    for (const ip of NEIGHBOURS) await useUp(`outside-report calls near ${ip.slice(0, -2)}`, 20);
    await useUp('outside-reports', 2_000);
    for (const ip of [...NEIGHBOURS, ELSEWHERE]) expect((await report(ip)).status).toBe(201);
  });

  it('of a /48 are refused for an hour at most, and those of nobody else [LIMIT-74]', async () => {
    const refused: number[] = [];
    for (const ip of SIBLINGS.slice(0, 51)) {
      const { status, headers } = await report(ip);
      if (status === 429) refused.push(Number(headers['retry-after']));
    }
    expect(refused).toHaveLength(1);
    expect(refused[0]).toBeLessThanOrEqual(60 * 60);
    expect((await report(ELSEWHERE)).status).toBe(201);
  });

  it('of one network take one hundredth of what calls staff on a day [LIMIT-74]', async () => {
    for (const ip of SIBLINGS.slice(0, 30)) await report(ip);
    const { rows } = await t.db.execute(
      `select count from throttles where key = 'outside-reports'`,
    );
    expect(rows).toMatchObject([{ count: 20 }]);
  });
});
