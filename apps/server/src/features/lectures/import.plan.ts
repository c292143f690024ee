import type { LectureChange } from '@naru/contract/lecture-import';
import {
  clockText,
  compareSlots,
  DAY_NAMES,
  endOf,
  type Schedule,
  startOf,
} from '@naru/contract/timetable';
import { columnName, type ImportColumn } from './import.columns.ts';
import type { ImportLine } from './import.file.ts';
import { lectureKey, titleKey } from './lectures.key.ts';
import { toSchedule } from './lectures.present.ts';
import type { SlotRow } from './lectures.read.repo.ts';

/** A stored lecture as the import compares it. */
export interface StoredLecture {
  id: number;
  title: string;
  year: number;
  semester: 1 | 2;
  grade: number;
  professorName: string;
  room: string;
  credit: number | null;
  intro: string;
  slots: SlotRow[];
}

export interface PlannedLine extends ImportLine {
  /** The stored lecture to change; undefined for a new one. */
  stored: StoredLecture | undefined;
}

/** Columns that a line may change; the others identify the lecture. */
const CHANGEABLE = ['grade', 'times', 'room', 'credit', 'intro'] as const;
type Changeable = (typeof CHANGEABLE)[number];

/** Compares the lines with what is stored; `planned` has the ones that change something. */
export function planImport(lines: readonly ImportLine[], stored: readonly StoredLecture[]) {
  // The oldest of several equal ones is changed.
  const byKey = new Map(stored.toReversed().map((one) => [lectureKey(one), one]));
  const namesakesOf = indexTitles(stored);
  const planned: PlannedLine[] = [];
  const changes: LectureChange[] = [];
  for (const line of lines) {
    const known = byKey.get(lectureKey(line.lecture));
    const fields = known === undefined ? [] : changedFields(line, known);
    if (known !== undefined && fields.length === 0) continue;
    const { title, year, semester, professorName } = line.lecture;
    const kind = known === undefined ? 'new' : 'changed';
    const similar = known === undefined ? namesakesOf(line) : [];
    const words = { title, year, semester, professorName, ...resultOf(line, known) };
    changes.push({ line: line.line, kind, ...words, notes: line.notes, fields, similar });
    planned.push({ ...line, stored: known });
  }
  return { planned, changes, unchanged: lines.length - changes.length };
}

/** Finds the stored lectures of the same title and term. */
function indexTitles(stored: readonly StoredLecture[]) {
  const byTitle = new Map<string, LectureChange['similar']>();
  for (const one of stored) {
    const key = titleKey(one);
    const { id, professorName } = one;
    byTitle.set(key, [...(byTitle.get(key) ?? []), { id, professorName }]);
  }
  return ({ lecture }: ImportLine) => byTitle.get(titleKey(lecture)) ?? [];
}

/** What is stored afterwards: a column that the file does not have stays as it is. */
function resultOf({ given, lecture }: ImportLine, stored: StoredLecture | undefined) {
  const has = (column: Changeable) => stored === undefined || given.has(column);
  return {
    grade: lecture.grade,
    times: has('times')
      ? timesText(lecture.lectureTimes)
      : timesText(stored?.slots.map(toSchedule) ?? []),
    room: has('room') ? lecture.room : (stored?.room ?? ''),
    credit: has('credit') ? (lecture.credit ?? null) : (stored?.credit ?? null),
    intro: has('intro') ? lecture.intro : (stored?.intro ?? ''),
  };
}

function changedFields({ given, lecture }: ImportLine, stored: StoredLecture) {
  const next: Record<Changeable, string> = {
    grade: String(lecture.grade),
    times: timesText(lecture.lectureTimes),
    room: lecture.room,
    credit: String(lecture.credit ?? ''),
    intro: lecture.intro,
  };
  const now: Record<Changeable, string> = {
    grade: String(stored.grade),
    times: timesText(stored.slots.map(toSchedule)),
    room: stored.room,
    credit: String(stored.credit ?? ''),
    intro: stored.intro,
  };
  return CHANGEABLE.filter((column) => given.has(column) && now[column] !== next[column]).map(
    (column) => ({ name: nameOf(column), before: now[column], after: next[column] }),
  );
}

function nameOf(column: ImportColumn): string {
  return column === 'times' ? '강의 시간' : columnName(column);
}

/** `월 09:00-11:00, 수 10:30-11:45`. */
function timesText(schedules: readonly Schedule[]): string {
  return schedules
    .toSorted(compareSlots)
    .map((slot) => `${DAY_NAMES[slot.dow]} ${clockText(startOf(slot))}-${clockText(endOf(slot))}`)
    .join(', ');
}
