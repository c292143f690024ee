import { describe, expect, it } from 'vitest';
import {
  book,
  createResource,
  days,
  noticesOf,
  RESOURCE,
  times,
  unitsOf,
} from '../../testing/factories/bookings.ts';
import { makeFeed } from '../../testing/factories/feeds.ts';
import type { SignedIn } from '../../testing/test-app.ts';
import { act, bookingsOf, cancel, closeDay, save, setUpBookings } from './bookings.fixture.ts';

const { t, staff, people } = setUpBookings(2);
const [me, other] = people as [SignedIn, SignedIn];
const STAFF = '/api/admin/bookings';
const PERIOD = times(9, 10);
const actions = async (): Promise<string[]> => {
  const { rows } = await t.db.execute<{ action: string }>(
    `select action from audit_entries where target_type = 'booking' order by id`,
  );
  return rows.map(({ action }) => action);
};

describe('the form of a resource', () => {
  it.each([
    [{ name: ' ' }, 'name'],
    [{ units: [] }, 'units'],
    [{ hours: [] }, 'hours'],
    [{ slotMinutes: 45 }, 'slotMinutes'],
    [{ span: 'TERM' }, 'termEndsOn'],
    [{ way: 'LOTTERY' }, 'way'],
    [{ lengthMax: 0 }, 'lengthMax'],
    [{ aheadDays: 999 }, 'aheadDays'],
  ])('refuses %j in Korean, and stores nothing [BOOK-16]', async (wrong, field) => {
    const body = { ...RESOURCE, ...wrong };
    const { status, json } = await t.call('POST', `${STAFF}/resources`, { as: staff, body });
    expect([status, json.errors[0].field]).toEqual([400, field]);
    expect(json.errors[0].message).toMatch(/[가-힣]/);
    const { json: all } = await t.call('GET', `${STAFF}/resources`, { as: staff });
    expect(all.resources).toEqual([]);
  });

  it('refuses a save over another one, and keeps a unit that was booked [BOOK-16]', async () => {
    const { id, units, version } = await createResource(t, staff, { units: unitsOf(2) });
    const put = (values: object) => save(t, staff, id, values);
    const stored = units.map((unit, at) => ({ id: unit.id, name: `${at + 1}번` }));
    await book(t, me, id, PERIOD, { unitId: units[1]?.id });
    expect((await put({ version, units: stored.slice(0, 1) })).json.error).toBe(
      'BOOKING_UNIT_USED',
    );
    expect((await put({ version, units: [...stored, { name: '3번' }] })).status).toBe(200);
    expect((await put({ version, units: stored })).json.error).toBe('EDIT_CONFLICT');
    expect((await put({ units: [{ id: 999_999, name: '남의 것' }] })).status).toBe(400);
    expect((await book(t, other, id, PERIOD, { unitId: stored[0]?.id })).status).toBe(201);
    expect(await actions()).toEqual(
      expect.arrayContaining(['booking.resource-create', 'booking.resource-update']),
    );
  });

  it('is deleted with its units unless it was ever booked [BOOK-16]', async () => {
    const [free, used] = [await createResource(t, staff), await createResource(t, staff)];
    const { json } = await book(t, me, used.id, PERIOD);
    await cancel(t, me, json.booking.id);
    const remove = (id: number, as = staff) => t.call('DELETE', `${STAFF}/resources/${id}`, { as });
    expect((await remove(free.id, me)).status).toBe(403);
    expect((await remove(free.id)).status).toBe(200);
    expect((await remove(free.id)).json.error).toBe('BOOKING_RESOURCE_NOT_FOUND');
    expect((await remove(used.id)).json.error).toBe('BOOKING_RESOURCE_USED');
    expect(await actions()).toContain('booking.resource-delete');
  });

  it('gives new units to those in line [BOOK-08]', async () => {
    const { id, units } = await createResource(t, staff);
    await book(t, me, id, PERIOD);
    await book(t, other, id, PERIOD, { waits: true });
    const more = [{ id: units[0]?.id, name: '1호' }, { name: '2호' }];
    await save(t, staff, id, { units: more });
    expect((await bookingsOf(t, other)).open).toMatchObject([{ state: 'BOOKED', unitName: '2호' }]);
  });

  it('hides a resource from members, who keep what they have [BOOK-16]', async () => {
    const { id, units } = await createResource(t, staff);
    await book(t, me, id, PERIOD);
    await save(t, staff, id, { isOpen: false, units: [{ id: units[0]?.id, name: '1호' }] });
    expect((await t.call('GET', `/api/bookings/resources/${id}`, { as: me })).status).toBe(404);
    expect((await book(t, other, id, PERIOD)).json.error).toBe('BOOKING_RESOURCE_NOT_FOUND');
    expect((await bookingsOf(t, me)).open).toHaveLength(1);
  });
});

describe('staff', () => {
  it('cancel with a reason, of which the member is notified [BOOK-11]', async () => {
    const { id } = await createResource(t, staff);
    const { json } = await book(t, me, id, PERIOD);
    const url = `${STAFF}/${json.booking.id}/cancel`;
    expect((await t.call('POST', url, { as: staff, body: { reason: ' ' } })).status).toBe(400);
    const body = { reason: '공사' };
    expect((await t.call('POST', url, { as: staff, body })).status).toBe(200);
    expect((await t.call('POST', url, { as: staff, body })).json.error).toBe('BOOKING_CHANGED');
    expect(await noticesOf(t, me)).toEqual([
      "11월 21일 09:00 '세미나실' 예약을 운영진이 취소했습니다. 사유: 공사",
    ]);
    expect((await act(t, me, json.booking.id, 'restore')).json.error).toBe('BOOKING_CHANGED');
    expect(await actions()).toContain('booking.cancel');
  });

  it('close days, which cancels what is in them but no term [BOOK-11]', async () => {
    const { id } = await createResource(t, staff, { units: unitsOf(2) });
    const term = { span: 'TERM', termStartsOn: '2026-11-20', termEndsOn: '2026-12-20' };
    const locker = await createResource(t, staff, { ...term, name: '사물함' });
    await book(t, me, id, PERIOD);
    await book(t, me, locker.id, days('2026-11-20', '2026-12-21'));
    const closed = await closeDay(t, staff, null, '2026-11-21');
    expect([closed.status, closed.json.cancelled]).toEqual([201, 1]);
    expect((await book(t, other, id, PERIOD)).json.error).toBe('BOOKING_CLOSED');
    const { open, past } = await bookingsOf(t, me);
    expect(open).toMatchObject([{ resourceName: '사물함' }]);
    expect(past).toMatchObject([{ state: 'CANCELLED', reason: '정전' }]);
    const one = `${STAFF}/closures/${closed.json.id}`;
    expect((await t.call('DELETE', one, { as: staff })).status).toBe(200);
    expect((await t.call('DELETE', one, { as: staff })).status).toBe(404);
    expect((await book(t, other, id, PERIOD)).status).toBe(201);
  });
});

describe('a booking', () => {
  it('is in the feed of its member, and in the export [BOOK-13, BOOK-15]', async () => {
    const { id } = await createResource(t, staff);
    await book(t, me, id, PERIOD);
    const { url } = await makeFeed(t, me, 'BOOKINGS');
    const feed = await t.call('GET', url);
    expect(feed.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(feed.text).toContain('SUMMARY:세미나실 1호');
    expect(feed.text).toContain('LOCATION:공대관 301호');
  });

  it('that breaks a promise is found by the check [BOOK-17]', async () => {
    const { id } = await createResource(t, staff, { weeklyCount: 1, units: unitsOf(2) });
    const { json } = await book(t, me, id, PERIOD);
    const faults = async () => t.services.integrity.countFaults();
    const before = await faults();
    await t.db.execute(
      `insert into bookings (resource_id, unit_id, member_id, state, starts_at, ends_at, created_at)
       select resource_id, unit_id, member_id, state, starts_at + interval '2 hours',
         ends_at + interval '2 hours', created_at + interval '1 second' from bookings where id = ${json.booking.id}`,
    );
    await t.db.execute(`update booking_resources set quota_since = '2026-01-01'`);
    expect(await faults()).toBe(before + 1);
  });
});
