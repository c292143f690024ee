import { LIMITS } from '@naru/contract/limits';
import { describe, expect, it } from 'vitest';
import {
  at,
  book,
  booked,
  createResource,
  days,
  noticesOf,
  RESOURCE,
  times,
  unitsOf,
} from '../../testing/factories/bookings.ts';
import {
  act,
  cancel,
  closeDay,
  count,
  decide,
  erase,
  LOCKERS,
  save,
  setUpBookings,
  stateOf,
  statesOf,
  TODAY,
} from './bookings.fixture.ts';

/* Faults that users of other booking systems reported. */

const { t, staff, people, person, renew, moveTo } = setUpBookings(4);

const insertClosures = (number: number, resourceId: number | null, day: string) =>
  t.db.execute(`insert into booking_closures (resource_id, starts_on, ends_on, reason)
    select ${resourceId}, date '${day}', date '${day}', '공사' from generate_series(1, ${number})`);

describe('a unit', () => {
  it('is never approved for two who asked for the same time [BOOK-03, BOOK-06]', async () => {
    const { id } = await createResource(t, staff, { way: 'APPROVAL' });
    const asked = await Promise.all(people.map((one) => book(t, one, id, times(9, 10))));
    const taken = asked.filter(({ status }) => status === 201);
    expect(taken).toHaveLength(1);
    const request = taken[0]?.json.booking.id;
    const answers = await Promise.all(
      [1, 2, 3].map(() => decide(t, staff, request, { isApproved: true })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('is taken by a booking of any part of the time, whatever its length [BOOK-03]', async () => {
    const { id } = await createResource(t, staff, { lengthMax: 5 });
    await booked(t, person(0), id, times(11, 13));
    const around = [times(10, 12), times(12, 14), times(10, 14), times(11, 12)];
    for (const period of around) {
      expect((await book(t, person(1), id, period)).json.error).toBe('BOOKING_TAKEN');
    }
    for (const period of [times(10, 11), times(13, 14)]) {
      expect((await book(t, person(1), id, period)).status).toBe(201);
    }
  });
});

describe('the quota of a week', () => {
  it('counts a week that lies in two months, and days by their begin [BOOK-04]', async () => {
    const rules = { weeklyCount: 1, aheadDays: 60, units: unitsOf(3) };
    const room = await createResource(t, staff, rules);
    await booked(t, person(0), room.id, times(9, 10, '2026-11-30'));
    const same = await book(t, person(0), room.id, times(9, 10, '2026-12-06'));
    expect(same.json.error).toBe('BOOKING_QUOTA');
    await booked(t, person(0), room.id, times(9, 10, '2026-12-07'));
    const kit = await createResource(t, staff, { ...rules, span: 'DAYS', name: '키트' });
    await booked(t, person(0), kit.id, days('2026-11-29', '2026-12-02'));
    await booked(t, person(0), kit.id, days('2026-12-02', '2026-12-03'));
    const third = await book(t, person(0), kit.id, days('2026-12-04', '2026-12-05'));
    expect(third.json.error).toBe('BOOKING_QUOTA');
  });

  it('counts the year whose week begins in the one before [BOOK-04]', async () => {
    await moveTo('2026-12-30T09:00:00+09:00');
    const { id } = await createResource(t, staff, { weeklyMinutes: 120 });
    await booked(t, person(0), id, times(10, 12, '2026-12-31'));
    const next = await book(t, person(0), id, times(10, 11, '2027-01-03'));
    expect(next.json.error).toBe('BOOKING_QUOTA');
    await booked(t, person(0), id, times(10, 12, '2027-01-04'));
  });
});

describe('a time', () => {
  it('whose first slot is over cannot be booked [BOOK-01]', async () => {
    const { id } = await createResource(t, staff);
    for (const from of [12, 13]) {
      const past = await book(t, person(0), id, times(from, 15, TODAY));
      expect(past.json.error).toBe('BOOKING_CLOSED');
    }
    expect((await book(t, person(0), id, times(14, 16, TODAY))).status).toBe(201);
  });
});

describe('who does not check in', () => {
  it('can do so at the last moment, and neither then nor by an early end after it [BOOK-09]', async () => {
    const { id } = await createResource(t, staff, { checkInMinutes: 10, units: unitsOf(2) });
    const late = await booked(t, person(0), id, times(15, 16, TODAY));
    const punctual = await booked(t, person(1), id, times(15, 16, TODAY));
    await moveTo('2026-11-20T15:10:00+09:00');
    expect((await act(t, person(1), punctual, 'check-in')).status).toBe(200);
    t.clock.advance(1);
    expect((await act(t, person(0), late, 'check-in')).json.error).toBe('BOOKING_CHECK_IN_OVER');
    expect((await cancel(t, person(0), late)).json.error).toBe('BOOKING_CHECK_IN_OVER');
    await t.services.bookings.runJobs();
    expect(await statesOf(t, late, punctual)).toEqual(['MISSED', 'BOOKED']);
    expect((await cancel(t, person(1), punctual)).status).toBe(200);
  });

  it('at the moment of the check-in either has it or missed it, never both [BOOK-09]', async () => {
    const { id } = await createResource(t, staff, { checkInMinutes: 10, units: unitsOf(2) });
    const mine = await booked(t, person(0), id, times(15, 16, TODAY));
    const next = await booked(t, person(1), id, times(15, 16, TODAY));
    await moveTo('2026-11-20T15:10:00+09:00');
    const [, checked] = await Promise.all([
      t.services.bookings.runJobs(),
      act(t, person(0), mine, 'check-in'),
    ]);
    expect(checked.status).toBe(200);
    t.clock.advance(1);
    const [late] = await Promise.all([
      act(t, person(1), next, 'check-in'),
      act(t, person(0), mine, 'check-in'),
      t.services.bookings.runJobs(),
    ]);
    expect(late.json.error).toBe('BOOKING_CHECK_IN_OVER');
    // The first run passes over what the late member has locked.
    await t.services.bookings.runJobs();
    expect(await statesOf(t, mine, next)).toEqual(['BOOKED', 'MISSED']);
  });
});

describe('the line', () => {
  it('goes on when an offer is declined, or its member leaves or is suspended [BOOK-02, BOOK-08]', async () => {
    const { id } = await createResource(t, staff, { offerMinutes: 30 });
    const banned = await t.signIn();
    const first = await booked(t, person(0), id, times(9, 10));
    const line = [await booked(t, banned, id, times(9, 10), { waits: true })];
    for (const one of people.slice(1)) {
      line.push(await booked(t, one, id, times(9, 10), { waits: true }));
    }
    const [offer, second, third, last] = line as [number, number, number, number];
    await cancel(t, person(0), first);
    expect(await statesOf(t, ...line)).toEqual(['OFFERED', 'WAITING', 'WAITING', 'WAITING']);
    await t.db.execute(`update members set suspended_until = '2027-01-01' where id = ${banned.id}`);
    const refused = await act(t, banned, offer, 'accept');
    expect(refused.status).toBe(401);
    t.clock.advance(31 * 60);
    await renew();
    await t.services.bookings.runJobs();
    expect(await statesOf(t, ...line)).toEqual(['EXPIRED', 'OFFERED', 'WAITING', 'WAITING']);
    await cancel(t, person(1), second);
    await erase(t, person(2));
    expect(await statesOf(t, third, last)).toEqual(['CANCELLED', 'OFFERED']);
    expect((await act(t, person(3), last, 'accept')).json.booking.state).toBe('BOOKED');
  });
});

describe('a resource', () => {
  it('with other hours has its bookings still, and nobody waits for closed ones [BOOK-08, BOOK-16]', async () => {
    const { id, units } = await createResource(t, staff);
    const mine = await booked(t, person(0), id, times(9, 10));
    const early = await booked(t, person(1), id, times(9, 10), { waits: true });
    const later = await booked(t, person(0), id, times(12, 13));
    const fits = await booked(t, person(1), id, times(12, 13), { waits: true });
    const form = { units: [{ id: units[0]?.id, name: '1호' }], aheadDays: 1 };
    const hours = RESOURCE.hours.map(() => ({ from: 720, to: 1260 }));
    expect((await save(t, staff, id, { ...form, hours })).status).toBe(200);
    expect(await statesOf(t, mine, early, later, fits)).toEqual([
      ...['BOOKED', 'CANCELLED', 'BOOKED', 'WAITING'],
    ]);
    expect(await noticesOf(t, person(1))).toEqual([
      expect.stringContaining('예약할 수 있는 시간이 바뀌었습니다.'),
    ]);
    await cancel(t, person(0), mine);
    await cancel(t, person(0), later);
    expect(await statesOf(t, early, fits)).toEqual(['CANCELLED', 'BOOKED']);
  });

  it.each([
    ['slots', { span: 'SLOTS' }, times(13, 16, TODAY), '2026-11-20T14:05:00+09:00'],
    ['days', { span: 'DAYS' }, days(TODAY, '2026-11-23'), at(10)],
  ])(
    'leaves who waits for running %s in line when it is renamed [BOOK-08, BOOK-16]',
    async (_, kind, running, later) => {
      await moveTo('2026-11-20T12:30:00+09:00');
      const { id, units } = await createResource(t, staff, kind);
      await booked(t, person(0), id, running);
      const line = await booked(t, person(1), id, running, { waits: true });
      await moveTo(later);
      const form = { ...kind, name: '세미나실 A', units: [{ id: units[0]?.id, name: '1호' }] };
      expect((await save(t, staff, id, form)).status).toBe(200);
      expect(await stateOf(t, line)).toBe('WAITING');
      expect(await noticesOf(t, person(1))).toEqual([]);
    },
  );

  it('is closed by each of its closures, and staff see them all [BOOK-11]', async () => {
    const { id } = await createResource(t, staff);
    await insertClosures(LIMITS.bookingClosures, null, TODAY);
    await insertClosures(1, id, '2026-11-21');
    expect((await book(t, person(0), id, times(9, 10))).json.error).toBe('BOOKING_CLOSED');
    const { json } = await t.call('GET', '/api/admin/bookings/closures', { as: staff });
    expect(json.closures).toHaveLength(LIMITS.bookingClosures + 1);
  });

  it('has no more days closed ahead than the limit, also by two at once [BOOK-11]', async () => {
    const { id } = await createResource(t, staff);
    await insertClosures(1, id, '2026-11-19');
    await insertClosures(LIMITS.bookingClosures - 1, null, TODAY);
    const results = await Promise.all([
      closeDay(t, staff, id, '2026-11-23'),
      closeDay(t, staff, null, '2026-11-24'),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual([201, 400]);
    const refused = results.find(({ status }) => status === 400);
    expect(refused?.json.errors).toEqual([
      {
        field: 'startsOn',
        message: '쉬는 날은 200개까지 둘 수 있습니다. 필요 없는 날을 삭제해 주세요.',
      },
    ]);
    const [first] = (await t.call('GET', '/api/admin/bookings/closures', { as: staff })).json
      .closures;
    await t.call('DELETE', `/api/admin/bookings/closures/${first.id}`, { as: staff });
    expect((await closeDay(t, staff, id, '2026-11-25')).status).toBe(201);
  });

  it.each([
    ['2026-11-19', '2026-11-19', 400],
    ['2026-11-19', TODAY, 201],
  ])('is closed from %s to %s with status %d on the 20th [BOOK-11]', async (from, to, status) => {
    const { id } = await createResource(t, staff);
    const body = { resourceId: id, startsOn: from, endsOn: to, reason: '점검' };
    const path = '/api/admin/bookings/closures';
    const { status: got, json } = await t.call('POST', path, { as: staff, body });
    expect([got, json.errors?.[0]?.field]).toEqual([status, status === 400 ? 'endsOn' : undefined]);
  });

  it('that was booked keeps its kind, so that what was booked keeps its times [BOOK-16]', async () => {
    const { id, units } = await createResource(t, staff);
    const form = { units: [{ id: units[0]?.id, name: '1호' }] };
    expect((await save(t, staff, id, { ...form, span: 'DAYS' })).status).toBe(200);
    expect((await save(t, staff, id, form)).status).toBe(200);
    const mine = await booked(t, person(0), id, times(9, 10));
    await cancel(t, person(0), mine);
    for (const span of ['DAYS', 'TERM']) {
      const { json } = await save(t, staff, id, { ...form, ...LOCKERS, span });
      expect(json.error).toBe('BOOKING_SPAN_FIXED');
    }
    expect((await save(t, staff, id, { ...form, way: 'APPROVAL', slotMinutes: 30 })).status).toBe(
      200,
    );
  });
});

describe('the calendar', () => {
  it('has one entry for a booking that ends early, with its time of change [BOOK-13]', async () => {
    const { id } = await createResource(t, staff);
    const mine = await booked(t, person(0), id, times(15, 17, TODAY));
    const read = async () =>
      (await t.call('GET', '/api/bookings/file', { as: person(0) })).text.replace(/\r\n /g, '');
    const before = await read();
    const uid = before.match(/UID:(.*)/)?.[1] ?? '';
    expect(before).toContain('LAST-MODIFIED:20261120T050030Z');
    await moveTo('2026-11-20T15:30:00+09:00');
    await cancel(t, person(0), mine);
    const after = await read();
    expect(after.split(`UID:${uid}`)).toHaveLength(2);
    expect(after).toContain('DTEND;TZID=Asia/Seoul:20261120T153000');
    expect(after).toContain('LAST-MODIFIED:20261120T063000Z');
    expect(count(after.split('\r\n'), 'BEGIN:VEVENT')).toBe(1);
  });
});

describe('a cancellation', () => {
  it('that is taken back after the begin leaves time for the check-in [BOOK-09, BOOK-10]', async () => {
    const { id } = await createResource(t, staff, { checkInMinutes: 5 });
    const mine = await booked(t, person(0), id, times(15, 16, TODAY));
    await moveTo('2026-11-20T14:58:00+09:00');
    await cancel(t, person(0), mine);
    await moveTo('2026-11-20T15:06:00+09:00');
    const { json } = await act(t, person(0), mine, 'restore');
    expect(json.booking).toMatchObject({
      state: 'BOOKED',
      checkInBy: '2026-11-20T15:11:00+09:00',
    });
    await t.services.bookings.runJobs();
    expect((await act(t, person(0), mine, 'check-in')).status).toBe(200);
  });

  it('after the begin is for good, and is one when it is pressed twice [BOOK-10]', async () => {
    const { id } = await createResource(t, staff);
    const mine = await booked(t, person(0), id, times(14, 16, TODAY));
    await moveTo('2026-11-20T14:30:00+09:00');
    const twice = await Promise.all([cancel(t, person(0), mine), cancel(t, person(0), mine)]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await act(t, person(0), mine, 'restore')).json.error).toBe('BOOKING_CHANGED');
    const next = await booked(t, person(1), id, times(15, 16, TODAY));
    expect(await stateOf(t, next)).toBe('BOOKED');
  });
});
