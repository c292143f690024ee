import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clearBookings, createResource, unitsOf } from '../../testing/factories/bookings.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let staff: SignedIn;
let people: SignedIn[];

beforeAll(async () => {
  t = await createTestApp();
  staff = await t.signIn('MANAGER');
  people = [];
  for (let at = 0; at < 30; at += 1) people.push(await t.signIn());
});
afterAll(() => t.close());
beforeEach(() => clearBookings(t));

const TERM = { startsAt: '2026-12-01T00:00:00+09:00', endsAt: '2027-03-01T00:00:00+09:00' };
const LOCKERS = { span: 'TERM', termStartsOn: '2026-12-01', termEndsOn: '2027-02-28' };
const book = (as: SignedIn, resourceId: number, body: object = TERM) =>
  t.call('POST', '/api/bookings', { as, body: { resourceId, ...body } });
const count = <T>(values: readonly T[], value: T) => values.filter((one) => one === value).length;
const held = async () => {
  const { rows } = await t.db.execute<{ unit_id: number; member_id: number }>(
    `select unit_id, member_id from bookings where state in ('OFFERED', 'REQUESTED', 'BOOKED')`,
  );
  return rows;
};

describe('many at once', () => {
  it('get each locker once: 300 requests of 30 members for 10 [BOOK-03]', async () => {
    const { id } = await createResource(t, staff, { ...LOCKERS, units: unitsOf(10) });
    const requests = Array.from({ length: 300 }, (_, at) => people[at % 30] as SignedIn);
    const results = await Promise.all(requests.map((one) => book(one, id)));
    const statuses = results.map(({ status }) => status);
    expect(count(statuses, 201)).toBe(10);
    expect(count(statuses, 409)).toBe(290);
    const rows = await held();
    expect(new Set(rows.map(({ unit_id }) => unit_id)).size).toBe(10);
    expect(new Set(rows.map(({ member_id }) => member_id)).size).toBe(10);
  });

  it('keep the quota of a week for one member [BOOK-04]', async () => {
    const { id } = await createResource(t, staff, { weeklyCount: 2, units: unitsOf(5) });
    const [me] = people as [SignedIn];
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, at) => {
        const hour = (more: number) =>
          `2026-11-21T${String(9 + at + more).padStart(2, '0')}:00:00+09:00`;
        return book(me, id, { startsAt: hour(0), endsAt: hour(1) });
      }),
    );
    expect(
      count(
        results.map(({ status }) => status),
        201,
      ),
    ).toBe(2);
  });

  it('who cancel give each place to one in line [BOOK-08]', async () => {
    const { id } = await createResource(t, staff, { ...LOCKERS, units: unitsOf(5) });
    const own: number[] = [];
    for (const one of people.slice(0, 5)) own.push((await book(one, id)).json.booking.id);
    for (const one of people.slice(5, 15)) await book(one, id, { ...TERM, waits: true });
    await Promise.all(
      people.slice(0, 5).map((as, at) => t.call('DELETE', `/api/bookings/${own[at]}`, { as })),
    );
    const members = (await held()).map(({ member_id }) => member_id).sort((a, b) => a - b);
    expect(members).toEqual(people.slice(5, 10).map((one) => one.id));
  });

  it('cannot make PostgreSQL store two at once in a unit [BOOK-03]', async () => {
    const { id, units } = await createResource(t, staff, { units: unitsOf(2) });
    const insert = (unit: number, from: string, to: string, state = 'BOOKED') =>
      t.db.execute(`insert into bookings (resource_id, unit_id, state, starts_at, ends_at)
        values (${id}, ${unit}, '${state}', '2026-11-21 ${from}+09', '2026-11-21 ${to}+09')`);
    const [first, second] = units.map((unit) => unit.id) as [number, number];
    await insert(first, '09:00', '10:00');
    await insert(first, '10:00', '11:00');
    await insert(second, '09:00', '11:00', 'REQUESTED');
    await insert(first, '09:00', '10:00', 'CANCELLED');
    for (const [unit, from, to] of [
      [first, '09:30', '09:31'],
      [second, '08:00', '12:00'],
    ] as const) {
      await expect(insert(unit, from, to)).rejects.toMatchObject({
        cause: { code: '23P01' },
      });
    }
  });
});
