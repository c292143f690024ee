import { describe, expect, it } from 'vitest';
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
import { setRoles } from '../../testing/matrix/world.ts';
import {
  act,
  bookingsOf,
  cancel,
  decide,
  erase,
  LOCKERS,
  save,
  setUpBookings,
  stateOf,
  statesOf,
  TERM,
  TODAY,
} from './bookings.fixture.ts';

const { t, staff, people, person, renew, moveTo, startOver } = setUpBookings(6);
const LOTTERY = { ...LOCKERS, way: 'LOTTERY', closesAt: at(15, TODAY) };

describe('a draw', () => {
  it('gives nothing to who cancels or leaves meanwhile [BOOK-07]', async () => {
    for (let round = 0; round < 5; round += 1) {
      await startOver();
      const { id } = await createResource(t, staff, { ...LOTTERY, units: unitsOf(6) });
      const entries: number[] = [];
      for (const one of people) entries.push(await booked(t, one, id, TERM));
      await t.db.execute(`update booking_resources set closes_at = '2026-11-20T05:00:00Z'`);
      const [, , ...results] = await Promise.all([
        t.services.bookings.runJobs(),
        erase(t, person(5)),
        ...entries.slice(0, 5).map((entry, index) => cancel(t, person(index), entry)),
      ]);
      expect(results.map(({ status }) => status)).toEqual(Array(5).fill(200));
      const states = await statesOf(t, ...entries);
      expect(states).toEqual(Array(6).fill('CANCELLED'));
    }
  });

  it('leaves out who is suspended or lost the role [BOOK-02, BOOK-07]', async () => {
    const { id } = await createResource(t, staff, { ...LOTTERY, units: unitsOf(3) });
    const [good, banned, lowered] = [await t.signIn(), await t.signIn(), await t.signIn()];
    const entries: number[] = [];
    for (const one of [banned, lowered, good]) {
      entries.push(await booked(t, one, id, TERM));
    }
    await t.db.execute(`update members set suspended_until = '2027-01-01' where id = ${banned.id}`);
    await setRoles(t, lowered.id, ['USER']);
    await moveTo(at(16, TODAY));
    expect(await t.services.bookings.runJobs()).toMatchObject({ drawn: 1 });
    const rows = await Promise.all(entries.map((entry) => storedBooking(t, entry)));
    expect(rows.map((row) => row?.state)).toEqual(['CANCELLED', 'CANCELLED', 'BOOKED']);
    expect(rows[0]?.reason).toBe('추첨할 때 예약 권한이 없었습니다.');
  });
});

describe('a lottery', () => {
  it('stays as it is while it has entries or its drawn term lasts [BOOK-07]', async () => {
    const { id, units } = await createResource(t, staff, LOTTERY);
    const same = { ...LOTTERY, units: [{ id: units[0]?.id, name: '1호' }] };
    const next = { ...same, termStartsOn: '2027-03-02', termEndsOn: '2027-06-20' };
    const first = { ...same, way: 'FIRST', closesAt: null };
    const entry = await booked(t, person(0), id, TERM);
    for (const moved of [next, first]) {
      expect((await save(t, staff, id, moved)).json.error).toBe('BOOKING_DRAW_OPEN');
    }
    expect((await save(t, staff, id, { ...same, closesAt: at(16, TODAY) })).status).toBe(200);
    await moveTo(at(16, TODAY));
    await t.services.bookings.runJobs();
    expect(await stateOf(t, entry)).toBe('BOOKED');
    for (const moved of [next, first]) {
      expect((await save(t, staff, id, moved)).json.error).toBe('BOOKING_DRAW_OPEN');
    }
    await moveTo('2027-03-01T00:00:00+09:00');
    expect((await save(t, staff, id, { ...next, termStartsOn: '2026-12-01' })).status).toBe(409);
    const closesAt = '2027-03-01T18:00:00+09:00';
    expect((await save(t, staff, id, { ...next, closesAt })).json).toMatchObject({ drawnAt: null });
  });
});

describe('the line', () => {
  it('gives the chosen unit, no other, and counts who waits for it [BOOK-08]', async () => {
    const { id, units } = await createResource(t, staff, { units: unitsOf(2) });
    const [one, two] = units.map((unit) => unit.id) as [number, number];
    const first = await booked(t, person(0), id, times(9, 10), { unitId: one });
    const second = await booked(t, person(1), id, times(9, 10), { unitId: two });
    const wait = async (index: number, unitId: number | null) =>
      (await book(t, person(index), id, times(9, 10), { unitId, waits: true })).json.booking;
    const chosen = await wait(2, two);
    expect(chosen).toMatchObject({ state: 'WAITING', position: 1, unitName: '2번' });
    expect(await wait(3, one)).toMatchObject({ position: 1 });
    expect(await wait(4, null)).toMatchObject({ position: 3, unitName: null });
    const foreign = await createResource(t, staff, { name: '다른 곳' });
    const wrong = { unitId: foreign.units[0]?.id, waits: true };
    expect((await book(t, person(5), id, times(9, 10), wrong)).json.error).toBe(
      'BOOKING_RESOURCE_NOT_FOUND',
    );
    await cancel(t, person(0), first);
    expect(await stateOf(t, chosen.id)).toBe('WAITING');
    await t.services.bookings.runJobs();
    expect(await stateOf(t, chosen.id)).toBe('WAITING');
    await cancel(t, person(1), second);
    expect(await storedBooking(t, chosen.id)).toMatchObject({ state: 'BOOKED', unit_id: two });
  });

  it('passes over who lost the role, and rests while the resource is hidden [BOOK-02, BOOK-08]', async () => {
    const { id, units } = await createResource(t, staff);
    const lowered = await t.signIn();
    const { json } = await book(t, person(0), id, times(9, 10));
    const first = await booked(t, lowered, id, times(9, 10), { waits: true });
    const second = await booked(t, person(1), id, times(9, 10), { waits: true });
    await setRoles(t, lowered.id, ['USER']);
    const same = { units: [{ id: units[0]?.id, name: '1호' }] };
    expect((await save(t, staff, id, { ...same, isOpen: false })).status).toBe(200);
    await cancel(t, person(0), json.booking.id);
    expect(await t.services.bookings.runJobs()).toMatchObject({ passedOn: 0 });
    expect(await stateOf(t, second)).toBe('WAITING');
    await save(t, staff, id, same);
    expect(await stateOf(t, first)).toBe('WAITING');
    expect(await stateOf(t, second)).toBe('BOOKED');
  });
});

describe('a booking that has begun', () => {
  it('ends early when it is cancelled, and still counts [BOOK-04, BOOK-10]', async () => {
    const { id } = await createResource(t, staff, { weeklyMinutes: 180, checkInMinutes: 30 });
    const mine = await booked(t, person(0), id, times(15, 18, TODAY));
    const next = await book(t, person(1), id, times(17, 18, TODAY), { waits: true });
    await moveTo('2026-11-20T15:20:30+09:00');
    const { json } = await cancel(t, person(0), mine);
    expect(json).toMatchObject({
      message: '이용을 마쳤습니다.',
      booking: { state: 'BOOKED', endsAt: '2026-11-20T15:20:00+09:00', checkInBy: null },
    });
    expect(await stateOf(t, next.json.booking.id)).toBe('BOOKED');
    expect((await act(t, person(0), mine, 'restore')).json.error).toBe('BOOKING_CHANGED');
    expect((await cancel(t, person(0), mine)).json.error).toBe('BOOKING_CHANGED');
    expect((await book(t, person(0), id, times(9, 12))).json.error).toBe('BOOKING_QUOTA');
    t.clock.advance(30 * 60);
    await t.services.bookings.runJobs();
    expect(await stateOf(t, mine)).toBe('BOOKED');
  });
});

describe('a pause of the site', () => {
  const pauses = {
    'read-only': async () => {
      await t.services.siteStatus.startReadOnly(null, { reason: '점검', until: null });
      t.clock.advance(20 * 60);
      await t.services.siteStatus.endReadOnly(null);
    },
    off: async () => {
      t.clock.advance(20 * 60);
      const now = t.clock.now().toISOString();
      await t.db.execute(`insert into site_runs values ('${now}', '${now}', 1200)`);
    },
  };

  it.each(Object.entries(pauses))(
    'that was %s makes nobody miss [BOOK-08, BOOK-09]',
    async (_, pause) => {
      const { id } = await createResource(t, staff, { checkInMinutes: 10, offerMinutes: 30 });
      const mine = await booked(t, person(0), id, times(15, 17, TODAY));
      const other = await booked(t, person(1), id, times(19, 20, TODAY));
      const offer = await booked(t, person(2), id, times(19, 20, TODAY), { waits: true });
      await moveTo('2026-11-20T14:45:00+09:00');
      await cancel(t, person(1), other);
      await moveTo('2026-11-20T14:59:00+09:00');
      await pause();
      await renew();
      expect(await t.services.bookings.runJobs()).toMatchObject({ missed: 0, offers: 0 });
      expect((await act(t, person(0), mine, 'check-in')).status).toBe(200);
      expect((await act(t, person(2), offer, 'accept')).status).toBe(200);
      await t.db.execute(`update bookings set checked_in_at = null where id = ${mine}`);
      t.clock.advance(16 * 60);
      await renew();
      expect((await act(t, person(0), mine, 'check-in')).json.error).toBe('BOOKING_CHECK_IN_OVER');
      expect(await t.services.bookings.runJobs()).toMatchObject({ missed: 1 });
      await t.db.execute(`delete from site_runs`);
    },
  );
});

describe('a request', () => {
  const APPROVAL = { way: 'APPROVAL', offerMinutes: 30 };

  it('is made by an offer that is taken, of which staff know [BOOK-06, BOOK-08]', async () => {
    const { id } = await createResource(t, staff, APPROVAL);
    const first = await booked(t, person(0), id, times(9, 10));
    const next = await booked(t, person(1), id, times(9, 10), { waits: true });
    await cancel(t, person(0), first);
    await t.db.execute(`truncate notifications cascade`);
    for (let twice = 0; twice < 2; twice += 1) {
      const { status, json } = await act(t, person(1), next, 'accept');
      expect([status, json.booking.state]).toEqual([200, 'REQUESTED']);
    }
    expect((await noticesOf(t, staff)).join()).toContain('새 예약 신청 1건');
  });

  it('ends at its begin without an answer, of which the member is notified [BOOK-06]', async () => {
    const { id } = await createResource(t, staff, { ...APPROVAL, slotMinutes: 30 });
    const asked = await booked(t, person(0), id, times(15, 16, TODAY));
    const line = { waits: true };
    const late = await booked(t, person(1), id, times(15, 16, TODAY), line);
    await moveTo(at(15, TODAY));
    const answer = await decide(t, staff, asked, { isApproved: true });
    expect(answer.json.error).toBe('BOOKING_CHANGED');
    expect(await t.services.bookings.runJobs()).toMatchObject({ unanswered: 1, passedOn: 0 });
    expect(await storedBooking(t, asked)).toMatchObject({
      state: 'EXPIRED',
      reason: '시작 전에 승인되지 않았습니다.',
    });
    expect((await noticesOf(t, person(0))).join()).toContain('시작 전에 승인되지 않았습니다.');
    expect(await stateOf(t, late)).toBe('WAITING');
  });

  it('of staff is answered by somebody else [BOOK-06]', async () => {
    const { id } = await createResource(t, staff, APPROVAL);
    const own = await booked(t, staff, id, times(9, 10));
    const body = { isApproved: true };
    expect(await decide(t, staff, own, body)).toMatchObject({
      status: 403,
      json: { error: 'BOOKING_OWN' },
    });
    const colleague = await t.signIn('MANAGER');
    expect((await decide(t, colleague, own, body)).status).toBe(200);
  });
});

describe('what is shown', () => {
  it('is all that one kit can take from the last day on, and who waits [BOOK-01, BOOK-10]', async () => {
    const { id } = await createResource(t, staff, { span: 'DAYS', lengthMax: 5, aheadDays: 60 });
    await book(t, person(0), id, days('2026-12-06', '2026-12-08'));
    const url = `/api/bookings/resources/${id}?from=2026-11-21`;
    expect((await t.call('GET', url, { as: person(1) })).json.taken).toHaveLength(1);
    expect((await bookingsOf(t, person(0))).open).toMatchObject([{ isWanted: false }]);
    await book(t, person(1), id, days('2026-12-07', '2026-12-09'), { waits: true });
    expect((await bookingsOf(t, person(0))).open).toMatchObject([{ isWanted: true }]);
  });

  it('to staff is also what lasts of an earlier term [BOOK-05]', async () => {
    const term = { span: 'TERM', termStartsOn: '2026-09-01', termEndsOn: '2026-12-20' };
    const { id, units } = await createResource(t, staff, { ...term, units: unitsOf(1) });
    const old = days('2026-09-01', '2026-12-21');
    await book(t, person(0), id, old);
    const next = { termStartsOn: '2027-03-02', termEndsOn: '2027-06-20' };
    const form = { ...term, ...next, units: [{ id: units[0]?.id, name: '1번' }] };
    expect((await save(t, staff, id, form)).status).toBe(200);
    const week = `/api/admin/bookings/resources/${id}/week?from=2026-11-16`;
    expect((await t.call('GET', week, { as: staff })).json.bookings).toHaveLength(1);
    const later = days('2027-03-02', '2027-06-21');
    expect((await book(t, person(0), id, later)).status).toBe(201);
  });

  it('of use is what lay in the time until now [BOOK-16]', async () => {
    const term = { span: 'TERM', termStartsOn: '2026-11-19', termEndsOn: '2026-12-20' };
    const locker = await createResource(t, staff, { ...term, name: '가', units: unitsOf(2) });
    const room = await createResource(t, staff, { name: '나' });
    const whole = days('2026-11-19', '2026-12-21');
    await book(t, person(0), locker.id, whole);
    const left = await booked(t, person(1), locker.id, whole);
    await cancel(t, person(1), left);
    await book(t, person(0), room.id, times(9, 12));
    const waits = await booked(t, person(1), room.id, times(9, 10), { waits: true });
    await cancel(t, person(1), waits);
    const url = '/api/admin/bookings/usage?from=2026-11-20&to=2026-11-30';
    const { json } = await t.call('GET', url, { as: staff });
    expect(json.resources).toMatchObject([
      { span: 'TERM', bookings: 2, hours: 28, cancelled: 1 },
      { span: 'SLOTS', bookings: 1, hours: 0, cancelled: 0 },
    ]);
  });
});
