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

/** A Korean time of the API: hours of a day. */
export const at = (hour: number, day = '2026-11-21') =>
  `${day}T${String(hour).padStart(2, '0')}:00:00+09:00`;

export const times = (from: number, to: number, day?: string) => ({
  startsAt: at(from, day),
  endsAt: at(to, day),
});

/** From midnight to midnight. */
export const days = (from: string, to: string) => ({ startsAt: at(0, from), endsAt: at(0, to) });

export const book = (
  t: TestApp,
  as: SignedIn,
  resourceId: number,
  period: object,
  more: object = {},
) => t.call('POST', '/api/bookings', { as, body: { resourceId, ...period, ...more } });

/** Books, and returns the number of the booking. */
export async function booked(...request: Parameters<typeof book>): Promise<number> {
  const { status, json, text } = await book(...request);
  if (status !== 201) throw new Error(`booking refused: ${text}`);
  return json.booking.id;
}

/** A booking as it is stored. */
export async function storedBooking(t: TestApp, id: number) {
  const { rows } = await t.db.execute<{
    state: string;
    unit_id: number | null;
    reason: string | null;
    check_in_by: string | null;
  }>(`select state, unit_id, reason, check_in_by from bookings where id = ${id}`);
  return rows[0];
}

/** Texts of the notifications of a member, latest first. */
export async function noticesOf(t: TestApp, as: SignedIn): Promise<string[]> {
  const { json } = await t.call('GET', '/api/member/my-notices', { as });
  return json.notices.map(({ content }: { content: string }) => content);
}
