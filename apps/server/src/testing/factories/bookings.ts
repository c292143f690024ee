import type { SignedIn, TestApp } from '../test-app.ts';

/** Open on all days from 09:00 to 21:00. */
export const RESOURCE = {
  name: '세미나실',
  place: '공대관 301호',
  note: '',
  span: 'SLOTS',
  way: 'FIRST',
  slotMinutes: 60,
  lengthMax: 3,
  hours: Array.from({ length: 7 }, () => ({ from: 540, to: 1260 })),
  aheadDays: 14,
  weeklyMinutes: null,
  weeklyCount: null,
  termStartsOn: null,
  termEndsOn: null,
  closesAt: null,
  checkInMinutes: null,
  offerMinutes: null,
  isOpen: true,
  units: [{ name: '1호' }],
};

/** Makes a resource as staff do; returns it with its units. */
export async function createResource(
  t: TestApp,
  staff: SignedIn,
  values: Partial<Record<keyof typeof RESOURCE, unknown>> = {},
): Promise<{ id: number; units: { id: number }[]; version: string }> {
  const body = { ...RESOURCE, ...values };
  const { status, json, text } = await t.call('POST', '/api/admin/bookings/resources', {
    as: staff,
    body,
  });
  if (status !== 201) throw new Error(`resource refused: ${text}`);
  return json;
}

/** `count` units, numbered. */
export const unitsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `${at + 1}번` }));

/** Removes everything about bookings. */
export async function clearBookings(t: TestApp): Promise<void> {
  await t.db.execute(
    'truncate bookings, booking_units, booking_closures, booking_resources, notifications cascade',
  );
}
