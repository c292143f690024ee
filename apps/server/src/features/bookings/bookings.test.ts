import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { drawOrder } from '../../domain/bookings/draw-order.ts';
import {
  at,
  book,
  createResource,
  days,
  noticesOf,
  times,
  unitsOf,
} from '../../testing/factories/bookings.ts';
import { setRoles } from '../../testing/matrix/world.ts';
import type { SignedIn } from '../../testing/test-app.ts';
import {
  act,
  bookingsOf,
  cancel,
  decide,
  erase,
  LOCKERS,
  setUpBookings,
  TERM,
  TODAY,
} from './bookings.fixture.ts';

const { t, staff, people, renew, moveTo } = setUpBookings(5);
const [me, other, third] = people as [SignedIn, SignedIn, SignedIn];
/** State of the first booking that a member has open. */
const openState = async (as: SignedIn) => (await bookingsOf(t, as)).open[0]?.state;

describe('who books', () => {
  it('is a member with a proven role, for nobody else [BOOK-02]', async () => {
    const { id } = await createResource(t, staff);
    const guest = await t.signIn('USER');
    expect((await t.call('POST', '/api/bookings')).status).toBe(401);
    expect(await book(t, guest, id, times(9, 10))).toMatchObject({
      status: 403,
      json: { error: 'BOOKING_DENIED', message: '학생 인증을 받으면 예약할 수 있습니다.' },
    });
    const { json } = await book(t, me, id, times(9, 10));
    expect(json.booking).toMatchObject({ state: 'BOOKED', unitName: '1호' });
    expect((await cancel(t, other, json.booking.id)).json.error).toBe('BOOKING_NOT_FOUND');
    expect((await act(t, other, json.booking.id, 'check-in')).status).toBe(404);
    // Without the role any more the own booking can still be cancelled.
    await setRoles(t, me.id, ['USER']);
    const lowered = await t.signInAs(me);
    expect((await cancel(t, lowered, json.booking.id)).status).toBe(200);
    expect((await act(t, lowered, json.booking.id, 'restore')).status).toBe(403);
    await setRoles(t, me.id, ['USER', 'STUDENT']);
  });

  it('is not suspended, also in line [BOOK-02]', async () => {
    const { id } = await createResource(t, staff);
    const banned = await t.signIn();
    const { json } = await book(t, me, id, times(9, 10));
    await book(t, banned, id, times(9, 10), { waits: true });
    await book(t, third, id, times(9, 10), { waits: true });
    await t.db.execute(`update members set suspended_until = '2027-01-01' where id = ${banned.id}`);
    expect((await book(t, banned, id, times(11, 12))).status).toBe(401);
    await cancel(t, me, json.booking.id);
    expect(await openState(third)).toBe('BOOKED');
  });

  it('is never shown to other members, but to staff [BOOK-05]', async () => {
    const { id } = await createResource(t, staff);
    await book(t, me, id, times(9, 11));
    const seen = await t.call('GET', `/api/bookings/resources/${id}`, { as: other });
    expect(seen.json.taken).toEqual([{ unitId: expect.any(Number), ...times(9, 11) }]);
    expect(seen.json.mine).toEqual([]);
    expect(seen.text).not.toContain(me.nickname);
    const week = await t.call('GET', `/api/admin/bookings/resources/${id}/week?from=2026-11-16`, {
      as: staff,
    });
    expect(week.json.bookings).toMatchObject([
      { member: { id: me.id, nickname: me.nickname, missed: 0 }, state: 'BOOKED' },
    ]);
  });
});

describe('what can be booked', () => {
  it('is inside the hours, in whole slots, so far ahead [BOOK-01]', async () => {
    const { id } = await createResource(t, staff, { lengthMax: 2, aheadDays: 3 });
    for (const wrong of [
      times(8, 9),
      times(20, 22),
      { startsAt: '2026-11-21T09:30:00+09:00', endsAt: '2026-11-21T10:30:00+09:00' },
      times(9, 12),
      times(9, 10, '2026-11-24'),
      times(9, 10, TODAY),
      { startsAt: at(20), endsAt: at(9, '2026-11-22') },
    ]) {
      expect((await book(t, me, id, wrong)).json.error, JSON.stringify(wrong)).toBe(
        'BOOKING_CLOSED',
      );
    }
    expect((await book(t, me, id, times(10, 9))).status).toBe(400);
    expect((await book(t, me, id + 1, times(9, 10))).json.error).toBe('BOOKING_RESOURCE_NOT_FOUND');
    expect((await book(t, me, id, times(19, 21))).status).toBe(201);
    expect((await book(t, me, id, times(9, 10, '2026-11-23'))).status).toBe(201);
  });

  it('is whole days that begin and end on an open one, or the whole term [BOOK-01]', async () => {
    const weekdays = Array.from({ length: 7 }, (_, day) =>
      day === 0 || day === 6 ? null : { from: 540, to: 1080 },
    );
    const kit = await createResource(t, staff, { span: 'DAYS', hours: weekdays, lengthMax: 4 });
    const refused = await book(t, me, kit.id, days('2026-11-21', '2026-11-23'));
    expect(refused.json.error).toBe('BOOKING_CLOSED');
    expect((await book(t, me, kit.id, days('2026-11-23', '2026-11-28'))).status).toBe(409);
    expect((await book(t, me, kit.id, days('2026-11-20', '2026-11-24'))).status).toBe(201);
    const locker = await createResource(t, staff, LOCKERS);
    expect((await book(t, me, locker.id, days('2026-12-01', '2026-12-31'))).status).toBe(409);
    expect((await book(t, me, locker.id, TERM)).status).toBe(201);
  });

  it('keeps the quota of a week, and one booking at a time [BOOK-04]', async () => {
    const { id } = await createResource(t, staff, {
      weeklyMinutes: 180,
      weeklyCount: 2,
      units: unitsOf(3),
    });
    expect((await book(t, me, id, times(9, 11))).status).toBe(201);
    expect((await book(t, me, id, times(10, 11))).json.error).toBe('BOOKING_DOUBLE');
    expect((await book(t, me, id, times(12, 14))).json.error).toBe('BOOKING_QUOTA');
    expect((await book(t, me, id, times(12, 13))).status).toBe(201);
    expect((await book(t, me, id, times(15, 16))).json.error).toBe('BOOKING_QUOTA');
    // Monday begins a new week.
    expect((await book(t, me, id, times(9, 12, '2026-11-23'))).status).toBe(201);
  });

  it('lets a chosen unit, or any free one [BOOK-01]', async () => {
    const { id, units } = await createResource(t, staff, { units: unitsOf(2) });
    const second = units[1]?.id;
    const chosen = await book(t, me, id, times(9, 10), { unitId: second });
    expect(chosen.json.booking.unitName).toBe('2번');
    const taken = await book(t, other, id, times(9, 10), { unitId: second });
    expect(taken.json.error).toBe('BOOKING_TAKEN');
    expect((await book(t, other, id, times(9, 10))).json.booking.unitName).toBe('1번');
    const { json } = await t.call('GET', `/api/bookings/resources/${id}`, { as: me });
    expect(json.resource).toMatchObject({ units: 2, free: 2 });
  });
});

describe('a waiting list', () => {
  it('gives what is cancelled to the next in line, who is notified [BOOK-08]', async () => {
    const { id } = await createResource(t, staff);
    const { json } = await book(t, me, id, times(9, 10));
    expect((await book(t, other, id, times(9, 10))).json.error).toBe('BOOKING_TAKEN');
    const waits = await book(t, other, id, times(9, 10), { waits: true });
    expect(waits.json.booking).toMatchObject({ state: 'WAITING', position: 1, unitName: null });
    const next = await book(t, third, id, times(9, 10), { waits: true });
    expect(next.json.booking.position).toBe(2);
    await cancel(t, me, json.booking.id);
    expect(await openState(other)).toBe('BOOKED');
    expect((await bookingsOf(t, third)).open[0]).toMatchObject({ state: 'WAITING', position: 1 });
    expect(await noticesOf(t, other)).toEqual([
      "기다리던 11월 21일 09:00 '세미나실' 자리가 나서 예약되었습니다.",
    ]);
  });

  it('offers it for a while, then to the one after [BOOK-08]', async () => {
    const { id } = await createResource(t, staff, { offerMinutes: 30 });
    const { json } = await book(t, me, id, times(9, 10));
    await book(t, other, id, times(9, 10), { waits: true });
    await book(t, third, id, times(9, 10), { waits: true });
    await cancel(t, me, json.booking.id);
    const [offer] = (await bookingsOf(t, other)).open;
    expect(offer).toMatchObject({ state: 'OFFERED', offeredUntil: '2026-11-20T14:30:30+09:00' });
    expect((await book(t, me, id, times(9, 10))).json.error).toBe('BOOKING_TAKEN');
    t.clock.advance(31 * 60);
    await renew();
    expect((await act(t, other, offer.id, 'accept')).json.error).toBe('BOOKING_CHANGED');
    await t.services.bookings.runJobs();
    expect(await openState(other)).toBeUndefined();
    const [second] = (await bookingsOf(t, third)).open;
    expect((await act(t, third, second.id, 'accept')).json.booking.state).toBe('BOOKED');
    expect((await act(t, third, second.id, 'accept')).status).toBe(200);
  });

  it('passes over those whose time does not fit [BOOK-08]', async () => {
    const { id } = await createResource(t, staff);
    const first = await book(t, me, id, times(9, 10));
    await book(t, other, id, times(10, 11));
    await book(t, third, id, times(9, 11), { waits: true });
    await book(t, other, id, times(9, 10), { waits: true });
    await cancel(t, me, first.json.booking.id);
    expect(await openState(third)).toBe('WAITING');
    expect((await bookingsOf(t, other)).open).toMatchObject([
      { state: 'BOOKED' },
      { state: 'BOOKED' },
    ]);
  });
});

describe('an own booking', () => {
  it('is cancelled and taken back, unless somebody has it since [BOOK-10]', async () => {
    const { id } = await createResource(t, staff);
    const { json } = await book(t, me, id, times(9, 10));
    expect((await cancel(t, me, json.booking.id)).json.booking.state).toBe('CANCELLED');
    expect((await cancel(t, me, json.booking.id)).json.error).toBe('BOOKING_CHANGED');
    expect((await act(t, me, json.booking.id, 'restore')).json.booking.state).toBe('BOOKED');
    await cancel(t, me, json.booking.id);
    await book(t, other, id, times(9, 10));
    expect((await act(t, me, json.booking.id, 'restore')).json.error).toBe('BOOKING_TAKEN');
    t.clock.advance(11 * 60);
    expect((await act(t, me, json.booking.id, 'restore')).json.error).toBe('BOOKING_CHANGED');
  });

  it('needs a check-in, else the next in line gets it and the miss counts [BOOK-09]', async () => {
    const { id } = await createResource(t, staff, { checkInMinutes: 10 });
    const { json } = await book(t, me, id, times(15, 16, TODAY));
    await book(t, other, id, times(15, 16, TODAY), { waits: true });
    const stored = await book(t, third, id, times(16, 17, TODAY));
    expect(json.booking.checkInBy).toBe('2026-11-20T15:10:00+09:00');
    expect((await act(t, me, json.booking.id, 'check-in')).json.error).toBe('BOOKING_TOO_EARLY');
    await moveTo(at(15, TODAY));
    await t.services.bookings.runJobs();
    expect(await openState(me)).toBe('BOOKED');
    t.clock.advance(11 * 60);
    expect((await act(t, me, json.booking.id, 'check-in')).json.error).toBe(
      'BOOKING_CHECK_IN_OVER',
    );
    await t.services.bookings.runJobs();
    expect((await bookingsOf(t, me)).past[0].state).toBe('MISSED');
    expect((await noticesOf(t, me))[0]).toMatch(/체크인 없이 지나 취소되었습니다/);
    const [next] = (await bookingsOf(t, other)).open;
    expect(next).toMatchObject({ state: 'BOOKED', checkInBy: '2026-11-20T15:21:00+09:00' });
    expect((await act(t, other, next.id, 'check-in')).json.booking.checkedInAt).not.toBeNull();
    await moveTo(at(16, TODAY));
    expect((await act(t, third, stored.json.booking.id, 'check-in')).status).toBe(200);
    t.clock.advance(11 * 60);
    await renew();
    expect(await t.services.bookings.runJobs()).toMatchObject({ missed: 0 });
    const usage = await t.call('GET', '/api/admin/bookings/usage?from=2026-11-20&to=2026-11-20', {
      as: staff,
    });
    expect(usage.json.resources).toMatchObject([{ bookings: 3, hours: 1, missed: 1 }]);
  });

  it('is reminded of once, an hour before or the day before [BOOK-12]', async () => {
    const room = await createResource(t, staff);
    const kit = await createResource(t, staff, { span: 'DAYS', name: '키트', lengthMax: 2 });
    await book(t, me, room.id, times(17, 18, TODAY));
    await book(t, me, kit.id, days('2026-11-22', '2026-11-23'));
    // Made later than a reminder would come.
    await book(t, other, room.id, times(15, 16, TODAY));
    expect(await t.services.bookings.runJobs()).toMatchObject({ reminded: 0 });
    await moveTo(at(16, TODAY));
    expect(await t.services.bookings.runJobs()).toMatchObject({ reminded: 1 });
    expect(await t.services.bookings.runJobs()).toMatchObject({ reminded: 0 });
    await moveTo(at(9));
    expect(await t.services.bookings.runJobs()).toMatchObject({ reminded: 1 });
    expect(await noticesOf(t, me)).toEqual([
      "11월 22일 '키트' 예약이 곧 시작됩니다. 장소: 공대관 301호",
      "11월 20일 17:00 '세미나실' 예약이 곧 시작됩니다. 장소: 공대관 301호",
    ]);
  });

  it('is in the calendar file and in what home gets, if it begins today [BOOK-13, BOOK-14]', async () => {
    const { id } = await createResource(t, staff);
    const meOf = async () => (await t.call('GET', '/api/member/me', { as: me })).json;
    await book(t, me, id, times(9, 10));
    expect((await meOf()).meDto.nextBooking).toBeUndefined();
    await book(t, me, id, times(17, 18, TODAY));
    expect((await meOf()).meDto.nextBooking).toEqual({
      name: '세미나실',
      startsAt: at(17, TODAY),
    });
    const file = await t.call('GET', '/api/bookings/file', { as: me });
    expect(file.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(file.text).toContain('SUMMARY:세미나실 1호');
    expect(file.text).toContain('DTSTART;TZID=Asia/Seoul:20261121T090000');
    expect((await t.call('GET', '/api/bookings/file', { as: other })).text).not.toContain('VEVENT');
  });

  it('is freed with its account, and exported before [BOOK-15]', async () => {
    const { id } = await createResource(t, staff);
    const gone = await t.signIn();
    await book(t, gone, id, times(9, 10));
    await book(t, other, id, times(9, 10), { waits: true });
    await erase(t, gone);
    expect(await openState(other)).toBe('BOOKED');
  });
});

describe('approval', () => {
  it('holds the unit until staff decide, with a reason for a refusal [BOOK-06]', async () => {
    const { id } = await createResource(t, staff, { way: 'APPROVAL' });
    const { json } = await book(t, me, id, times(9, 10));
    expect(json.booking.state).toBe('REQUESTED');
    await book(t, other, id, times(9, 10), { waits: true });
    const work = await t.call('GET', '/api/admin/work', { as: staff });
    expect(work.json.items).toContainEqual(expect.objectContaining({ kind: 'BOOKINGS', count: 1 }));
    expect(await noticesOf(t, staff)).toEqual(['새 예약 신청 1건이 처리를 기다리고 있습니다.']);
    expect((await decide(t, staff, json.booking.id, { isApproved: false })).status).toBe(400);
    const refused = await decide(t, staff, json.booking.id, {
      isApproved: false,
      reason: '행사 준비',
    });
    expect(refused.status).toBe(200);
    expect((await decide(t, staff, json.booking.id, { isApproved: true })).json.error).toBe(
      'BOOKING_CHANGED',
    );
    expect(await noticesOf(t, me)).toEqual([
      "11월 21일 09:00 '세미나실' 예약이 거절되었습니다. 사유: 행사 준비",
    ]);
    const [next] = (await bookingsOf(t, other)).open;
    expect(next.state).toBe('REQUESTED');
    const requests = await t.call('GET', '/api/admin/bookings/requests', { as: staff });
    expect(requests.json.bookings).toMatchObject([{ id: next.id, member: { id: other.id } }]);
    await decide(t, staff, next.id, { isApproved: true });
    expect(await openState(other)).toBe('BOOKED');
  });
});

describe('a lottery', () => {
  it('takes entries until its moment, is drawn once, and can be counted again [BOOK-07]', async () => {
    const closesAt = '2026-11-20T18:00:00+09:00';
    const { id } = await createResource(t, staff, {
      ...LOCKERS,
      way: 'LOTTERY',
      closesAt,
      units: unitsOf(2),
    });
    for (const one of people) {
      expect((await book(t, one, id, TERM)).json.booking.state).toBe('ENTERED');
    }
    expect((await book(t, me, id, TERM)).json.error).toBe('BOOKING_DOUBLE');
    const before = (await t.call('GET', `/api/bookings/resources/${id}/draw`, { as: me })).json;
    expect(before).toMatchObject({ seed: null, drawnAt: null, won: 0 });
    expect(before.entries).toHaveLength(5);
    await moveTo(closesAt);
    expect((await book(t, await t.signIn(), id, TERM)).json.error).toBe('BOOKING_CLOSED');
    const [first, second] = await Promise.all([
      t.services.bookings.runJobs(),
      t.services.bookings.runJobs(),
    ]);
    expect(Number(first?.drawn) + Number(second?.drawn)).toBe(5);
    const after = (await t.call('GET', `/api/bookings/resources/${id}/draw`, { as: me })).json;
    expect(createHash('sha256').update(after.seed).digest('hex')).toBe(before.seedDigest);
    expect(after.entries).toEqual(drawOrder(after.seed, before.entries));
    expect(after).toMatchObject({ won: 2, mine: before.mine });
    const states = await Promise.all(people.map(openState));
    expect(states.filter((state) => state === 'BOOKED')).toHaveLength(2);
    for (const [at, one] of people.entries()) {
      const text = states[at] === 'BOOKED' ? '당첨되었습니다' : '당첨되지 않았습니다';
      expect((await noticesOf(t, one)).join()).toContain(text);
    }
    const line = (await Promise.all(people.map((one) => bookingsOf(t, one)))).flatMap(
      ({ open }) => open[0].position ?? [],
    );
    expect(line.sort()).toEqual([1, 2, 3]);
  });
});
