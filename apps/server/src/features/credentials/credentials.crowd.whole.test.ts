import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clearThrottles } from '../../testing/matrix/world.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { countStatuses, createVisitor, lastCode, readValue } from '../../testing/visitor.ts';

const HALL = '198.51.100.7';
const CAMPUS = '203.0.113.9';
const CHECK = '/api/auth/check-duplicate';
const SEND = '/api/auth/email-check';
const PEOPLE = 120;

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({
    productionRates: true,
    env: { CAMPUS_NETWORKS: '203.0.113.0/24, 2001:db8::/48' },
  });
});
afterAll(() => t.close());

const visitorAt = (address: string) => createVisitor(t, {}, address);

/** All steps of a sign-up from one phone; returns the status of each. */
async function signUp(index: number, address: string): Promise<number[]> {
  const phone = visitorAt(address);
  const person = {
    username: `2027${String(index).padStart(4, '0')}`,
    password: '밤바다 등대 불빛 29',
    email: `hall${index}@g.kmou.ac.kr`,
    nickname: `강당${index}`,
    name: '김바다',
  };
  const { email } = person;
  const checked = await phone.post(CHECK, person);
  const code = await lastCode(t, email);
  const verified = await phone.post('/api/auth/verify-code', { email, code });
  const joined = await phone.post('/api/member/join', person);
  return [checked, verified, joined].map(({ status }) => status);
}

describe('a lecture hall behind one address', () => {
  it('signs up within a minute with the production limits [AUTH-13, CODE-08]', async () => {
    const results: number[][] = [];
    for (let first = 0; first < PEOPLE; first += 20) {
      const group = Array.from({ length: 20 }, (_, index) => signUp(first + index, HALL));
      results.push(...(await Promise.all(group)));
    }
    expect(results).toEqual(Array.from({ length: PEOPLE }, () => [200, 200, 201]));
    const students = sql`select count(*)::int from member_roles where role = 'STUDENT'`;
    expect(await readValue(t, students)).toBe(PEOPLE);
  }, 180_000);

  it('is not barred from resets and codes by one of its members who guesses [CODE-05, AUTH-27]', async () => {
    const thief = visitorAt(HALL);
    for (let tries = 0; tries < 8; tries += 1) {
      await thief.post('/api/member/verify-id', { username: '20270001' });
    }
    const owner = visitorAt(HALL);
    const begun = await owner.post('/api/member/verify-id', { username: '20270002' });
    expect([begun.status, begun.json.codeSent]).toEqual([200, true]);
  });
});

describe('a script behind one address', () => {
  it('gets 60 duplicate checks a minute with its flow, and 300 with ever new ones [AUTH-13]', async () => {
    await clearThrottles(t);
    const script = visitorAt('192.0.2.1');
    const check = (visitor = script) => visitor.post(CHECK, { username: '20270001' });
    const inFlow = [];
    for (let asked = 0; asked < 70; asked += 1) inFlow.push(await check());
    expect(countStatuses(inFlow)).toEqual({ 409: 60, 429: 10 });
    expect((await check(visitorAt('192.0.2.1'))).status).toBe(409);
    const anew = [];
    for (let asked = 0; asked < 260; asked += 1) anew.push(await check(visitorAt('192.0.2.1')));
    expect(countStatuses(anew)[429]).toBeGreaterThanOrEqual(20);
    expect((await check(visitorAt('192.0.2.2'))).status).toBe(409);
  }, 60_000);

  it.each([
    ['192.0.2.3', 300],
    [CAMPUS, 3000],
    ['2001:db8:0:5::1', 3000],
  ])(
    'from %s sends %i sign-up codes an hour, while resets from there go on [CODE-08]',
    async (address, max) => {
      await clearThrottles(t);
      const key = address.includes(':') ? '2001:db8:0:5::' : address;
      const ends = new Date(t.clock.now().getTime() + 3_600_000);
      await t.db.execute(sql`insert into throttles (key, count, window_ends_at)
      values (${`code signup from ${key}`}, ${max - 1}, ${ends})`);
      const send = (email: string) => visitorAt(address).post(SEND, { email });
      expect((await send(`last${max}${address.length}@g.kmou.ac.kr`)).status).toBe(200);
      const refused = await send(`over${max}${address.length}@g.kmou.ac.kr`);
      expect([refused.status, refused.json.error]).toEqual([429, 'CODE_THROTTLED']);
      const owner = visitorAt(address);
      const begun = await owner.post('/api/member/verify-id', { username: '20270003' });
      expect([begun.status, begun.json.codeSent]).toEqual([200, true]);
      t.clock.advance(3600);
    },
  );
});
