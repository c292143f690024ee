import type { ErrorBody } from '@naru/contract/error-body';
import { versionOf } from '../../domain/edits/versions.ts';
import type { LectureRow, SlotRow } from './lectures.read.repo.ts';
import type { PlanRow } from './plans.repo.ts';
import type { EntryRow } from './private-entries.repo.ts';

type Conflict = NonNullable<ErrorBody['conflicts']>[number];

/** Something in a week. */
interface Item {
  id: number;
  title: string;
  slots: readonly SlotRow[];
  isEntry: boolean;
}

type PlanLecture = PlanRow['lectures'][number];

/** Why a lecture of a plan no longer takes part in it; null if it does. */
export function whyGone(plan: PlanRow, lecture: PlanLecture): 'removed' | 'moved' | null {
  if (lecture.deletedAt !== null) return 'removed';
  return lecture.year === plan.year && lecture.semester === plan.semester ? null : 'moved';
}

export function lecturesOf(plan: PlanRow): PlanLecture[] {
  return plan.lectures.filter((lecture) => whyGone(plan, lecture) === null);
}

function itemsOf(plan: PlanRow): Item[] {
  return [
    ...lecturesOf(plan).map((lecture) => ({ ...lecture, isEntry: false })),
    ...plan.entries.map((entry) => ({ ...entry, isEntry: true })),
  ];
}

function doOverlap(some: readonly SlotRow[], others: readonly SlotRow[]): boolean {
  return some.some((a) => others.some((b) => a.dow === b.dow && a.from < b.to && b.from < a.to));
}

function toConflict({ id, title, isEntry }: Item): Conflict {
  return isEntry ? { id, title, isEntry } : { id, title };
}

/** What a plan has at these times, except for one private entry. */
export function conflictsIn(
  plan: PlanRow,
  slots: readonly SlotRow[],
  entryId?: number,
): Conflict[] {
  return itemsOf(plan)
    .filter((item) => !(item.isEntry && item.id === entryId) && doOverlap(item.slots, slots))
    .map(toConflict);
}

/** What overlaps inside of a plan, because a lecture changed its times. */
export function overlapsIn(plan: PlanRow): Conflict[] {
  const items = itemsOf(plan);
  return items
    .filter((item) => items.some((other) => other !== item && doOverlap(item.slots, other.slots)))
    .map(toConflict);
}

interface Week {
  lectures: readonly LectureRow[];
  entries: readonly EntryRow[];
}

/** Private entries of the same name, place and times are the same, whatever their colours. */
function entryKey({ title, place, slots }: Pick<EntryRow, 'title' | 'place' | 'slots'>): string {
  return JSON.stringify([title, place, slots.map(({ dow, from, to }) => [dow, from, to])]);
}

/** What is only in a plan, and what only in the timetable. */
export function comparePlan(plan: PlanRow, week: Week) {
  const planned = lecturesOf(plan);
  const marked = new Set(week.lectures.map(({ id }) => id));
  const wanted = new Set(planned.map(({ id }) => id));
  const known = new Set(week.entries.map(entryKey));
  const ownKeys = new Set(plan.entries.map(entryKey));
  return {
    added: {
      lectures: planned.filter(({ id }) => !marked.has(id)),
      entries: plan.entries.filter((entry) => !known.has(entryKey(entry))),
    },
    removed: {
      lectures: week.lectures.filter(({ id }) => !wanted.has(id)),
      entries: week.entries.filter((entry) => !ownKeys.has(entryKey(entry))),
    },
  };
}

export type PlanDifference = ReturnType<typeof comparePlan>;

export function isEmpty({ added, removed }: PlanDifference): boolean {
  return [added, removed].every(({ lectures, entries }) => lectures.length + entries.length === 0);
}

/** Changes with each lecture and private entry that enters or leaves the timetable, and with its times. */
export function versionOfChanges({ added, removed }: PlanDifference): string {
  const listed = [added, removed].map(({ lectures, entries }) => [
    lectures.map(({ id, slots, membersOnly }) => [id, slots, membersOnly]),
    entries.map(({ id, ...entry }) => [id, entryKey(entry)]),
  ]);
  return versionOf(listed);
}
