import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCafeteriaDay } from '../../testing/factories/school.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

const NOBODY_COOKS = {
  studentCafeteria: { SET_MENU: [], WESTERN: [], SNACK: [], RAMEN: [] },
  staffCafeteria: { BREAKFAST: [], LUNCH: [], DINNER: [] },
};

let t: TestApp;
let member: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  member = await t.signIn('USER');
});
afterAll(() => t.close());

const day = (path: string) => t.call('GET', `/api/Menu/${path}`, { as: member });

describe('GET /api/Menu/:year/:month/:day', () => {
  it('refuses a request without a token', async () => {
    expect((await t.call('GET', '/api/Menu/2026/11/20')).status).toBe(401);
  });

  it.each([
    '2026/02/30',
    '2026/11/31',
    '2026/13/01',
    '2026/00/10',
    '0000/01/01',
    '0/11/20',
    '99999/11/20',
    '2026/11/99999',
    '2026/11/-1',
    '2026/11/2e0',
    'a/b/c',
  ])('refuses %s [MEAL-04]', async (path) => {
    const { status, json } = await day(path);
    expect([status, json.error]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('refuses days more than 14 days from today in Korea [MEAL-03]', async () => {
    t.clock.set(new Date('2026-11-19T15:30:00Z'));
    const statuses = await Promise.all(
      ['2026/11/05', '2026/11/06', '2026/12/04', '2026/12/05'].map(
        async (path) => (await day(path)).status,
      ),
    );
    expect(statuses).toEqual([400, 200, 200, 400]);
    expect((await day('2026/12/05')).json.message).toBe(
      '식단은 오늘 기준 앞뒤 14일까지만 볼 수 있습니다.',
    );
  });

  it('returns every category on both paths [MEAL-01, MEAL-05]', async () => {
    await createCafeteriaDay(t, {
      day: '2026-11-20',
      student: { SET_MENU: ['현미밥', '<b>미역국</b>'], SNACK: ['떡볶이'] },
      staff: { LUNCH: ['보리밥'] },
    });
    const { status, json } = await day('2026/11/20');
    expect(status).toBe(200);
    expect(json).toEqual({
      date: '2026-11-20',
      studentState: 'OPEN',
      staffState: 'OPEN',
      studentCafeteria: {
        SET_MENU: ['현미밥', '<b>미역국</b>'],
        WESTERN: [],
        SNACK: ['떡볶이'],
        RAMEN: [],
      },
      staffCafeteria: { BREAKFAST: [], LUNCH: ['보리밥'], DINNER: [] },
    });
    const lower = await t.call('GET', '/api/menu/2026/11/20', { as: member });
    expect(lower.json).toEqual(json);
  });

  it('returns a closed cafeteria without dishes', async () => {
    await createCafeteriaDay(t, {
      day: '2026-11-21',
      studentState: 'CLOSED',
      student: { SET_MENU: ['남은 밥'] },
      staff: { LUNCH: ['보리밥'] },
    });
    const { json } = await day('2026/11/21');
    expect(json.studentState).toBe('CLOSED');
    expect(json.studentCafeteria).toEqual(NOBODY_COOKS.studentCafeteria);
    expect(json.staffCafeteria.LUNCH).toEqual(['보리밥']);
  });

  it('returns NOT_POSTED for a day without data', async () => {
    expect((await day('2026/11/25')).json).toEqual({
      date: '2026-11-25',
      studentState: 'NOT_POSTED',
      staffState: 'NOT_POSTED',
      ...NOBODY_COOKS,
    });
  });
});
