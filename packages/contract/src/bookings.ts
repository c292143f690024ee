import * as z from 'zod/mini';
import { BOOKING_SPANS, BOOKING_STATES, BOOKING_WAYS } from './booking-slots.ts';
import { dateSchema, dayField, idField, idParams, instantField, messageSchema } from './fields.ts';
import { del, get, post } from './route.ts';

/** The member's side of bookings; `booking-desk.ts` has that of the staff. */

const openHoursSchema = z.nullable(z.object({ from: z.number(), to: z.number() }));

export const closureSchema = z.object({
  id: z.number(),
  /** Null: of all resources. */
  resourceId: z.nullable(z.number()),
  startsOn: z.string(),
  endsOn: z.string(),
  reason: z.string(),
});
export type BookingClosure = z.output<typeof closureSchema>;

export const bookingUnitSchema = z.object({ id: z.number(), name: z.string() });

const rules = {
  span: z.enum(BOOKING_SPANS),
  way: z.enum(BOOKING_WAYS),
  slotMinutes: z.number(),
  lengthMax: z.number(),
  hours: z.array(openHoursSchema),
  /** Days ahead that may be booked. */
  aheadDays: z.number(),
  /** Of a member in a week from Monday; null: no limit. */
  weeklyMinutes: z.nullable(z.number()),
  weeklyCount: z.nullable(z.number()),
  /** First and last day of a TERM. */
  termStartsOn: z.nullable(z.string()),
  termEndsOn: z.nullable(z.string()),
  /** Until when a lottery takes entries. */
  closesAt: z.nullable(dateSchema),
  /** Since when it has its results. */
  drawnAt: z.nullable(dateSchema),
  /** After the begin, until when one checks in; null: without. */
  checkInMinutes: z.nullable(z.number()),
  /** How long a place that is free again is offered to the next in line; null: it is theirs at once. */
  offerMinutes: z.nullable(z.number()),
};

export const resourceFields = {
  id: z.number(),
  name: z.string(),
  place: z.string(),
  note: z.string(),
  ...rules,
};

const resourceSchema = z.object({
  ...resourceFields,
  units: z.number(),
  /** Units that nobody has now, or in the term. */
  free: z.number(),
});
export type BookingResource = z.output<typeof resourceSchema>;

/** What members and staff see of a booking. */
export const bookingFields = {
  id: z.number(),
  resourceId: z.number(),
  resourceName: z.string(),
  span: z.enum(BOOKING_SPANS),
  /** Of WAITING the chosen one; null: any, or none yet. */
  unitName: z.nullable(z.string()),
  state: z.enum(BOOKING_STATES),
  startsAt: dateSchema,
  endsAt: dateSchema,
  checkedInAt: z.nullable(dateSchema),
};

const bookingSchema = z.object({
  ...bookingFields,
  place: z.string(),
  /** By when to check in; null: not needed, or done. */
  checkInBy: z.nullable(dateSchema),
  offeredUntil: z.nullable(dateSchema),
  /** Of WAITING: 1 is the next one. */
  position: z.nullable(z.number()),
  /** Somebody waits for it, so that a cancellation cannot be taken back. */
  isWanted: z.boolean(),
  /** Why staff refused or cancelled it. */
  reason: z.nullable(z.string()),
});
export type OwnBooking = z.output<typeof bookingSchema>;

const savedSchema = z.object({ ...messageSchema.shape, booking: bookingSchema });

/** A time of a unit that somebody has; never who. */
const takenSchema = z.object({ unitId: z.number(), startsAt: dateSchema, endsAt: dateSchema });

const detailSchema = z.object({
  resource: resourceSchema,
  units: z.array(bookingUnitSchema),
  taken: z.array(takenSchema),
  closures: z.array(closureSchema),
  mine: z.array(bookingSchema),
});
export type BookingDetail = z.output<typeof detailSchema>;

/** The order of a draw, which everybody can compute again: by SHA-256 of `seed:entry`, in hexadecimal digits. */
const drawSchema = z.object({
  /** SHA-256 of the seed, known from the beginning. */
  seedDigest: z.string(),
  /** Null before the draw. */
  seed: z.nullable(z.string()),
  drawnAt: z.nullable(dateSchema),
  /** Numbers of the entries by rank after the draw, before it by number; never whose they are. */
  entries: z.array(z.number()),
  /** How many of them, from the first on, the draw gave a unit. */
  won: z.number(),
  /** The number of the caller's entry. */
  mine: z.nullable(z.number()),
});
export type BookingDraw = z.output<typeof drawSchema>;

const inOrder = z.refine<{ startsAt: string; endsAt: string }>(
  ({ startsAt, endsAt }) => Date.parse(startsAt) < Date.parse(endsAt),
  { error: '끝나는 시각을 시작 시각보다 뒤로 정해 주세요.', path: ['endsAt'] },
);

const bookingBody = z
  .object({
    resourceId: idField,
    /** Left out: any unit. */
    unitId: z.optional(z.nullable(idField)),
    startsAt: instantField,
    endsAt: instantField,
    /** Joins the waiting list when nothing is free. */
    waits: z.prefault(z.boolean(), false),
  })
  .check(inOrder);
export type BookingInput = z.output<typeof bookingBody>;

export const bookingRoutes = {
  resources: get('/api/bookings/resources', 'signedIn', {
    summary: 'What can be booked',
    response: z.object({ resources: z.array(resourceSchema) }),
  }),
  detail: get('/api/bookings/resources/:id', 'signedIn', {
    summary: 'A resource with what is taken in the two weeks from a day on, without names',
    params: idParams,
    query: z.object({ from: z.optional(dayField) }),
    response: detailSchema,
    errors: ['BOOKING_RESOURCE_NOT_FOUND'],
  }),
  draw: get('/api/bookings/resources/:id/draw', 'signedIn', {
    summary: 'What a draw is counted again with',
    params: idParams,
    response: drawSchema,
    errors: ['BOOKING_RESOURCE_NOT_FOUND'],
  }),
  mine: get('/api/bookings', 'signedIn', {
    summary: 'Own bookings: open ones by their begin, then those of the last 30 days',
    response: z.object({ open: z.array(bookingSchema), past: z.array(bookingSchema) }),
  }),
  file: get('/api/bookings/file', 'signedIn', {
    summary: 'Own bookings as a calendar file',
    response: null,
  }),
  create: post('/api/bookings', 'STUDENT', {
    summary: 'Book, ask for, enter a draw or join the waiting list',
    body: bookingBody,
    status: 201,
    response: savedSchema,
    denied: 'BOOKING_DENIED',
    errors: [
      'BOOKING_RESOURCE_NOT_FOUND',
      'BOOKING_CLOSED',
      'BOOKING_TAKEN',
      'BOOKING_DOUBLE',
      'BOOKING_QUOTA',
    ],
  }),
  checkIn: post('/api/bookings/:id/check-in', 'signedIn', {
    summary: 'Check in; repeatable',
    params: idParams,
    response: savedSchema,
    errors: ['BOOKING_NOT_FOUND', 'BOOKING_CHANGED', 'BOOKING_CHECK_IN_OVER', 'BOOKING_TOO_EARLY'],
  }),
  accept: post('/api/bookings/:id/accept', 'STUDENT', {
    summary: 'Take what was offered from the waiting list; repeatable',
    params: idParams,
    response: savedSchema,
    denied: 'BOOKING_DENIED',
    errors: ['BOOKING_NOT_FOUND', 'BOOKING_CHANGED'],
  }),
  cancel: del('/api/bookings/:id', 'signedIn', {
    summary: 'Cancel an own booking, request, entry or place in line',
    params: idParams,
    response: savedSchema,
    errors: ['BOOKING_NOT_FOUND', 'BOOKING_CHANGED', 'BOOKING_CHECK_IN_OVER'],
  }),
  restore: post('/api/bookings/:id/restore', 'STUDENT', {
    summary: 'Take back an own cancellation, if nobody has the time since',
    params: idParams,
    response: savedSchema,
    denied: 'BOOKING_DENIED',
    errors: [
      'BOOKING_NOT_FOUND',
      'BOOKING_CHANGED',
      'BOOKING_CLOSED',
      'BOOKING_TAKEN',
      'BOOKING_DOUBLE',
      'BOOKING_QUOTA',
    ],
  }),
};
