import { type Lecture, type LectureInput, lectureBody } from '@naru/contract/lectures';
import { type Schedule, type Term, THEME_PALETTE } from '@naru/contract/timetable';
import * as z from 'zod/mini';
import type { LectureValues } from '../lectures.save.ts';
import { readHex } from '../theme-color.ts';
import type { Professor } from './professor-field.tsx';
import { FIRST_SLOT } from './slot-edit.ts';

// The content security policy forbids code made at run time; zod then checks without it.
z.config({ jitless: true });

/** The dialog's fields as they are typed. */
export type LectureDraft = {
  title: string;
  year: number;
  semester: Term['semester'];
  /** Null until one is chosen. */
  grade: number | null;
  slots: Schedule[];
  intro: string;
  themeColor: string;
  room: string;
  professorName: string;
  /** Null: the hours count. */
  credit: number | null;
  membersOnly: boolean;
  /** The member who owns the room; what staff leaves alone stays as it was (decisions 139). */
  professor: Professor | null;
};

export type DraftField = keyof LectureInput;
export type DraftErrors = Partial<Record<DraftField, string>>;

export function newDraft(term: Term): LectureDraft {
  return {
    title: '',
    year: term.year,
    semester: term.semester,
    grade: null,
    slots: [FIRST_SLOT],
    intro: '',
    themeColor: THEME_PALETTE[0],
    room: '',
    professorName: '',
    credit: null,
    membersOnly: false,
    professor: null,
  };
}

/** A lecture as the dialog changes it; the nickname of its professor is no name that was given. */
export function draftOf(lecture: Lecture): LectureDraft {
  const { professorName, professorNickname, professorId } = lecture;
  return {
    title: lecture.title,
    year: lecture.year,
    semester: lecture.semester,
    grade: lecture.grade,
    slots: lecture.schedules,
    intro: lecture.intro,
    themeColor: lecture.themeColor,
    room: lecture.room,
    professorName: professorName === professorNickname ? '' : professorName,
    credit: lecture.credit,
    membersOnly: lecture.membersOnly,
    professor:
      professorId === null
        ? null
        : { id: professorId, nickname: professorNickname ?? professorName },
  };
}

function bodyOf(draft: LectureDraft) {
  const { slots, themeColor, grade, professor, ...rest } = draft;
  return {
    ...rest,
    grade: grade ?? 0,
    professorId: professor?.id ?? null,
    themeColor: readHex(themeColor) ?? themeColor,
    lectureTimes: slots.map(({ dow, startTime, endTime }) => ({
      day: dow,
      start: startTime,
      end: endTime,
    })),
  };
}

/** What can be sent, or what is wrong with each field, in the server's own words (spec 5). */
export function checkDraft(
  draft: LectureDraft,
): { values: LectureValues; errors: null } | { values: null; errors: DraftErrors } {
  const body = bodyOf(draft);
  const { error } = lectureBody.safeParse(body);
  if (error === undefined) return { values: body, errors: null };
  const errors: DraftErrors = {};
  for (const { path, message } of error.issues) {
    const field = fieldOf(path[0]);
    if (field !== null) errors[field] ??= message;
  }
  return { values: null, errors };
}

const FIELDS: readonly DraftField[] = [
  'title',
  'year',
  'semester',
  'grade',
  'lectureTimes',
  'intro',
  'themeColor',
  'room',
  'professorName',
  'professorId',
  'credit',
];

/** The dialog's field of a complaint: `lectureTimes.1.end` belongs to `lectureTimes`. */
export function fieldOf(name: unknown): DraftField | null {
  const first = String(name).split('.')[0];
  return FIELDS.find((field) => field === first) ?? null;
}
