import * as z from 'zod/mini';
import { lineField, optionalLine, optionalText } from './fields.ts';
import { LIMITS } from './limits.ts';
import { titleField } from './post-fields.ts';
import { TEXTS } from './texts.ts';
import {
  compareSlots,
  DAY_NAMES,
  DAYS,
  type Day,
  endOf,
  MINUTE_STEP,
  type Schedule,
  scheduleAt,
  slotsOverlap,
  startOf,
} from './timetable.ts';

/** MONDAY, MON, mon, 월, 월요일, 1 and '1' are the same day. */
function findDay(value: string | number): Day | null {
  const text = String(value).normalize('NFC').trim();
  const upper = text.toUpperCase();
  return (
    DAYS.find(
      (day, index) =>
        upper === day ||
        upper === day.slice(0, 3) ||
        text === DAY_NAMES[day] ||
        text === `${DAY_NAMES[day]}요일` ||
        text === String(index + 1),
    ) ?? null
  );
}

const dayField = z.pipe(
  z
    .union([z.string().check(z.maxLength(20, { abort: true })), z.number()], {
      error: TEXTS.lectureDayFormat,
    })
    .check(z.refine((value) => findDay(value) !== null, { error: TEXTS.lectureDayFormat })),
  z.transform((value: string | number): Day => findDay(value) ?? 'MONDAY'),
);

const hourField = z
  .int({ error: TEXTS.lectureHourFormat })
  .check(
    z.minimum(0, TEXTS.lectureHourFormat),
    z.maximum(LIMITS.lectureHourMax, TEXTS.lectureHourFormat),
  );

const minuteField = z.nullish(
  z
    .int({ error: TEXTS.lectureMinuteFormat })
    .check(
      z.minimum(0, TEXTS.lectureHourFormat),
      z.maximum(LIMITS.lectureHourMax * 60, TEXTS.lectureHourFormat),
      z.multipleOf(MINUTE_STEP, TEXTS.lectureMinuteFormat),
    ),
);

/** Minutes of the day beside the hours that they touch; without them the hours count. */
const slotShape = {
  day: dayField,
  start: hourField,
  end: hourField,
  startMinute: minuteField,
  endMinute: minuteField,
};

type SlotInput = z.output<z.ZodMiniObject<typeof slotShape>>;

function toSlot({ day, start, end, startMinute, endMinute }: SlotInput): Schedule {
  return scheduleAt(day, startMinute ?? start * 60, endMinute ?? end * 60);
}

/** A weekly slot of a form. */
const slotField = z.pipe(
  z.object(slotShape).check(
    z.refine((slot) => startOf(toSlot(slot)) < endOf(toSlot(slot)), {
      error: TEXTS.lectureHourOrder,
      path: ['end'],
    }),
    z.refine((slot) => toSlot(slot).startTime === slot.start && toSlot(slot).endTime === slot.end, {
      error: TEXTS.lectureMinuteHours,
      path: ['startMinute'],
    }),
  ),
  z.transform(toSlot),
);

/** Slots that do not overlap, sorted by day and time. */
export function slotsField(max: number, tooMany: string) {
  return z.array(slotField).check(
    z.maxLength(max, { error: tooMany, abort: true }),
    z.overwrite((slots) => slots.toSorted(compareSlots)),
    z.refine(isFreeOfOverlaps, { error: TEXTS.lectureTimesOverlap }),
  );
}

const lectureTimesField = z.prefault(
  slotsField(LIMITS.lectureTimesMax, TEXTS.lectureTimesTooMany),
  [],
);

function isFreeOfOverlaps(slots: readonly Schedule[]): boolean {
  return slots.every((slot, index) =>
    slots.slice(index + 1).every((other) => !slotsOverlap(slot, other)),
  );
}

/** Optional plain text; missing, null and blank become the empty text. */
export function textOrNone(max: number, tooLong: string, field = optionalText) {
  return z.pipe(
    z.pipe(
      z.nullish(z.string()),
      z.transform((value: string | null | undefined) => value ?? ''),
    ),
    field(max, tooLong),
  );
}

/** What members type to enter a members-only room. */
export const entryCodeField = lineField(
  LIMITS.entryCodeMax,
  TEXTS.entryCodeRequired,
  TEXTS.entryCodeLength,
).check(z.refine((code) => code.length >= LIMITS.entryCodeMin, { error: TEXTS.entryCodeLength }));

/** `#rrggbb` in either case. */
export const colorField = z
  .string({ error: TEXTS.lectureColorFormat })
  .check(z.regex(/^#[0-9a-fA-F]{6}$/, TEXTS.lectureColorFormat), z.toLowerCase());

export const lectureBody = z.object({
  title: titleField(TEXTS.lectureTitleRequired, TEXTS.lectureTitleLength),
  grade: z
    .int({ error: TEXTS.lectureGradeRequired })
    .check(
      z.minimum(1, TEXTS.lectureGradeRequired),
      z.maximum(LIMITS.gradeMax, TEXTS.lectureGradeRequired),
    ),
  semester: z.union([z.literal(1), z.literal(2)], { error: TEXTS.lectureSemesterRequired }),
  /** Defaults to the current academic year. */
  year: z.nullish(z.int().check(z.minimum(LIMITS.termYearMin), z.maximum(LIMITS.termYearMax))),
  intro: textOrNone(LIMITS.introMax, TEXTS.lectureIntroLength),
  themeColor: colorField,
  lectureTimes: lectureTimesField,
  room: textOrNone(LIMITS.lectureRoomMax, TEXTS.lectureRoomLength, optionalLine),
  professorName: textOrNone(LIMITS.lectureProfessorMax, TEXTS.lectureProfessorLength, optionalLine),
  /** Owner of the room; ignored below MANAGER. */
  professorId: z.nullish(z.int().check(z.minimum(1))),
  /** Null: the weekly hours count. */
  credit: z.nullish(z.int().check(z.minimum(0), z.maximum(LIMITS.creditMax))),
  /** Restricts the boards to staff and members with the lecture in their timetable. */
  membersOnly: z.prefault(z.boolean(), false),
  /** Of a members-only room; missing: stays. */
  entryCode: z.nullish(entryCodeField),
});
export type LectureInput = z.output<typeof lectureBody>;
