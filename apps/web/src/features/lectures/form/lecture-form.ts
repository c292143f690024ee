import { type Lecture, lectureBody } from '@naru/contract/lectures';
import { type Schedule, type Term, THEME_PALETTE } from '@naru/contract/timetable';
import type { DefaultValues } from 'react-hook-form';
import * as z from 'zod/mini';
import { readHex } from '../theme-color.ts';
import { FIRST_SLOT } from './slot-edit.ts';

type WireTimes = z.input<typeof lectureBody>['lectureTimes'];

/** The contract's lecture; hours are slots, and a colour may be typed as `#abc` or `abc`. */
export const lectureForm = z.extend(lectureBody, {
  themeColor: z.pipe(
    z.transform((text: string) => readHex(text) ?? text),
    lectureBody.shape.themeColor,
  ),
  lectureTimes: z.pipe(
    z.transform((slots: readonly Schedule[]): WireTimes => toTimes(slots)),
    lectureBody.shape.lectureTimes,
  ),
});
export type LectureForm = z.input<typeof lectureForm>;
export type LectureResult = z.output<typeof lectureForm>;

/** Slots as the call takes them. */
export function toTimes(slots: readonly Schedule[]) {
  return slots.map(({ dow, startTime, endTime }) => ({
    day: dow,
    start: startTime,
    end: endTime,
  }));
}

/** What a new lecture starts with; the grade has to be chosen. */
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
  };
}

/** A lecture as the dialog changes it; the nickname of its professor is no name that was given. */
export function valuesOf(lecture: Lecture): LectureForm {
  const { title, grade, year, semester, schedules, themeColor, room } = lecture;
  const { professorId, professorName, professorNickname, credit, intro, membersOnly } = lecture;
  return {
    title,
    grade,
    year,
    semester,
    lectureTimes: schedules,
    themeColor,
    professorName: professorName === professorNickname ? '' : professorName,
    room,
    professorId,
    credit,
    intro,
    membersOnly,
  };
}
