import { describe, expect, it } from 'vitest';
import { book, booked, createResource, times, unitsOf } from '../../testing/factories/bookings.ts';
import { countWaiting } from '../../testing/lock-waits.ts';
import { recordRoundTrips } from '../../testing/round-trips.ts';
import type { SignedIn } from '../../testing/test-app.ts';
import {
  cancel,
  closeDay,
  count,
  erase,
  LOCKERS,
  save,
  setUpBookings,
  stateOf,
  statesOf,
  TERM,
} from './bookings.fixture.ts';

const { t, staff, people, person } = setUpBookings(30);
const held = async () => {
  const { rows } = await t.db.execute<{ unit_id: number; member_id: number }>(
    `select unit_id, member_id from bookings where state in ('OFFERED', 'REQUESTED', 'BOOKED')`,
  );
  return rows;
};

describe('many at once', () => {
  it('get each locker once: 300 requests of 30 members for 10 [BOOK-03]', async () => {
    const { id } = await createResource(t, staff, { ...LOCKERS, units: unitsOf(10) });
    const requests = Array.from({ length: 300 }, (_, at) => person(at % 30));
    const results = await Promise.all(requests.map((one) => book(t, one, id, TERM)));
    const statuses = results.map(({ status }) => status);
    expect(count(statuses, 201)).toBe(10);
    expect(count(statuses, 409)).toBe(290);
    const rows = await held();
    expect(new Set(rows.map(({ unit_id }) => unit_id)).size).toBe(10);
    expect(new Set(rows.map(({ member_id }) => member_id)).size).toBe(10);
  });

  it('keep the quota of a week for one member [BOOK-04]', async () => {
    const { id } = await createResource(t, staff, { weeklyCount: 2, units: unitsOf(5) });
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, at) => book(t, person(0), id, times(9 + at, 10 + at))),
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
    for (const one of people.slice(0, 5)) own.push(await booked(t, one, id, TERM));
    for (const one of people.slice(5, 15)) await book(t, one, id, TERM, { waits: true });
    await Promise.all(own.map((booking, at) => cancel(t, person(at), booking)));
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

describe('a look-up', () => {
  it('is one statement for those who each pick another locker [BOOK-03]', async () => {
    const { id, units } = await createResource(t, staff, { ...LOCKERS, units: unitsOf(20) });
    const { result, trips } = await recordRoundTrips(() =>
      Promise.all(units.map((unit, at) => book(t, person(at), id, TERM, { unitId: unit.id }))),
    );
    expect(result.map(({ status }) => status)).toEqual(Array(20).fill(201));
    const shared = trips
      .flat()
      .filter((text) => text.includes('with ordinality') && text.includes('booking_units'));
    expect(shared.length).toBeGreaterThan(0);
    expect(shared.length).toBeLessThan(10);
  });

  it('reports for each whether it is free, of no such resource or unit too [BOOK-03]', async () => {
    const { id, units } = await createResource(t, staff, { units: unitsOf(2) });
    const other = await createResource(t, staff, { units: unitsOf(1) });
    const [one, two] = units.map((unit) => unit.id) as [number, number];
    await booked(t, person(0), id, times(9, 11), { unitId: one });
    const asked = [
      [id, one, 201, times(11, 12)],
      [id, one, 'BOOKING_TAKEN', times(10, 11)],
      [id, two, 201, times(9, 10)],
      [other.id, null, 201, times(9, 10)],
      [other.id, one, 'BOOKING_TAKEN', times(9, 10)],
      [id + 1_000, null, 'BOOKING_RESOURCE_NOT_FOUND', times(9, 10)],
      [id, one, 'BOOKING_CLOSED', times(10, 11, '2026-11-19')],
    ] as const;
    const results = await Promise.all(
      asked.map(([resourceId, unitId, , period], at) =>
        book(t, person(at + 1), resourceId, period, { unitId }),
      ),
    );
    expect(results.map(({ status, json }) => json.error ?? status)).toEqual(
      asked.map(([, , outcome]) => outcome),
    );
  });
});

describe('nobody is left in a deadlock', () => {
  /** Begins the works one after the other while a lock makes all of them wait. */
  async function behind(lock: string, works: (() => Promise<unknown>)[]): Promise<unknown[]> {
    const holder = await t.database.pool.connect();
    const done: Promise<unknown>[] = [];
    try {
      await holder.query('begin');
      await holder.query(lock);
      for (const work of works) {
        done.push(work());
        await expect.poll(() => countWaiting(t)).toBe(done.length);
      }
    } finally {
      await holder.query('commit');
      holder.release();
    }
    return Promise.all(done);
  }
  const cancelNow = async (as: SignedIn, id: number) => {
    expect((await cancel(t, as, id)).status).toBe(200);
  };
  const waits = { waits: true };
  const lockUnit = (id: number | undefined) =>
    `select from booking_units where id = ${id} for no key update`;

  it('who cancels while staff save the resource [BOOK-08, BOOK-16]', async () => {
    const [me, next] = people as [SignedIn, SignedIn];
    const { id, units } = await createResource(t, staff);
    const mine = await booked(t, me, id, times(9, 10));
    const line = await booked(t, next, id, times(9, 10), waits);
    const saveNow = async () => {
      const form = { units: [{ id: units[0]?.id, name: '1호' }] };
      expect((await save(t, staff, id, form)).status).toBe(200);
    };
    await behind(lockUnit(units[0]?.id), [() => cancelNow(me, mine), saveNow]);
    expect(await stateOf(t, line)).toBe('BOOKED');
  });

  it('who cancels while the account of the next in line is deleted [BOOK-08, BOOK-15]', async () => {
    const [me, next] = people as [SignedIn, SignedIn];
    const { id, units } = await createResource(t, staff);
    const mine = await booked(t, me, id, times(9, 10));
    const line = await booked(t, next, id, times(9, 10), waits);
    const later = await booked(t, next, id, times(12, 13));
    await behind(lockUnit(units[0]?.id), [() => cancelNow(me, mine), () => erase(t, next)]);
    expect(await statesOf(t, line, later)).toEqual(['CANCELLED', 'CANCELLED']);
  });

  it('who cancels while staff close the day [BOOK-08, BOOK-11]', async () => {
    const [me, next, other] = people as [SignedIn, SignedIn, SignedIn];
    const { id, units } = await createResource(t, staff);
    const first = await booked(t, other, id, times(10, 11));
    const line = await booked(t, next, id, times(9, 11), waits);
    const mine = await booked(t, me, id, times(9, 10));
    await cancelNow(other, first);
    const closeNow = async () => {
      expect((await closeDay(t, staff, id, '2026-11-21')).status).toBe(201);
    };
    await behind(lockUnit(units[0]?.id), [() => cancelNow(me, mine), closeNow]);
    expect(await stateOf(t, line)).toBe('CANCELLED');
  });

  it('who cancels while a job ends offers of several units [BOOK-08]', async () => {
    const [me, next, ...others] = people as [SignedIn, SignedIn, SignedIn, SignedIn];
    const { id, units } = await createResource(t, staff, { units: unitsOf(2) });
    const [one, two] = units.map((unit) => ({ unitId: unit.id }));
    const offered = [
      await booked(t, others[0], id, times(9, 10), one),
      await booked(t, others[1], id, times(12, 13), two),
    ];
    const mine = await booked(t, me, id, times(9, 10), two);
    const line = await booked(t, next, id, times(9, 10), waits);
    await t.db.execute(`update bookings set state = 'OFFERED', offered_until = '2026-11-20T04:00:00Z'
      where id in (${offered.join()})`);
    const run = () => t.services.bookings.runJobs();
    await behind(`select from bookings where id = ${line} for update`, [
      run,
      () => cancelNow(me, mine),
    ]);
    expect(await stateOf(t, line)).toBe('BOOKED');
  });
});
