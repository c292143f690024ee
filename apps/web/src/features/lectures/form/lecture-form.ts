import { readHex } from '@naru/contract/brand-color';
import { type Lecture, lectureBody } from '@naru/contract/lectures';
import { TEXTS } from '@naru/contract/texts';
import { type Schedule, type Term, THEME_PALETTE } from '@naru/contract/timetable';
import type { DefaultValues } from 'react-hook-form';
import * as z from 'zod/mini';
import { FIRST_SLOT } from './slot-edit.ts';

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
