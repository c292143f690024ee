import { afterAll, beforeAll, beforeEach } from 'vitest';
import { clearBookings, days, RESOURCE, storedBooking } from '../../testing/factories/bookings.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

/** The day on which each test begins. */
export const TODAY = '2026-11-20';
export const LOCKERS = { span: 'TERM', termStartsOn: '2026-12-01', termEndsOn: '2027-02-28' };
/** The term of the lockers as it is booked. */
export const TERM = days('2026-12-01', '2027-03-01');

/**
 * Gives a file a server with staff and members; each test begins without bookings on Friday,
 * 20 November 2026, at 14:00:30 in Korea.
 */
export function setUpBookings(memberCount: number) {
  // Filled before the first test and changed in place, so that a file names them once.
  const t = {} as TestApp;
  const staff = {} as SignedIn;
  const people = Array.from({ length: memberCount }, () => ({}) as SignedIn);
  /** Whose clocks move together. */
  const servers = [t];
  let start: Date;

  /** Access tokens last half an hour. */
  const renew = async () => {
    for (const one of [staff, ...people]) Object.assign(one, await t.signInAs(one));
  };
  const moveTo = (time: Date | string) => {
    for (const { clock } of servers) clock.set(new Date(time));
    return renew();
  };
  const startOver = async () => {
    if (t.clock.now().getTime() !== start.getTime()) {
      // A member has ten sessions at most, and those of a later time outlive new ones.
      await t.db.execute('delete from sessions');
      await moveTo(start);
    }
    await t.db.execute('delete from site_runs');
    await clearBookings(t);
  };

  beforeAll(async () => {
    Object.assign(t, await createTestApp());
    start = t.clock.now();
    Object.assign(staff, await t.signIn('MANAGER'));
    for (const one of people) Object.assign(one, await t.signIn());
  });
  afterAll(() => t.close());
  beforeEach(startOver);

  const person = (index: number) => people[index] as SignedIn;
  return { t, staff, people, person, servers, renew, moveTo, startOver };
}

/** What members do with a booking of their own. */
export const act = (
  t: TestApp,
  as: SignedIn,
  id: number,
  what: 'check-in' | 'accept' | 'restore',
) => t.call('POST', `/api/bookings/${id}/${what}`, { as });

/** Cancels a booking as its member. */
export const cancel = (t: TestApp, as: SignedIn, id: number) =>
  t.call('DELETE', `/api/bookings/${id}`, { as });

/** What a member has booked, as the member sees it. */
export const bookingsOf = async (t: TestApp, as: SignedIn) =>
  (await t.call('GET', '/api/bookings', { as })).json;

/** Answers a request as staff do. */
export const decide = (t: TestApp, as: SignedIn, id: number, body: object) =>
  t.call('POST', `/api/admin/bookings/${id}/decide`, { as, body });

/** Saves a resource as staff do, with the usual values where none are given. */
export const save = (t: TestApp, as: SignedIn, id: number, values: object) =>
  t.call('PUT', `/api/admin/bookings/resources/${id}`, { as, body: { ...RESOURCE, ...values } });

/** Closes one resource, or all, for a day. */
export const closeDay = (t: TestApp, as: SignedIn, resourceId: number | null, day: string) =>
  t.call('POST', '/api/admin/bookings/closures', {
    as,
    body: { resourceId, startsOn: day, endsOn: day, reason: '정전' },
  });

/** Removes what a member has booked, as the deletion of the account does. */
export const erase = (t: TestApp, { id }: SignedIn) =>
  t.services.live.transaction((tx, emit) => t.services.bookings.erase(tx, emit, id));

/** State of a booking as it is stored. */
export const stateOf = async (t: TestApp, id: number) => (await storedBooking(t, id))?.state;

/** States of several bookings as they are stored. */
export const statesOf = (t: TestApp, ...ids: number[]) =>
  Promise.all(ids.map((id) => stateOf(t, id)));

/** How often a value is among others. */
export const count = <T>(values: readonly T[], value: T) =>
  values.filter((one) => one === value).length;
