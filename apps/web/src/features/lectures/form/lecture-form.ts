import { readHex } from '@naru/contract/brand-color';
import { type Lecture, lectureBody } from '@naru/contract/lectures';
import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import {
  DAYS,
  endOf,
  MINUTE_STEP,
  type Schedule,
  scheduleAt,
  slotsOverlap,
  startOf,
  type Term,
  THEME_PALETTE,
} from '@naru/contract/timetable';
import type { DefaultValues } from 'react-hook-form';
import * as z from 'zod/mini';

/** Slots lie within hours 0 to 23; minutes of the day. */
export const LAST_END = LIMITS.lectureHourMax * 60;
export const LAST_START = LAST_END - MINUTE_STEP;

const WEEKDAYS = 5;

export const FIRST_SLOT: Schedule = { dow: 'MONDAY', startTime: 9, endTime: 10 };

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}

/** Moves the start to a minute of the day and keeps the duration where the day allows it. */
export function withStart(slot: Schedule, start: number): Schedule {
  const from = clamp(start, 0, LAST_START);
  const to = clamp(from + endOf(slot) - startOf(slot), from + MINUTE_STEP, LAST_END);
  return scheduleAt(slot.dow, from, to);
}

/** Moves the end to a minute of the day after the start. */
export function withEnd(slot: Schedule, end: number): Schedule {
  const from = startOf(slot);
  return scheduleAt(slot.dow, from, clamp(end, from + MINUTE_STEP, LAST_END));
}

/** Adds a slot at the same time on the first weekday where it is free. */
export function addSlot(
  slots: readonly Schedule[],
  max: number = LIMITS.lectureTimesMax,
): Schedule[] {
  if (slots.length >= max) return [...slots];
  const last = slots.at(-1) ?? FIRST_SLOT;
  const free = DAYS.slice(0, max > WEEKDAYS ? DAYS.length : WEEKDAYS)
    .map((dow): Schedule => ({ ...last, dow }))
    .find((slot) => !slots.some((other) => slotsOverlap(slot, other)));
  return [...slots, free ?? last];
}

/** A colour of the contract, also as `#abc` or `abc`. */
export const typedColor = <S extends z.core.$ZodType<unknown, string>>(color: S) =>
  z.pipe(
    z.transform((text: string) => readHex(text) ?? text),
    color,
  );

type WireTimes = z.input<typeof lectureBody>['lectureTimes'];

/** Times of the contract, edited as slots. */
export const slotTimes = <S extends z.core.$ZodType<unknown, WireTimes>>(times: S) =>
  z.pipe(
    z.transform((slots: readonly Schedule[]): WireTimes => toTimes(slots)),
    times,
  );

/** The contract's schema, with a code for every members-only room. */
export const lectureForm = z
  .extend(lectureBody, {
    themeColor: typedColor(lectureBody.shape.themeColor),
    lectureTimes: slotTimes(lectureBody.shape.lectureTimes),
  })
  .check(
    z.refine(({ membersOnly, entryCode }) => !membersOnly || Boolean(entryCode), {
      error: TEXTS.entryCodeRequired,
      path: ['entryCode'],
    }),
  );
export type LectureForm = z.input<typeof lectureForm>;
export type LectureResult = z.output<typeof lectureForm>;

export function toTimes(slots: readonly Schedule[]) {
  return slots.map(({ dow, startTime, endTime, startMinute, endMinute }) => ({
    day: dow,
    start: startTime,
    end: endTime,
    ...(startMinute !== undefined && { startMinute }),
    ...(endMinute !== undefined && { endMinute }),
  }));
}

/** Initial values; the grade has no default. */
export function newLecture({ year, semester }: Term): DefaultValues<LectureForm> {
  return {
    title: '',
    grade: undefined,
    year,
    semester,
    lectureTimes: [FIRST_SLOT],
    themeColor: THEME_PALETTE[0],
    professorName: '',
    room: '',
    professorId: null,
    credit: null,
    intro: '',
    membersOnly: false,
    entryCode: null,
  };
}

/** Form values of a lecture. A professor name equal to the nickname was not entered by hand. */
export function valuesOf(lecture: Lecture): LectureForm {
  const { schedules, professorName, professorNickname, ...values } = lecture;
  return {
    ...values,
    lectureTimes: schedules,
    professorName: professorName === professorNickname ? '' : professorName,
  };
}
