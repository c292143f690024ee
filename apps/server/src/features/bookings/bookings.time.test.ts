import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  at,
  book,
  booked,
  createResource,
  days,
  noticesOf,
  storedBooking,
  times,
  unitsOf,
} from '../../testing/factories/bookings.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import {
  act,
  cancel,
  closeDay,
  LOCKERS,
  setUpBookings,
  stateOf,
  statesOf,
  TERM,
  TODAY,
} from './bookings.fixture.ts';

const { t, staff, people, person, servers, moveTo } = setUpBookings(4);
let other: TestApp;
beforeAll(async () => {
  other = await createTestApp({ database: t.database });
  servers.push(other);
});
afterAll(() => other.close());

const runTwice = () =>
  Promise.all([t.services.bookings.runJobs(), other.services.bookings.runJobs()]);
const noticeCount = async () => {
  const { rows } = await t.db.execute<{ count: number }>(
    `select count(*)::integer as count from notifications where sub_type like 'booking%'`,
  );
  return rows[0]?.count;
};

describe('jobs that stood still for a day', () => {
  it('bring every booking to its state once, and notify nobody of times long past [BOOK-08, BOOK-09]', async () => {
    const room = await createResource(t, staff, { checkInMinutes: 10, offerMinutes: 60 });
    const asked = await createResource(t, staff, { name: '장비', way: 'APPROVAL' });
    const missed = await booked(t, person(0), room.id, times(15, 16, TODAY));
    const line = await booked(t, person(1), room.id, times(15, 16, TODAY), { waits: true });
    const first = await booked(t, person(0), room.id, times(17, 18));
    const offered = await booked(t, person(1), room.id, times(17, 18), { waits: true });
    const next = await booked(t, person(2), room.id, times(17, 18), { waits: true });
    const unanswered = await booked(t, person(2), asked.id, times(15, 16, TODAY));
    await cancel(t, person(0), first);
    await t.db.execute('truncate notifications cascade');
    await moveTo(at(14));
    await runTwice();
    const states = await statesOf(t, missed, line, offered, next, unanswered);
    expect(states).toEqual(['MISSED', 'EXPIRED', 'EXPIRED', 'OFFERED', 'EXPIRED']);
    expect(await noticesOf(t, person(0))).toEqual([]);
    expect(await noticesOf(t, person(2))).toEqual([
      "기다리던 11월 21일 17:00 '세미나실' 자리가 났습니다. 11월 21일 15:00까지 예약에서 받아 주세요.",
    ]);
    await runTwice();
    expect(await statesOf(t, missed, next)).toEqual(['MISSED', 'OFFERED']);
  });

  it('remind only of what is still to come, once by two servers [BOOK-12]', async () => {
    const { id } = await createResource(t, staff, { units: unitsOf(2) });
    await booked(t, person(0), id, times(18, 19, TODAY));
    await booked(t, person(1), id, times(15, 16));
    await moveTo(at(14));
    const runs = await runTwice();
    expect(runs.map(({ reminded }) => reminded).sort()).toEqual([0, 1]);
    expect(await noticesOf(t, person(0))).toEqual([]);
    expect(await noticesOf(t, person(1))).toHaveLength(1);
  });

  it('draw a lottery late, and once by two servers [BOOK-07]', async () => {
    const closesAt = at(15, TODAY);
    const lottery = { ...LOCKERS, way: 'LOTTERY', closesAt, units: unitsOf(2) };
    const { id } = await createResource(t, staff, lottery);
    const entries: number[] = [];
    for (const one of people) {
      entries.push(await booked(t, one, id, TERM));
    }
    await moveTo(at(15));
    const runs = await runTwice();
    expect(runs.map(({ drawn }) => drawn).sort()).toEqual([0, 4]);
    const states = await statesOf(t, ...entries);
    expect(states.sort()).toEqual(['BOOKED', 'BOOKED', 'WAITING', 'WAITING']);
    for (const one of people) expect(await noticesOf(t, one)).toHaveLength(1);
  });
});

describe('a pause of the site', () => {
  /** The site came back now, after so many seconds. */
  const returnAfter = (seconds: number) => {
    const now = t.clock.now().toISOString();
    return t.db.execute(`insert into site_runs values ('${now}', '${now}', ${seconds})`);
  };

  it('over the whole of a booking makes nobody miss it, also later [BOOK-09]', async () => {
    const { id } = await createResource(t, staff, { checkInMinutes: 10, units: unitsOf(2) });
    const during = await booked(t, person(0), id, times(18, 19, TODAY));
    const before = await booked(t, person(1), id, times(17, 18, TODAY));
    await moveTo(at(9));
    await returnAfter(15 * 60 * 60);
    await runTwice();
    expect(await stateOf(t, during)).toBe('BOOKED');
    await moveTo(at(10));
    await runTwice();
    expect(await storedBooking(t, during)).toMatchObject({ state: 'BOOKED', check_in_by: null });
    expect(await stateOf(t, before)).toBe('MISSED');
    await moveTo(at(12));
    await returnAfter(600);
    await runTwice();
    expect(await stateOf(t, during)).toBe('BOOKED');
  });

  it('that was over before a deadline puts it off no further [BOOK-09]', async () => {
    const { id } = await createResource(t, staff, { checkInMinutes: 60 });
    const mine = await booked(t, person(0), id, times(15, 16, TODAY));
    await moveTo(at(15, TODAY));
    await returnAfter(300);
    await moveTo('2026-11-20T16:00:01+09:00');
    expect((await act(t, person(0), mine, 'check-in')).json.error).toBe('BOOKING_CHECK_IN_OVER');
    await runTwice();
    expect(await stateOf(t, mine)).toBe('MISSED');
  });

  it('does not let an offer be taken whose time is over [BOOK-08]', async () => {
    const { id } = await createResource(t, staff, { offerMinutes: 30 });
    const first = await booked(t, person(0), id, times(15, 16, TODAY));
    const offer = await booked(t, person(1), id, times(15, 16, TODAY), { waits: true });
    await cancel(t, person(0), first);
    await moveTo(at(16, TODAY));
    await returnAfter(6_000);
    expect((await act(t, person(1), offer, 'accept')).json.error).toBe('BOOKING_CHANGED');
    await moveTo(at(17, TODAY));
    await runTwice();
    expect(await stateOf(t, offer)).toBe('EXPIRED');
  });
});

describe('a closed day', () => {
  it('ends what is running, which is notified and not missed [BOOK-11]', async () => {
    const { id } = await createResource(t, staff, { checkInMinutes: 30 });
    const running = await booked(t, person(0), id, times(14, 16, TODAY));
    const line = await booked(t, person(1), id, times(15, 16, TODAY), { waits: true });
    const past = times(9, 10, TODAY);
    await t.db.execute(
      `insert into bookings (resource_id, unit_id, member_id, state, starts_at, ends_at)
       select resource_id, unit_id, member_id, state, '${past.startsAt}', '${past.endsAt}'
       from bookings where id = ${running}`,
    );
    const closed = await closeDay(t, staff, id, TODAY);
    expect(closed.json.cancelled).toBe(2);
    expect((await act(t, person(0), running, 'check-in')).json.error).toBe('BOOKING_CHANGED');
    await moveTo(at(15, TODAY));
    await runTwice();
    expect(await statesOf(t, running, line)).toEqual(['CANCELLED', 'CANCELLED']);
    expect(await noticesOf(t, person(0))).toEqual([
      "11월 20일 14:00 '세미나실' 예약을 운영진이 취소했습니다. 사유: 정전",
    ]);
    expect(await noticeCount()).toBe(2);
  });
});

describe('slots', () => {
  it('reach midnight from both sides, in the calendar too [BOOK-01, BOOK-13]', async () => {
    const hours = Array.from({ length: 7 }, () => ({ from: 0, to: 1440 }));
    const { id } = await createResource(t, staff, { hours });
    const next = '2026-11-22';
    await booked(t, person(0), id, { startsAt: at(23), endsAt: at(0, next) });
    await booked(t, person(0), id, times(0, 1, next));
    const across = { startsAt: at(23, next), endsAt: at(1, '2026-11-23') };
    expect((await book(t, person(0), id, across)).json.error).toBe('BOOKING_CLOSED');
    const { text } = await t.call('GET', '/api/bookings/file', { as: person(0) });
    expect(text).toContain('DTSTART;TZID=Asia/Seoul:20261121T230000');
    expect(text.match(/DT(?:START|END);TZID=Asia\/Seoul:20261122T000000/g)).toHaveLength(2);
  });

  it.each([
    ['past midnight', { from: 1080, to: 120 }],
    ['of no length', { from: 540, to: 540 }],
    ['longer than a day', { from: 0, to: 1500 }],
  ])('of hours %s are refused in Korean [BOOK-01]', async (_, open) => {
    const hours = Array.from({ length: 7 }, () => open);
    await expect(createResource(t, staff, { hours })).rejects.toThrow(/[가-힣]/);
  });

  it('of a leap day are booked, reminded of and in whole days [BOOK-01, BOOK-12]', async () => {
    await moveTo('2028-02-28T08:00:00+09:00');
    const room = await createResource(t, staff);
    const kit = await createResource(t, staff, { span: 'DAYS', name: '키트', lengthMax: 3 });
    const leap = await booked(t, person(0), room.id, times(9, 10, '2028-02-29'));
    await booked(t, person(0), kit.id, days('2028-02-29', '2028-03-02'));
    for (const time of ['2028-02-28T09:00:00+09:00', '2028-02-29T08:00:00+09:00']) {
      await moveTo(time);
      expect(await t.services.bookings.runJobs()).toMatchObject({ reminded: 1 });
    }
    const { text } = await t.call('GET', '/api/bookings/file', { as: person(0) });
    expect(text).toContain('DTSTART;VALUE=DATE:20280229');
    expect(text).toContain('DTEND;VALUE=DATE:20280302');
    expect(await stateOf(t, leap)).toBe('BOOKED');
  });
});
