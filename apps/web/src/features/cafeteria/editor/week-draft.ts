import { type CafeteriaDay, cafeteriaDayBody, type EditedDay } from '@naru/contract/cafeteria';
import {
  type CafeteriaState,
  STAFF_MEALS,
  STUDENT_CATEGORIES,
} from '@naru/contract/cafeteria-choices';
import * as z from 'zod/mini';
import { writeCsv } from '../../../lib/csv.ts';
import type { Difference } from '../../../ui/edit-conflict.tsx';
import { CATEGORY_LABELS, MEAL_LABELS, nameOfDay } from '../cafeteria-days.ts';

const HEADING = ['날짜', '식당', '구분', '메뉴'];

/** A week as CSV that can be edited in a spreadsheet and imported again. */
export function toCsv(days: readonly CafeteriaDay[]): string {
  const rows = days.flatMap((day) =>
    CAFETERIAS.flatMap((cafeteria) => {
      const state = cafeteria === 'student' ? day.studentState : day.staffState;
      const lists: Record<string, string[]> =
        cafeteria === 'student' ? day.studentCafeteria : day.staffCafeteria;
      const start = [day.date, KOREAN_NAMES[cafeteria]];
      if (state === 'CLOSED') return [[...start, KOREAN_NAMES.CLOSED, '']];
      return CATEGORIES[cafeteria].flatMap(([key, label]) =>
        lists[key]?.length ? [[...start, label, lists[key].join(', ')]] : [],
      );
    }),
  );
  return writeCsv([HEADING, ...rows]);
}

export function templateCsv(day: string): string {
  return writeCsv([
    HEADING,
    [day, '학생식당', '정식', '쌀밥, 된장국, 제육볶음'],
    [day, '교직원식당', '휴무', ''],
  ]);
}

/** Korean names of the cafeterias and of their states, in the editor and in CSV files. */
export const KOREAN_NAMES = {
  student: '학생식당',
  staff: '교직원식당',
  OPEN: '운영',
  CLOSED: '휴무',
  NOT_POSTED: '미등록',
} as const;

export const CAFETERIAS = ['student', 'staff'] as const;
export type Cafeteria = (typeof CAFETERIAS)[number];

/**
 * One cafeteria on one day; `texts` has a text per category, with one dish per line. `isOpenedByText`: only the first
 * dish opened it, not a press.
 */
export type DraftPart = {
  state: CafeteriaState;
  texts: Record<string, string>;
  isOpenedByText?: boolean;
};
/** `version` is that of the stored day which the draft started from. */
export type DraftDay = { date: string; version?: string } & Record<Cafeteria, DraftPart>;

export const CATEGORIES: Record<Cafeteria, readonly (readonly [key: string, label: string])[]> = {
  student: STUDENT_CATEGORIES.map((key) => [key, CATEGORY_LABELS[key]]),
  staff: STAFF_MEALS.map((key) => [key, MEAL_LABELS[key]]),
};

export function toDraftDay(day: EditedDay): DraftDay {
  const part = (state: CafeteriaState, lists: Record<string, string[]>): DraftPart => ({
    state,
    texts: Object.fromEntries(Object.entries(lists).map(([key, list]) => [key, list.join('\n')])),
  });
  return {
    date: day.date,
    version: day.version,
    student: part(day.studentState, day.studentCafeteria),
    staff: part(day.staffState, day.staffCafeteria),
  };
}

/** Whether one of its cafeterias is open or closed. */
export function isDayPosted({ studentState, staffState }: CafeteriaDay): boolean {
  return studentState !== 'NOT_POSTED' || staffState !== 'NOT_POSTED';
}

/** The request body of a day, without the dishes of a cafeteria that is not open. */
export function toCafeteriaDay({ date, student, staff }: DraftDay): CafeteriaDay {
  const dishes = (part: DraftPart, key: string) =>
    part.state === 'OPEN' ? linesOf(part.texts[key]) : [];
  return {
    date,
    studentState: student.state,
    staffState: staff.state,
    studentCafeteria: {
      SET_MENU: dishes(student, 'SET_MENU'),
      WESTERN: dishes(student, 'WESTERN'),
      SNACK: dishes(student, 'SNACK'),
      RAMEN: dishes(student, 'RAMEN'),
    },
    staffCafeteria: {
      BREAKFAST: dishes(staff, 'BREAKFAST'),
      LUNCH: dishes(staff, 'LUNCH'),
      DINNER: dishes(staff, 'DINNER'),
    },
  };
}

/** Request bodies of the days that differ from the stored ones, with the version of those. */
export function changedDays(days: readonly DraftDay[], stored: readonly DraftDay[]) {
  return days.flatMap((draft, index) => {
    const before = stored[index];
    if (before && isSameDay(before, draft)) return [];
    return [{ ...toCafeteriaDay(draft), version: before?.version }];
  });
}

/** The draft on top of what another editor saved: cafeterias that were not edited here are theirs. */
export function rebaseDays(
  days: readonly DraftDay[],
  stored: readonly DraftDay[],
  theirs: readonly DraftDay[],
): DraftDay[] {
  return days.map((day, index) => {
    const [before, now] = [stored[index], theirs[index]];
    if (before === undefined || now === undefined) return day;
    const pick = (cafeteria: Cafeteria) =>
      isSameDay(day, { ...day, [cafeteria]: before[cafeteria] }) ? now[cafeteria] : day[cafeteria];
    return { ...now, student: pick('student'), staff: pick('staff') };
  });
}

/** The cafeterias and days that differ, as text. */
export function compareDays(theirs: readonly DraftDay[], mine: readonly DraftDay[]): Difference[] {
  return mine.flatMap((day, index) => {
    const other = theirs[index];
    if (other === undefined) return [];
    return CAFETERIAS.filter(
      (cafeteria) => !isSameDay(day, { ...day, [cafeteria]: other[cafeteria] }),
    ).map((cafeteria) => ({
      label: `${nameOfDay(day.date)} ${KOREAN_NAMES[cafeteria]}`,
      theirs: textOf(cafeteria, other[cafeteria]),
      mine: textOf(cafeteria, day[cafeteria]),
    }));
  });
}

function isSameDay(one: DraftDay, other: DraftDay): boolean {
  return JSON.stringify(toCafeteriaDay(one)) === JSON.stringify(toCafeteriaDay(other));
}

function textOf(cafeteria: Cafeteria, { state, texts }: DraftPart): string {
  if (state !== 'OPEN') return KOREAN_NAMES[state];
  return CATEGORIES[cafeteria]
    .map(([key, label]) => ({ label, dishes: linesOf(texts[key]).join(', ') }))
    .filter(({ dishes }) => dishes !== '')
    .map(({ label, dishes }) => `${label}: ${dishes}`)
    .join('\n');
}

const CAFETERIA_FIELDS = { student: 'studentCafeteria', staff: 'staffCafeteria' } as const;
const CLOSED_PART: DraftPart = { state: 'CLOSED', texts: {} };

export function hasDishes({ texts }: DraftPart): boolean {
  return Object.values(texts).some((text) => linesOf(text).length > 0);
}

/** With the text of a category. The first dish opens a cafeteria that is not posted, until none is left. */
export function withText(part: DraftPart, category: string, text: string): DraftPart {
  const next = { ...part, texts: { ...part.texts, [category]: text } };
  if (part.state === 'NOT_POSTED' && hasDishes(next)) {
    return { ...next, state: 'OPEN', isOpenedByText: true };
  }
  if (part.isOpenedByText && !hasDishes(next)) {
    return { ...next, state: 'NOT_POSTED', isOpenedByText: false };
  }
  return next;
}

/** After it was saved: what a text opened is open now as if by a press. */
export function withoutOrigins(day: DraftDay): DraftDay {
  const plain = ({ state, texts }: DraftPart) => ({ state, texts });
  return { ...day, student: plain(day.student), staff: plain(day.staff) };
}

/** Error messages by category; an error of the whole cafeteria has its first category as the key. */
export function findPartErrors(cafeteria: Cafeteria, part: DraftPart): Record<string, string> {
  // Any date and a closed other cafeteria are valid.
  const day = { date: '2000-01-01', student: CLOSED_PART, staff: CLOSED_PART, [cafeteria]: part };
  const { error } = z.safeParse(cafeteriaDayBody, toCafeteriaDay(day));
  const errors: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) {
    const [field, category = CATEGORIES[cafeteria][0]?.[0]] = path.map(String);
    if (field === CAFETERIA_FIELDS[cafeteria] && category !== undefined)
      errors[category] ??= message;
  }
  return errors;
}

/** The first cafeteria that has an error on any day, or null. */
export function findInvalidCafeteria(days: readonly DraftDay[]): Cafeteria | null {
  const hasErrors = (cafeteria: Cafeteria) =>
    days.some((day) => Object.keys(findPartErrors(cafeteria, day[cafeteria])).length > 0);
  return CAFETERIAS.find(hasErrors) ?? null;
}

function linesOf(text = ''): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
