import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  clearBookings,
  createResource,
  RESOURCE,
  unitsOf,
} from '../../testing/factories/bookings.ts';
import { makeFeed } from '../../testing/factories/feeds.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let staff: SignedIn;
let me: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  staff = await t.signIn('MANAGER');
  [me, other] = [await t.signIn(), await t.signIn()];
});
afterAll(() => t.close());
beforeEach(() => clearBookings(t));

const STAFF = '/api/admin/bookings';
const DAY = '2026-11-21';
const PERIOD = { startsAt: `${DAY}T09:00:00+09:00`, endsAt: `${DAY}T10:00:00+09:00` };
const book = async (as: SignedIn, resourceId: number, more: object = {}) =>
  t.call('POST', '/api/bookings', { as, body: { resourceId, ...PERIOD, ...more } });
const noticesOf = async (as: SignedIn): Promise<string[]> =>
  (await t.call('GET', '/api/member/my-notices', { as })).json.notices.map(
    ({ content }: { content: string }) => content,
  );
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
    const put = (body: object) =>
      t.call('PUT', `${STAFF}/resources/${id}`, { as: staff, body: { ...RESOURCE, ...body } });
    const stored = units.map((unit, at) => ({ id: unit.id, name: `${at + 1}번` }));
    await book(me, id, { unitId: units[1]?.id });
    expect((await put({ version, units: stored.slice(0, 1) })).json.error).toBe(
      'BOOKING_UNIT_USED',
    );
    expect((await put({ version, units: [...stored, { name: '3번' }] })).status).toBe(200);
    expect((await put({ version, units: stored })).json.error).toBe('EDIT_CONFLICT');
    expect((await put({ units: [{ id: 999_999, name: '남의 것' }] })).status).toBe(400);
    expect((await book(other, id, { unitId: stored[0]?.id })).status).toBe(201);
    expect(await actions()).toEqual(
      expect.arrayContaining(['booking.resource-create', 'booking.resource-update']),
    );
  });

  it('is deleted with its units unless it was ever booked [BOOK-16]', async () => {
    const [free, used] = [await createResource(t, staff), await createResource(t, staff)];
    const { json } = await book(me, used.id);
    await t.call('DELETE', `/api/bookings/${json.booking.id}`, { as: me });
    const remove = (id: number, as = staff) => t.call('DELETE', `${STAFF}/resources/${id}`, { as });
    expect((await remove(free.id, me)).status).toBe(403);
    expect((await remove(free.id)).status).toBe(200);
    expect((await remove(free.id)).json.error).toBe('BOOKING_RESOURCE_NOT_FOUND');
    expect((await remove(used.id)).json.error).toBe('BOOKING_RESOURCE_USED');
    expect(await actions()).toContain('booking.resource-delete');
  });

  it('gives new units to those in line [BOOK-08]', async () => {
    const { id, units } = await createResource(t, staff);
    await book(me, id);
    await book(other, id, { waits: true });
    const more = [{ id: units[0]?.id, name: '1호' }, { name: '2호' }];
    const body = { ...RESOURCE, units: more };
    await t.call('PUT', `${STAFF}/resources/${id}`, { as: staff, body });
    const { json } = await t.call('GET', '/api/bookings', { as: other });
    expect(json.open).toMatchObject([{ state: 'BOOKED', unitName: '2호' }]);
  });

  it('hides a resource from members, who keep what they have [BOOK-16]', async () => {
    const { id, units } = await createResource(t, staff);
    await book(me, id);
    const body = { ...RESOURCE, isOpen: false, units: [{ id: units[0]?.id, name: '1호' }] };
    await t.call('PUT', `${STAFF}/resources/${id}`, { as: staff, body });
    expect((await t.call('GET', `/api/bookings/resources/${id}`, { as: me })).status).toBe(404);
    expect((await book(other, id)).json.error).toBe('BOOKING_RESOURCE_NOT_FOUND');
    expect((await t.call('GET', '/api/bookings', { as: me })).json.open).toHaveLength(1);
  });
});

describe('staff', () => {
  it('cancel with a reason, of which the member is notified [BOOK-11]', async () => {
    const { id } = await createResource(t, staff);
    const { json } = await book(me, id);
    const url = `${STAFF}/${json.booking.id}/cancel`;
    expect((await t.call('POST', url, { as: staff, body: { reason: ' ' } })).status).toBe(400);
    const body = { reason: '공사' };
    expect((await t.call('POST', url, { as: staff, body })).status).toBe(200);
    expect((await t.call('POST', url, { as: staff, body })).json.error).toBe('BOOKING_CHANGED');
    expect(await noticesOf(me)).toEqual([
      "11월 21일 09:00 '세미나실' 예약을 운영진이 취소했습니다. 사유: 공사",
    ]);
    const restore = `/api/bookings/${json.booking.id}/restore`;
    expect((await t.call('POST', restore, { as: me })).json.error).toBe('BOOKING_CHANGED');
    expect(await actions()).toContain('booking.cancel');
  });

  it('close days, which cancels what is in them but no term [BOOK-11]', async () => {
    const { id } = await createResource(t, staff, { units: unitsOf(2) });
    const term = { span: 'TERM', termStartsOn: '2026-11-20', termEndsOn: '2026-12-20' };
    const locker = await createResource(t, staff, { ...term, name: '사물함' });
    await book(me, id);
    await book(me, locker.id, {
      startsAt: '2026-11-20T00:00:00+09:00',
      endsAt: '2026-12-21T00:00:00+09:00',
    });
    const body = { resourceId: null, startsOn: DAY, endsOn: DAY, reason: '정전' };
    const closed = await t.call('POST', `${STAFF}/closures`, { as: staff, body });
    expect([closed.status, closed.json.cancelled]).toEqual([201, 1]);
    expect((await book(other, id)).json.error).toBe('BOOKING_CLOSED');
    const { json } = await t.call('GET', '/api/bookings', { as: me });
    expect(json.open).toMatchObject([{ resourceName: '사물함' }]);
    expect(json.past).toMatchObject([{ state: 'CANCELLED', reason: '정전' }]);
    const one = `${STAFF}/closures/${closed.json.id}`;
    expect((await t.call('DELETE', one, { as: staff })).status).toBe(200);
    expect((await t.call('DELETE', one, { as: staff })).status).toBe(404);
    expect((await book(other, id)).status).toBe(201);
  });
});

describe('a booking', () => {
  it('is in the feed of its member, and in the export [BOOK-13, BOOK-15]', async () => {
    const { id } = await createResource(t, staff);
    await book(me, id);
    const { url } = await makeFeed(t, me, 'BOOKINGS');
    const feed = await t.call('GET', url);
    expect(feed.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(feed.text).toContain('SUMMARY:세미나실 1호');
    expect(feed.text).toContain('LOCATION:공대관 301호');
  });

  it('that breaks a promise is found by the check [BOOK-17]', async () => {
    const { id } = await createResource(t, staff, { weeklyCount: 1, units: unitsOf(2) });
    const { json } = await book(me, id);
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
