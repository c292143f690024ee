import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAudit } from '../../testing/factories/inquiries.ts';
import { createMember } from '../../testing/factories/members.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let admin: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  admin = await t.signIn('ADMIN');
  for (let index = 0; index < 60; index += 1) {
    await createMember(t.db, index % 2 === 0 ? 'STUDENT' : 'PROFESSOR', {
      username: `find${String(index).padStart(3, '0')}`,
      name: index % 3 === 0 ? '김하늘' : '이바다',
      nickname: `찾음${index}`,
    });
  }
});
afterAll(() => t.close());

const search = (params: Record<string, string | number>) => {
  const query = new URLSearchParams(Object.entries(params).map(([k, v]) => [k, String(v)]));
  return t.call('GET', `/api/admin/search-users?${query}`, { as: admin });
};

describe('GET /admin/search-users', () => {
  it('pages by at most 50, also without a filter [ADMIN-03]', async () => {
    const all = await search({});
    expect(all.json.users).toHaveLength(50);
    const { rows } = await t.db.execute<{ total: number }>(
      'select count(*) as total from members where withdrawn_at is null',
    );
    const total = rows[0]?.total ?? 0;
    expect(total).toBeGreaterThanOrEqual(61);
    expect(all.json.page).toEqual({
      currentPage: 0,
      size: 50,
      totalPages: 2,
      totalElements: total,
    });
    expect((await search({ page: 1 })).json.users).toHaveLength(total - 50);
    expect((await search({ page: 5 })).json.users).toEqual([]);
    expect((await search({ size: 51 })).status).toBe(400);
  });

  it('finds substrings of usernames, names and nicknames, and exact roles', async () => {
    const totals = async (params: Record<string, string>) =>
      (await search(params)).json.page.totalElements;
    expect(await totals({ username: 'FIND00' })).toBe(10);
    expect(await totals({ name: '하늘' })).toBe(20);
    expect(await totals({ nickname: '찾음5' })).toBe(11);
    expect(await totals({ name: 'ㄱㅎㄴ' }), '[ADMIN-76]').toBe(await totals({ name: '김하늘' }));
    expect(await totals({ name: 'ㅎㄴ' }), '[ADMIN-76]').toBe(20);
    expect(await totals({ role: 'PROFESSOR' })).toBe(30);
    expect(await totals({ role: 'PROFESSOR', name: '김하늘', username: 'find' })).toBe(10);
    expect(await totals({ username: 'find_' })).toBe(0);
    expect(await totals({ username: '%' })).toBe(0);
    expect(await totals({ name: "' or 1=1 --" })).toBe(0);
    expect((await search({ role: 'OWNER' })).status).toBe(400);
  });

  it('returns no hash, token, withdrawn member or expired suspension [ADMIN-03]', async () => {
    const gone = await createMember(t.db, 'USER', { username: 'gone01', withdrawnAt: new Date() });
    const back = await createMember(t.db, 'USER', {
      username: 'back01',
      suspendedUntil: new Date(t.clock.now().getTime() - 1),
      suspendedReason: '도배',
    });
    expect((await search({ username: gone.username })).json.users).toEqual([]);
    const { json, text } = await search({ username: 'back01' });
    expect(text).not.toMatch(/argon2|hash|token/i);
    expect(json.users).toEqual([
      expect.objectContaining({
        id: back.id,
        name: back.name,
        email: back.email,
        roles: ['USER'],
        suspendedUntil: null,
        suspendedReason: null,
      }),
    ]);
  });

  it('records every search with its filter and the found members [AUDIT-01]', async () => {
    const { json } = await search({ name: '김하늘', page: 0, size: 3 });
    const [entry] = await readAudit(t, 0);
    expect(entry).toMatchObject({
      action: 'member.search',
      actorId: admin.id,
      detail: { name: '김하늘', page: 0, found: json.users.map(({ id }: { id: number }) => id) },
    });
  });
});
