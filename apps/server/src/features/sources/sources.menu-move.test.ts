import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, kstDay } from '../../platform/clock.ts';
import { readSource } from '../../testing/factories/sources.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { createFakeSites } from './sources.fixture.ts';

const URL = 'https://menu.example.ac.kr/week';
const DISHES = ['쌀밥', '카레', '국수', '우동'];

const sites = createFakeSites();
let t: TestApp;
let manager: SignedIn;
let id: number;
let first: string;

const show = (from: string, dishes: readonly string[] = DISHES) => {
  const cells = (values: readonly string[]) => values.map((value) => `<td>${value}</td>`).join('');
  const days = dishes.map((_, n) => addDays(from, n));
  const page = `<table><tr><th></th>${cells(days)}</tr><tr><th>중식</th>${cells(dishes)}</tr></table>`;
  sites.pages.set(URL, page);
};
const run = async () => {
  t.clock.advance(2 * 3_600);
  manager = await t.signIn('MANAGER');
  await t.services.sources.tasks.source({ id });
  return readSource(t, id);
};
const lunchOn = async (day: string) => {
  const { json } = await t.call('GET', `/api/Menu/${day.replaceAll('-', '/')}`, { as: manager });
  return json.staffCafeteria?.LUNCH ?? null;
};
const detail = async () =>
  (await t.call('GET', `/api/admin/sources/${id}`, { as: manager })).json.source;
const decide = (body: object, as = manager) =>
  t.call('PUT', `/api/admin/sources/${id}/menu-move`, { as, body });

const questionsOf = async (member: SignedIn) => {
  const as = await t.signInAs(member);
  const { json } = await t.call('GET', '/api/member/my-notices', { as });
  return json.notices.filter(({ subType }: { subType: string }) => subType === 'source');
};

beforeAll(async () => {
  t = await createTestApp({ fetchPage: sites.fetchPage });
  const admin = await t.signIn('ADMIN');
  manager = await t.signIn('MANAGER');
  first = addDays(kstDay(t.clock.now()), 1);
  const body = { type: 'menu-table', cafeteria: 'staff', name: 'week', title: '식단', url: URL };
  ({ id } = (await t.call('POST', '/api/admin/sources', { as: admin, body })).json);
  show(first);
  await run();
});
afterAll(() => t.close());

describe('menus that have moved to other days', () => {
  it('are not stored until a person decides, and are left then for good [SRC-274]', async () => {
    expect(await detail()).toMatchObject({ menuMove: null, created: 4 });
    show(addDays(first, 1));
    expect(await run()).toMatchObject({ state: 'READ', refused: 4, created: 0, updated: 0 });
    const { menuMove, faults } = await detail();
    expect(menuMove).toMatchObject({ by: 1, from: addDays(first, 1), to: addDays(first, 4) });
    expect(faults).toMatchObject([{ place: '식단' }]);
    expect(await lunchOn(first)).toEqual(['쌀밥']);
    expect(await lunchOn(addDays(first, 1))).toEqual(['카레']);
    const student = await t.signIn('STUDENT');
    const decision = { hash: menuMove.hash, store: false };
    expect((await decide(decision, student)).status).toBe(403);
    expect((await decide({ ...decision, hash: 'other' })).json.error).toBe('EDIT_CONFLICT');
    expect((await decide(decision)).status).toBe(200);
    expect((await detail()).menuMove).toBeNull();
    expect(await run()).toMatchObject({ refused: 4, updated: 0 });
    expect((await detail()).menuMove).toBeNull();
    expect(await lunchOn(addDays(first, 1))).toEqual(['카레']);
  });

  it('notify those who may decide, once for each content [SRC-274]', async () => {
    const readers = [
      await t.signIn('ADMIN'),
      await t.signIn('MANAGER'),
      await t.signIn('STUDENT_COUNCIL'),
    ];
    show(addDays(first, 3));
    await run();
    const moved = await Promise.all(readers.map(questionsOf));
    await run();
    expect(await Promise.all(readers.map(questionsOf))).toEqual(moved);
    const question = {
      content: `'식단'의 식단이 다른 날로 밀려 저장하지 않았습니다. 수집에서 날짜를 확인해 주세요.`,
      targetUrl: '/admin?menu=SOURCES',
    };
    expect(moved).toMatchObject([[question], [question], []]);
  });

  it('are asked about once more when they are others, and stored when a person says so [SRC-274]', async () => {
    show(addDays(first, 2));
    await run();
    const { menuMove } = await detail();
    expect(menuMove).toMatchObject({ by: 2 });
    expect((await decide({ hash: menuMove.hash, store: true })).status).toBe(200);
    expect(await detail()).toMatchObject({ menuMove: null, isRunning: true });
    expect(await run()).toMatchObject({ created: 2, updated: 2, refused: 0 });
    expect(await lunchOn(addDays(first, 2))).toEqual(['쌀밥']);
    expect(await run()).toMatchObject({ created: 0, updated: 0, unchanged: 4, menuMove: null });
    expect((await decide({ hash: menuMove.hash, store: true })).json.error).toBe('EDIT_CONFLICT');
  });

  it('are cleared when the page shows other menus again [SRC-274]', async () => {
    show(addDays(first, 3));
    await run();
    expect((await detail()).menuMove).not.toBeNull();
    show(addDays(first, 2), ['새밥', '새국', '새면', '새빵']);
    expect(await run()).toMatchObject({ updated: 4, menuMove: null });
  });
});
