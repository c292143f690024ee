import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  clearBookings,
  createResource,
  RESOURCE,
  unitsOf,
} from '../../testing/factories/bookings.ts';
import { setRoles } from '../../testing/matrix/world.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let staff: SignedIn;
let people: SignedIn[];
/** Friday, 20 November 2026, 14:00:30 in Korea. */
let start: Date;

beforeAll(async () => {
  t = await createTestApp();
  start = t.clock.now();
  staff = await t.signIn('MANAGER');
  people = [];
  for (let at = 0; at < 6; at += 1) people.push(await t.signIn());
});
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.set(start);
  await clearBookings(t);
});

const at = (hour: number, day = '2026-11-21') =>
  `${day}T${String(hour).padStart(2, '0')}:00:00+09:00`;
const times = (from: number, to: number, day?: string) => ({
  startsAt: at(from, day),
  endsAt: at(to, day),
});
const TERM = { startsAt: at(0, '2026-12-01'), endsAt: at(0, '2027-03-01') };
const LOCKERS = { span: 'TERM', termStartsOn: '2026-12-01', termEndsOn: '2027-02-28' };
const LOTTERY = { ...LOCKERS, way: 'LOTTERY', closesAt: at(14, '2026-11-20') };
const EARLIER = { ...LOTTERY, closesAt: at(15, '2026-11-20') };

const person = (index: number) => people[index] as SignedIn;
const book = async (as: SignedIn, resourceId: number, period: object, more: object = {}) =>
  t.call('POST', '/api/bookings', { as, body: { resourceId, ...period, ...more } });
const act = (as: SignedIn, id: number, what: string) =>
  t.call('POST', `/api/bookings/${id}/${what}`, { as });
const cancel = (as: SignedIn, id: number) => t.call('DELETE', `/api/bookings/${id}`, { as });
const save = (id: number, values: object) =>
  t.call('PUT', `/api/admin/bookings/resources/${id}`, {
    as: staff,
    body: { ...RESOURCE, ...values },
  });
const rowOf = async (id: number) => {
  const { rows } = await t.db.execute<{ state: string; unit_id: number | null; reason: string }>(
    `select state, unit_id, reason from bookings where id = ${id}`,
  );
  return rows[0];
};
const renewed = async (as: SignedIn) => t.signInAs(as);
const noticesOf = async (as: SignedIn): Promise<string> =>
  (await t.call('GET', '/api/member/my-notices', { as: await renewed(as) })).text;

describe('a draw', () => {
  it('gives nothing to who cancels or leaves meanwhile [BOOK-07]', async () => {
    for (let round = 0; round < 5; round += 1) {
      t.clock.set(start);
      await clearBookings(t);
      const { id } = await createResource(t, staff, { ...EARLIER, units: unitsOf(6) });
      const entries: number[] = [];
      for (const one of people) entries.push((await book(one, id, TERM)).json.booking.id);
      await t.db.execute(`update booking_resources set closes_at = '2026-11-20T05:00:00Z'`);
      const gone = person(5).id;
      const [, , ...results] = await Promise.all([
        t.services.bookings.runJobs(),
        t.services.live.transaction((tx, emit) => t.services.bookings.erase(tx, emit, gone)),
        ...entries.slice(0, 5).map((entry, index) => cancel(person(index), entry)),
      ]);
      expect(results.map(({ status }) => status)).toEqual(Array(5).fill(200));
      const states = (await Promise.all(entries.map(rowOf))).map((row) => row?.state);
      expect(states).toEqual(Array(6).fill('CANCELLED'));
    }
  });

  it('leaves out who is suspended or lost the role [BOOK-02, BOOK-07]', async () => {
    const { id } = await createResource(t, staff, { ...EARLIER, units: unitsOf(3) });
    const [good, banned, lowered] = [await t.signIn(), await t.signIn(), await t.signIn()];
    const entries: number[] = [];
    for (const one of [banned, lowered, good]) {
      entries.push((await book(one, id, TERM)).json.booking.id);
    }
    await t.db.execute(`update members set suspended_until = '2027-01-01' where id = ${banned.id}`);
    await setRoles(t, lowered.id, ['USER']);
    t.clock.set(new Date(at(16, '2026-11-20')));
    expect(await t.services.bookings.runJobs()).toMatchObject({ drawn: 1 });
    const rows = await Promise.all(entries.map(rowOf));
    expect(rows.map((row) => row?.state)).toEqual(['CANCELLED', 'CANCELLED', 'BOOKED']);
    expect(rows[0]?.reason).toBe('추첨할 때 예약 권한이 없었습니다.');
  });
});

describe('a lottery', () => {
  it('stays as it is while it has entries or its drawn term lasts [BOOK-07]', async () => {
    const { id, units } = await createResource(t, staff, EARLIER);
    const same = { ...EARLIER, units: [{ id: units[0]?.id, name: '1호' }] };
    const next = { ...same, termStartsOn: '2027-03-02', termEndsOn: '2027-06-20' };
    const first = { ...same, way: 'FIRST', closesAt: null };
    const entry = (await book(person(0), id, TERM)).json.booking.id;
    for (const moved of [next, first]) {
      expect((await save(id, moved)).json.error).toBe('BOOKING_DRAW_OPEN');
    }
    expect((await save(id, { ...same, closesAt: at(16, '2026-11-20') })).status).toBe(200);
    t.clock.set(new Date(at(16, '2026-11-20')));
    staff = await renewed(staff);
    await t.services.bookings.runJobs();
    expect((await rowOf(entry))?.state).toBe('BOOKED');
    for (const moved of [next, first]) {
      expect((await save(id, moved)).json.error).toBe('BOOKING_DRAW_OPEN');
    }
    t.clock.set(new Date('2027-03-01T00:00:00+09:00'));
    staff = await renewed(staff);
    expect((await save(id, { ...next, termStartsOn: '2026-12-01' })).status).toBe(409);
    const closesAt = '2027-03-01T18:00:00+09:00';
    expect((await save(id, { ...next, closesAt })).json).toMatchObject({ drawnAt: null });
    t.clock.set(start);
    staff = await renewed(staff);
    people = await Promise.all(people.map(renewed));
  });
});

describe('the line', () => {
  it('gives the chosen unit, no other, and counts who waits for it [BOOK-08]', async () => {
    const { id, units } = await createResource(t, staff, { units: unitsOf(2) });
    const [one, two] = units.map((unit) => unit.id) as [number, number];
    const first = (await book(person(0), id, times(9, 10), { unitId: one })).json.booking.id;
    const second = (await book(person(1), id, times(9, 10), { unitId: two })).json.booking.id;
    const wait = async (index: number, unitId: number | null) =>
      (await book(person(index), id, times(9, 10), { unitId, waits: true })).json.booking;
    const chosen = await wait(2, two);
    expect(chosen).toMatchObject({ state: 'WAITING', position: 1, unitName: '2번' });
    expect(await wait(3, one)).toMatchObject({ position: 1 });
    expect(await wait(4, null)).toMatchObject({ position: 3, unitName: null });
    const foreign = await createResource(t, staff, { name: '다른 곳' });
    const wrong = { unitId: foreign.units[0]?.id, waits: true };
    expect((await book(person(5), id, times(9, 10), wrong)).json.error).toBe(
      'BOOKING_RESOURCE_NOT_FOUND',
    );
    await cancel(person(0), first);
    expect((await rowOf(chosen.id))?.state).toBe('WAITING');
    await t.services.bookings.runJobs();
    expect((await rowOf(chosen.id))?.state).toBe('WAITING');
    await cancel(person(1), second);
    expect(await rowOf(chosen.id)).toMatchObject({ state: 'BOOKED', unit_id: two });
  });

  it('passes over who lost the role, and rests while the resource is hidden [BOOK-02, BOOK-08]', async () => {
    const { id, units } = await createResource(t, staff);
    const lowered = await t.signIn();
    const { json } = await book(person(0), id, times(9, 10));
    const first = (await book(lowered, id, times(9, 10), { waits: true })).json.booking.id;
    const second = (await book(person(1), id, times(9, 10), { waits: true })).json.booking.id;
    await setRoles(t, lowered.id, ['USER']);
    const same = { units: [{ id: units[0]?.id, name: '1호' }] };
    expect((await save(id, { ...same, isOpen: false })).status).toBe(200);
    await cancel(person(0), json.booking.id);
    expect(await t.services.bookings.runJobs()).toMatchObject({ passedOn: 0 });
    expect((await rowOf(second))?.state).toBe('WAITING');
    await save(id, same);
    expect((await rowOf(first))?.state).toBe('WAITING');
    expect((await rowOf(second))?.state).toBe('BOOKED');
  });
});

describe('a booking that has begun', () => {
  it('ends early when it is cancelled, and still counts [BOOK-04, BOOK-10]', async () => {
    const { id } = await createResource(t, staff, { weeklyMinutes: 180, checkInMinutes: 30 });
    const mine = (await book(person(0), id, times(15, 18, '2026-11-20'))).json.booking.id;
    const next = await book(person(1), id, times(17, 18, '2026-11-20'), { waits: true });
    t.clock.set(new Date('2026-11-20T15:20:30+09:00'));
    people = await Promise.all(people.map(renewed));
    const { json } = await cancel(person(0), mine);
    expect(json).toMatchObject({
      message: '이용을 마쳤습니다.',
      booking: { state: 'BOOKED', endsAt: '2026-11-20T15:20:00+09:00', checkInBy: null },
    });
    expect((await rowOf(next.json.booking.id))?.state).toBe('BOOKED');
    expect((await act(person(0), mine, 'restore')).json.error).toBe('BOOKING_CHANGED');
    expect((await cancel(person(0), mine)).json.error).toBe('BOOKING_CHANGED');
    expect((await book(person(0), id, times(9, 12))).json.error).toBe('BOOKING_QUOTA');
    t.clock.advance(30 * 60);
    await t.services.bookings.runJobs();
    expect((await rowOf(mine))?.state).toBe('BOOKED');
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
      const mine = (await book(person(0), id, times(15, 17, '2026-11-20'))).json.booking.id;
      const other = (await book(person(1), id, times(19, 20, '2026-11-20'))).json.booking.id;
      const offer = (await book(person(2), id, times(19, 20, '2026-11-20'), { waits: true })).json
        .booking.id;
      t.clock.set(new Date('2026-11-20T14:45:00+09:00'));
      people = await Promise.all(people.map(renewed));
      await cancel(person(1), other);
      t.clock.set(new Date('2026-11-20T14:59:00+09:00'));
      await pause();
      people = await Promise.all(people.map(renewed));
      expect(await t.services.bookings.runJobs()).toMatchObject({ missed: 0, offers: 0 });
      expect((await act(person(0), mine, 'check-in')).status).toBe(200);
      expect((await act(person(2), offer, 'accept')).status).toBe(200);
      await t.db.execute(`update bookings set checked_in_at = null where id = ${mine}`);
      t.clock.advance(16 * 60);
      people = await Promise.all(people.map(renewed));
      expect((await act(person(0), mine, 'check-in')).json.error).toBe('BOOKING_CHECK_IN_OVER');
      expect(await t.services.bookings.runJobs()).toMatchObject({ missed: 1 });
      await t.db.execute(`delete from site_runs`);
    },
  );
});

describe('a request', () => {
  const APPROVAL = { way: 'APPROVAL', offerMinutes: 30 };

  it('is made by an offer that is taken, of which staff know [BOOK-06, BOOK-08]', async () => {
    const { id } = await createResource(t, staff, APPROVAL);
    const first = (await book(person(0), id, times(9, 10))).json.booking.id;
    const next = (await book(person(1), id, times(9, 10), { waits: true })).json.booking.id;
    await cancel(person(0), first);
    await t.db.execute(`truncate notifications cascade`);
    for (let twice = 0; twice < 2; twice += 1) {
      const { status, json } = await act(person(1), next, 'accept');
      expect([status, json.booking.state]).toEqual([200, 'REQUESTED']);
    }
    expect(await noticesOf(staff)).toContain('새 예약 신청 1건');
  });

  it('ends at its begin without an answer, of which the member is notified [BOOK-06]', async () => {
    const { id } = await createResource(t, staff, { ...APPROVAL, slotMinutes: 30 });
    const asked = (await book(person(0), id, times(15, 16, '2026-11-20'))).json.booking.id;
    const line = { waits: true };
    const late = (await book(person(1), id, times(15, 16, '2026-11-20'), line)).json.booking.id;
    t.clock.set(new Date(at(15, '2026-11-20')));
    staff = await renewed(staff);
    people = await Promise.all(people.map(renewed));
    const decide = `/api/admin/bookings/${asked}/decide`;
    const answer = { as: staff, body: { isApproved: true } };
    expect((await t.call('POST', decide, answer)).json.error).toBe('BOOKING_CHANGED');
    expect(await t.services.bookings.runJobs()).toMatchObject({ unanswered: 1, passedOn: 0 });
    expect(await rowOf(asked)).toMatchObject({
      state: 'EXPIRED',
      reason: '시작 전에 승인되지 않았습니다.',
    });
    expect(await noticesOf(person(0))).toContain('시작 전에 승인되지 않았습니다.');
    expect((await rowOf(late))?.state).toBe('WAITING');
  });

  it('of staff is answered by somebody else [BOOK-06]', async () => {
    const { id } = await createResource(t, staff, APPROVAL);
    const own = (await book(staff, id, times(9, 10))).json.booking.id;
    const url = `/api/admin/bookings/${own}/decide`;
    const body = { isApproved: true };
    expect(await t.call('POST', url, { as: staff, body })).toMatchObject({
      status: 403,
      json: { error: 'BOOKING_OWN' },
    });
    const colleague = await t.signIn('MANAGER');
    expect((await t.call('POST', url, { as: colleague, body })).status).toBe(200);
  });
});

describe('what is shown', () => {
  it('is all that one kit can take from the last day on, and who waits [BOOK-01, BOOK-10]', async () => {
    const { id } = await createResource(t, staff, { span: 'DAYS', lengthMax: 5, aheadDays: 60 });
    const days = (from: string, to: string) => ({ startsAt: at(0, from), endsAt: at(0, to) });
    await book(person(0), id, days('2026-12-06', '2026-12-08'));
    const url = `/api/bookings/resources/${id}?from=2026-11-21`;
    expect((await t.call('GET', url, { as: person(1) })).json.taken).toHaveLength(1);
    const mine = async () => (await t.call('GET', '/api/bookings', { as: person(0) })).json.open;
    expect(await mine()).toMatchObject([{ isWanted: false }]);
    await book(person(1), id, days('2026-12-07', '2026-12-09'), { waits: true });
    expect(await mine()).toMatchObject([{ isWanted: true }]);
  });

  it('to staff is also what lasts of an earlier term [BOOK-05]', async () => {
    const term = { span: 'TERM', termStartsOn: '2026-09-01', termEndsOn: '2026-12-20' };
    const { id, units } = await createResource(t, staff, { ...term, units: unitsOf(1) });
    const old = { startsAt: at(0, '2026-09-01'), endsAt: at(0, '2026-12-21') };
    await book(person(0), id, old);
    const next = { termStartsOn: '2027-03-02', termEndsOn: '2027-06-20' };
    const form = { ...term, ...next, units: [{ id: units[0]?.id, name: '1번' }] };
    expect((await save(id, form)).status).toBe(200);
    const week = `/api/admin/bookings/resources/${id}/week?from=2026-11-16`;
    expect((await t.call('GET', week, { as: staff })).json.bookings).toHaveLength(1);
    const later = { startsAt: at(0, '2027-03-02'), endsAt: at(0, '2027-06-21') };
    expect((await book(person(0), id, later)).status).toBe(201);
  });

  it('of use is what lay in the time until now [BOOK-16]', async () => {
    const term = { span: 'TERM', termStartsOn: '2026-11-19', termEndsOn: '2026-12-20' };
    const locker = await createResource(t, staff, { ...term, name: '가', units: unitsOf(2) });
    const room = await createResource(t, staff, { name: '나' });
    const whole = { startsAt: at(0, '2026-11-19'), endsAt: at(0, '2026-12-21') };
    await book(person(0), locker.id, whole);
    const left = (await book(person(1), locker.id, whole)).json.booking.id;
    await cancel(person(1), left);
    await book(person(0), room.id, times(9, 12));
    const waits = (await book(person(1), room.id, times(9, 10), { waits: true })).json.booking.id;
    await cancel(person(1), waits);
    const url = '/api/admin/bookings/usage?from=2026-11-20&to=2026-11-30';
    const { json } = await t.call('GET', url, { as: staff });
    expect(json.resources).toMatchObject([
      { span: 'TERM', bookings: 2, hours: 28, cancelled: 1 },
      { span: 'SLOTS', bookings: 1, hours: 0, cancelled: 0 },
    ]);
  });
});
