import { clearBookings, createResource, RESOURCE } from '../factories/bookings.ts';
import type { SignedIn } from '../test-app.ts';
import type { Build } from './build.ts';
import { from, MADE, type MatrixLine, OK, own, signedIn } from './cells.ts';
import type { World } from './world.ts';

const DAY = '2026-11-21';
const PERIOD = { startsAt: `${DAY}T09:00:00+09:00`, endsAt: `${DAY}T10:00:00+09:00` };
const STAFF = '/api/admin/bookings';
const CLOSURE = { resourceId: null, startsOn: DAY, endsOn: DAY, reason: '축제' };

/** One resource, and nothing else. */
async function fresh({ t, byRole }: World, values: object = {}) {
  await clearBookings(t);
  return createResource(t, byRole.MANAGER, values);
}

async function book({ t }: World, as: SignedIn, resourceId: number, more: object = {}) {
  const body = { resourceId, ...PERIOD, ...more };
  const { status, json, text } = await t.call('POST', '/api/bookings', { as, body });
  if (status !== 201) throw new Error(`booking refused: ${text}`);
  return json.booking.id as number;
}

const onResource =
  (urlOf: (id: number) => string, body?: unknown): Build =>
  async (world) => {
    const { id } = await fresh(world);
    await book(world, world.other, id);
    return { url: urlOf(id), ...(body !== undefined && { body }) };
  };

/** A booking of the caller, where the role may have one; else of the owner. */
const ownBooking =
  (prepare: (world: World, id: number) => Promise<unknown>, suffix: string): Build =>
  async (world, { caller, owner, isForged }) => {
    const { id: resourceId } = await fresh(world, { offerMinutes: 30 });
    const holder = caller === null || isForged ? owner : caller;
    // A member without a proven role gets one as if it had been revoked after.
    const id = await book(world, world.other, resourceId);
    await world.t.db.execute(`update bookings set member_id = ${holder.id} where id = ${id}`);
    await prepare(world, id);
    return { url: `/api/bookings/${id}${suffix}` };
  };

const set =
  (values: string) =>
  ({ t }: World, id: number) =>
    t.db.execute(`update bookings set ${values} where id = ${id}`);

/** A booking of somebody, as staff find it. */
const onBooking =
  (way: string, suffix: string, body: unknown): Build =>
  async (world) => {
    const { id: resourceId } = await fresh(world, { way });
    const id = await book(world, world.other, resourceId);
    return { url: `${STAFF}/${id}/${suffix}`, body };
  };

export const BOOKING_REQUESTS: Record<string, Build> = {
  'GET /api/bookings/resources': onResource(() => '/api/bookings/resources'),
  'GET /api/bookings/resources/:id': async (world, cell) => {
    const { id } = await fresh(world);
    await world.t.call('POST', `${STAFF}/closures`, {
      as: world.byRole.MANAGER,
      body: { ...CLOSURE, startsOn: '2026-11-22', endsOn: '2026-11-22' },
    });
    await book(world, world.other, id);
    await world.t.db.execute(
      `update bookings set member_id = ${(cell.caller ?? world.other).id} where resource_id = ${id}`,
    );
    return { url: `/api/bookings/resources/${id}` };
  },
  'GET /api/bookings/resources/:id/draw': async (world) => {
    const { id } = await fresh(world, {
      span: 'TERM',
      way: 'LOTTERY',
      termStartsOn: '2026-12-01',
      termEndsOn: '2026-12-31',
      closesAt: '2026-11-30T18:00:00+09:00',
    });
    return { url: `/api/bookings/resources/${id}/draw` };
  },
  'GET /api/bookings': async (world, cell) => {
    await ownBooking(set('reminded_at = now()'), '')(world, cell);
    await world.t.db.execute(
      `insert into bookings (resource_id, member_id, state, starts_at, ends_at, ended_at)
       select resource_id, member_id, 'CANCELLED', starts_at, ends_at, '2026-11-20T05:00:00Z' from bookings`,
    );
    return { url: '/api/bookings' };
  },
  'GET /api/bookings/file': async (world, cell) => {
    await ownBooking(set('reminded_at = now()'), '')(world, cell);
    return { url: '/api/bookings/file' };
  },
  'POST /api/bookings': async (world) => {
    const { id } = await fresh(world);
    return { url: '/api/bookings', body: { resourceId: id, ...PERIOD } };
  },
  'POST /api/bookings/:id/check-in': ownBooking(
    set(`starts_at = '2026-11-20T05:00:00Z', ends_at = '2026-11-20T06:00:00Z'`),
    '/check-in',
  ),
  'POST /api/bookings/:id/accept': ownBooking(
    set(`state = 'OFFERED', offered_until = starts_at`),
    '/accept',
  ),
  'DELETE /api/bookings/:id': ownBooking(set('reminded_at = now()'), ''),
  'POST /api/bookings/:id/restore': ownBooking(
    set(`state = 'CANCELLED', former_state = 'BOOKED', ended_at = '2026-11-20T05:00:00Z'`),
    '/restore',
  ),
  [`GET ${STAFF}/resources`]: onResource(() => `${STAFF}/resources`),
  [`POST ${STAFF}/resources`]: async (world) => {
    await clearBookings(world.t);
    return { url: `${STAFF}/resources`, body: RESOURCE };
  },
  [`PUT ${STAFF}/resources/:id`]: async (world) => {
    const { id, units } = await fresh(world);
    const stored = units.map((unit) => ({ id: unit.id, name: '1호' }));
    return { url: `${STAFF}/resources/${id}`, body: { ...RESOURCE, units: stored } };
  },
  [`DELETE ${STAFF}/resources/:id`]: async (world) => {
    const { id } = await fresh(world);
    return { url: `${STAFF}/resources/${id}` };
  },
  [`GET ${STAFF}/resources/:id/week`]: onResource(
    (id) => `${STAFF}/resources/${id}/week?from=2026-11-16`,
  ),
  [`GET ${STAFF}/requests`]: async (world, cell) => {
    await onBooking('APPROVAL', '', {})(world, cell);
    return { url: `${STAFF}/requests` };
  },
  [`POST ${STAFF}/:id/decide`]: onBooking('APPROVAL', 'decide', { isApproved: true }),
  [`POST ${STAFF}/:id/cancel`]: onBooking('FIRST', 'cancel', { reason: '점검' }),
  [`GET ${STAFF}/closures`]: async (world) => ({ url: (await closed(world)).url }),
  [`POST ${STAFF}/closures`]: onResource(() => `${STAFF}/closures`, CLOSURE),
  [`DELETE ${STAFF}/closures/:id`]: async (world) => {
    const { id } = await closed(world);
    return { url: `${STAFF}/closures/${id}` };
  },
  [`GET ${STAFF}/usage`]: onResource(() => `${STAFF}/usage?from=2026-11-20&to=2026-11-30`),
};

async function closed(world: World): Promise<{ id: number; url: string }> {
  await fresh(world);
  const url = `${STAFF}/closures`;
  const { json } = await world.t.call('POST', url, { as: world.byRole.MANAGER, body: CLOSURE });
  return { id: json.id, url };
}

const staff = (status: number) => from('MANAGER', status, 403);
/** Members with a proven role. */
const proven = (status: number, ...owner: number[]) => from('STUDENT', status, 403, ...owner);

export const BOOKING_MATRIX: readonly MatrixLine[] = [
  { call: 'GET /api/bookings/resources', cells: signedIn() },
  { call: 'GET /api/bookings/resources/:id', cells: signedIn() },
  { call: 'GET /api/bookings/resources/:id/draw', cells: signedIn() },
  { call: 'GET /api/bookings', cells: signedIn() },
  { call: 'GET /api/bookings/file', cells: signedIn() },
  { call: 'POST /api/bookings', cells: proven(MADE) },
  { call: 'POST /api/bookings/:id/check-in', cells: own(OK, 404) },
  { call: 'POST /api/bookings/:id/accept', cells: proven(OK, OK, 404) },
  { call: 'DELETE /api/bookings/:id', cells: own(OK, 404) },
  { call: 'POST /api/bookings/:id/restore', cells: proven(OK, OK, 404) },
  { call: `GET ${STAFF}/resources`, cells: staff(OK) },
  { call: `POST ${STAFF}/resources`, cells: staff(MADE) },
  { call: `PUT ${STAFF}/resources/:id`, cells: staff(OK) },
  { call: `DELETE ${STAFF}/resources/:id`, cells: staff(OK) },
  { call: `GET ${STAFF}/resources/:id/week`, cells: staff(OK) },
  { call: `GET ${STAFF}/requests`, cells: staff(OK) },
  { call: `POST ${STAFF}/:id/decide`, cells: staff(OK) },
  { call: `POST ${STAFF}/:id/cancel`, cells: staff(OK) },
  { call: `GET ${STAFF}/closures`, cells: staff(OK) },
  { call: `POST ${STAFF}/closures`, cells: staff(MADE) },
  { call: `DELETE ${STAFF}/closures/:id`, cells: staff(OK) },
  { call: `GET ${STAFF}/usage`, cells: staff(OK) },
];
