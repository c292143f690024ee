import * as z from 'zod/mini';
import { BOOKING_SPANS, BOOKING_WAYS, SLOT_MINUTES } from './booking-slots.ts';
import { bookingFields, bookingUnitSchema, closureSchema, resourceFields } from './bookings.ts';
import {
  dateSchema,
  dayField,
  idField,
  idParams,
  instantField,
  lineField,
  messageSchema,
  optionalLine,
  optionalText,
  versionField,
  versionSchema,
} from './fields.ts';
import { LIMITS } from './limits.ts';
import { del, get, post, put } from './route.ts';
import { TEXTS } from './texts.ts';

/** Of this form alone, which the first page does not load. */
const WORDS = {
  hours: '닫는 시각을 여는 시각보다 뒤로 정해 주세요. 자정은 00:00입니다.',
  unitName: '자리나 물품의 이름을 입력해 주세요.',
  nameLength: '40자까지 입력할 수 있습니다.',
  term: '기간의 시작일과 종료일을 400일 안에서 차례로 정해 주세요.',
  lottery: '추첨은 기간 전체를 빌리는 자원에서만 할 수 있습니다.',
  closes: '추첨 신청을 마감하는 시각을 정해 주세요.',
  name: '자원 이름을 입력해 주세요.',
  noteLength: '안내는 500자까지 입력할 수 있습니다.',
  length: '한 번에 예약할 길이를 1에서 60 사이로 정해 주세요.',
  ahead: '예약을 여는 날을 1일에서 180일 사이로 정해 주세요.',
  quota: '한 주의 한도를 다시 입력해 주세요.',
  checkIn: '체크인 시간을 5분에서 120분 사이로 정해 주세요.',
  offer: '제안 시간을 10분에서 2,880분 사이로 정해 주세요.',
  units: '자리나 물품을 1개에서 300개까지 적어 주세요.',
} as const;

const WRONG = { error: TEXTS.valueInvalid };
const whole = (min: number, max: number, error: string = TEXTS.valueInvalid) =>
  z.int({ error }).check(z.minimum(min, error), z.maximum(max, error));

const hoursField = z.nullable(
  z
    .object({ from: whole(0, 1440), to: whole(0, 1440) })
    .check(z.refine(({ from, to }) => from < to, { error: WORDS.hours, path: ['to'] })),
);

const unitField = z.object({
  /** Left out for a new one. */
  id: z.optional(idField),
  name: lineField(LIMITS.bookingNameMax, WORDS.unitName, WORDS.nameLength),
  /** Out of use: nobody can book it. */
  isOut: z.prefault(z.boolean(), false),
});

type TermParts = {
  span: string;
  way: string;
  termStartsOn: string | null;
  termEndsOn: string | null;
  closesAt: string | null;
};

const hasTerm = z.refine<TermParts>(
  ({ span, termStartsOn, termEndsOn }) =>
    span !== 'TERM' ||
    (termStartsOn !== null &&
      termEndsOn !== null &&
      termStartsOn <= termEndsOn &&
      Date.parse(termEndsOn) - Date.parse(termStartsOn) <= LIMITS.bookingTermDays * 86_400_000),
  { error: WORDS.term, path: ['termEndsOn'] },
);
const drawsTerms = z.refine<TermParts>(({ span, way }) => way !== 'LOTTERY' || span === 'TERM', {
  error: WORDS.lottery,
  path: ['way'],
});
const closes = z.refine<TermParts>(({ way, closesAt }) => way !== 'LOTTERY' || closesAt !== null, {
  error: WORDS.closes,
  path: ['closesAt'],
});

/** A resource as staff write it. */
export const bookingResourceBody = z
  .object({
    name: lineField(LIMITS.bookingNameMax, WORDS.name, WORDS.nameLength),
    place: z.prefault(optionalLine(LIMITS.bookingNameMax, WORDS.nameLength), ''),
    note: z.prefault(optionalText(LIMITS.bookingNoteMax, WORDS.noteLength), ''),
    span: z.enum(BOOKING_SPANS, WRONG),
    way: z.enum(BOOKING_WAYS, WRONG),
    slotMinutes: z
      .int(WRONG)
      .check(z.refine((minutes) => SLOT_MINUTES.some((one) => one === minutes), WRONG)),
    lengthMax: whole(1, LIMITS.bookingLengthMax, WORDS.length),
    hours: z.array(hoursField, WRONG).check(z.length(7, WRONG)),
    aheadDays: whole(1, LIMITS.bookingAheadDays, WORDS.ahead),
    weeklyMinutes: z.nullable(whole(30, 10_080, WORDS.quota)),
    weeklyCount: z.nullable(whole(1, 100, WORDS.quota)),
    termStartsOn: z.nullable(dayField),
    termEndsOn: z.nullable(dayField),
    closesAt: z.nullable(instantField),
    checkInMinutes: z.nullable(whole(5, 120, WORDS.checkIn)),
    offerMinutes: z.nullable(whole(10, 2880, WORDS.offer)),
    /** Whether members see it. */
    isOpen: z.boolean(WRONG),
    units: z
      .array(unitField)
      .check(z.minLength(1, WORDS.units), z.maxLength(LIMITS.bookingUnits, WORDS.units)),
  })
  .check(hasTerm, drawsTerms, closes);
export type BookingResourceInput = z.output<typeof bookingResourceBody>;

const editedSchema = z.object({
  ...resourceFields,
  isOpen: z.boolean(),
  units: z.array(z.object({ ...bookingUnitSchema.shape, isOut: z.boolean() })),
  version: versionSchema,
});
export type EditedResource = z.output<typeof editedSchema>;

/** A booking with its member, for staff only. */
const deskBookingSchema = z.object({
  ...bookingFields,
  unitId: z.nullable(z.number()),
  createdAt: dateSchema,
  /** Null: an account that was deleted. */
  member: z.nullable(
    z.object({
      id: z.number(),
      nickname: z.string(),
      /** Times in the last 180 days that the member did not come. */
      missed: z.number(),
    }),
  ),
});
export type DeskBooking = z.output<typeof deskBookingSchema>;

const usageSchema = z.object({
  resourceId: z.number(),
  name: z.string(),
  span: z.enum(BOOKING_SPANS),
  bookings: z.number(),
  /** Hours that somebody had, until now. */
  hours: z.number(),
  missed: z.number(),
  cancelled: z.number(),
});
export type BookingUsage = z.output<typeof usageSchema>;

const reasonField = lineField(LIMITS.reasonMax, TEXTS.reasonRequired, TEXTS.reasonLength);
/** Closed days as staff write them. */
export const bookingClosureBody = z
  .object({
    resourceId: z.nullable(idField),
    startsOn: dayField,
    endsOn: dayField,
    reason: reasonField,
  })
  .check(
    z.refine(({ startsOn, endsOn }) => startsOn <= endsOn, {
      error: TEXTS.academicDaysOrder,
      path: ['endsOn'],
    }),
  );
export type BookingClosureInput = z.output<typeof bookingClosureBody>;

const path = '/api/admin/bookings';

export const bookingDeskRoutes = {
  resources: get(`${path}/resources`, 'MANAGER', {
    summary: 'All resources with their units, as staff edit them',
    response: z.object({ resources: z.array(editedSchema) }),
    isWhole: true,
  }),
  create: post(`${path}/resources`, 'MANAGER', {
    summary: 'Add a resource',
    body: bookingResourceBody,
    status: 201,
    response: editedSchema,
    isWhole: true,
  }),
  update: put(`${path}/resources/:id`, 'MANAGER', {
    summary:
      'Change a resource; bookings that exist stay. After a drawn term a later one begins a new draw',
    params: idParams,
    body: z.extend(bookingResourceBody, { version: versionField }),
    response: editedSchema,
    isWhole: true,
    errors: [
      'BOOKING_RESOURCE_NOT_FOUND',
      'EDIT_CONFLICT',
      'BOOKING_UNIT_USED',
      'BOOKING_SPAN_FIXED',
      'BOOKING_DRAW_OPEN',
    ],
  }),
  remove: del(`${path}/resources/:id`, 'MANAGER', {
    summary: 'Delete a resource that nobody ever booked',
    params: idParams,
    response: messageSchema,
    errors: ['BOOKING_RESOURCE_NOT_FOUND', 'BOOKING_RESOURCE_USED'],
  }),
  week: get(`${path}/resources/:id/week`, 'MANAGER', {
    summary: 'Who has what in seven days; of a TERM all of it',
    params: idParams,
    query: z.object({ from: dayField }),
    response: z.object({ bookings: z.array(deskBookingSchema) }),
    errors: ['BOOKING_RESOURCE_NOT_FOUND'],
  }),
  requests: get(`${path}/requests`, 'MANAGER', {
    summary: 'What waits for approval, oldest first',
    response: z.object({ bookings: z.array(deskBookingSchema) }),
  }),
  decide: post(`${path}/:id/decide`, 'MANAGER', {
    summary:
      'Approve or refuse a request of somebody else before it begins; a refusal needs a reason',
    params: idParams,
    body: z
      .object({
        isApproved: z.boolean(WRONG),
        reason: z.prefault(optionalLine(LIMITS.reasonMax, TEXTS.reasonLength), ''),
      })
      .check(
        z.refine(({ isApproved, reason }) => isApproved || reason !== '', {
          error: TEXTS.reasonRequired,
          path: ['reason'],
        }),
      ),
    response: messageSchema,
    errors: ['BOOKING_NOT_FOUND', 'BOOKING_CHANGED', 'BOOKING_OWN'],
  }),
  cancel: post(`${path}/:id/cancel`, 'MANAGER', {
    summary: 'Cancel the booking of a member with a reason, of which the member is notified',
    params: idParams,
    body: z.object({ reason: reasonField }),
    response: messageSchema,
    errors: ['BOOKING_NOT_FOUND', 'BOOKING_CHANGED'],
  }),
  closures: get(`${path}/closures`, 'MANAGER', {
    summary: 'Days without bookings that are not over',
    response: z.object({ closures: z.array(closureSchema) }),
  }),
  close: post(`${path}/closures`, 'MANAGER', {
    summary: 'Close days; bookings of slots and days in them are cancelled with the reason',
    body: bookingClosureBody,
    status: 201,
    response: z.object({ ...closureSchema.shape, cancelled: z.number() }),
    errors: ['BOOKING_RESOURCE_NOT_FOUND'],
  }),
  reopen: del(`${path}/closures/:id`, 'MANAGER', {
    summary: 'Open closed days again',
    params: idParams,
    response: messageSchema,
    errors: ['BOOKING_CLOSURE_NOT_FOUND'],
  }),
  usage: get(`${path}/usage`, 'MANAGER', {
    summary: 'Use and missed bookings of each resource between two days',
    query: z
      .object({ from: dayField, to: dayField })
      .check(z.refine(({ from, to }) => from <= to, { error: TEXTS.valueInvalid, path: ['to'] })),
    response: z.object({ resources: z.array(usageSchema) }),
  }),
};
