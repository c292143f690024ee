import {
  compareSlots,
  DAYS,
  type Day,
  endOf,
  type Schedule,
  schedulesOverlap,
  startOf,
} from '@naru/contract/timetable';
import { FIRST_HOUR, LAST_HOUR } from '../days.ts';
import { type Entry, entriesOf, type TimetableLecture } from './entries.ts';

/** An entry in its cell, in parts of it from 0 to 1; those that overlap stand side by side. */
type Placed<L extends TimetableLecture> = Entry<L> & {
  top: number;
  height: number;
  left: number;
  width: number;
};

/** A table cell: free, or with the entries that start in its hours. */
export type Cell<L extends TimetableLecture> = { day: Day; span: number; entries: Placed<L>[] };

export type Row<L extends TimetableLecture> = {
  hour: number;
  /** By day, without the days that a rowspan from above covers. */
  cells: Cell<L>[];
};

export type TimetableLayout<L extends TimetableLecture> = {
  days: readonly Day[];
  hours: readonly number[];
  rows: Row<L>[];
  /** Lectures without a time, listed below the grid. */
  untimed: L[];
};

const WEEKDAYS = 5;

/** Weekdays, and weekend days that have lectures. */
function daysFor(slots: readonly Schedule[]): readonly Day[] {
  const used = DAYS.slice(WEEKDAYS).filter((day) => slots.some((slot) => slot.dow === day));
  return [...DAYS.slice(0, WEEKDAYS), ...used];
}

/** Periods 1 to 10, extended to the earliest and latest lecture. */
function hoursFor(slots: readonly Schedule[]): number[] {
  const first = Math.min(FIRST_HOUR, ...slots.map((slot) => slot.startTime));
  const last = Math.max(LAST_HOUR, ...slots.map((slot) => slot.endTime));
  return Array.from({ length: last - first }, (_, at) => first + at);
}

type Cluster<L extends TimetableLecture> = { start: number; end: number; entries: Entry<L>[] };

/** Groups the entries of one day that touch the same hours, which share one cell. */
function clustersOf<L extends TimetableLecture>(entries: readonly Entry<L>[]): Cluster<L>[] {
  const clusters: Cluster<L>[] = [];
  for (const entry of [...entries].sort((a, b) => compareSlots(a.slot, b.slot))) {
    const open = clusters.at(-1);
    const { startTime: start, endTime: end } = entry.slot;
    if (open && start < open.end) {
      open.entries.push(entry);
      open.end = Math.max(open.end, end);
    } else {
      clusters.push({ start, end, entries: [entry] });
    }
  }
  return clusters;
}

/** Puts every entry of a cell into the first column that is free at its time. */
function place<L extends TimetableLecture>({ start, end, entries }: Cluster<L>): Placed<L>[] {
  const freeFrom: number[] = [];
  const columns = entries.map(({ slot }) => {
    const free = freeFrom.findIndex((minute) => minute <= startOf(slot));
    const column = free === -1 ? freeFrom.length : free;
    freeFrom[column] = endOf(slot);
    return column;
  });
  const minutes = (end - start) * 60;
  return entries.map((entry, at) => ({
    ...entry,
    top: (startOf(entry.slot) - start * 60) / minutes,
    height: (endOf(entry.slot) - startOf(entry.slot)) / minutes,
    left: (columns[at] ?? 0) / freeFrom.length,
    width: 1 / freeFrom.length,
  }));
}

function cellAt<L extends TimetableLecture>(
  day: Day,
  hour: number,
  clusters: readonly Cluster<L>[],
): Cell<L> | null {
  const cluster = clusters.find(({ start, end }) => start <= hour && hour < end);
  if (!cluster) return { day, span: 1, entries: [] };
  if (cluster.start !== hour) return null;
  return { day, span: cluster.end - cluster.start, entries: place(cluster) };
}

export function layOut<L extends TimetableLecture>(lectures: readonly L[]): TimetableLayout<L> {
  const entries = entriesOf(lectures);
  const slots = entries.map((entry) => entry.slot);
  const days = daysFor(slots);
  const hours = hoursFor(slots);
  const clusters = days.map((day) => ({
    day,
    list: clustersOf(entries.filter(({ slot }) => slot.dow === day)),
  }));
  const rows = hours.map((hour) => ({
    hour,
    cells: clusters.flatMap(({ day, list }) => cellAt(day, hour, list) ?? []),
  }));
  const untimed = lectures.filter(({ schedules }) => schedules.length === 0);
  return { days, hours, rows, untimed };
}

/** Why a lecture cannot be added to a timetable of the same term. */
export type Obstacle<L extends TimetableLecture> =
  | { kind: 'duplicate' }
  | { kind: 'overlap'; conflicts: L[] };

/** Finds what prevents adding a lecture; a duplicate takes precedence over an overlap. */
export function findObstacle<L extends TimetableLecture>(
  marked: readonly L[],
  candidate: TimetableLecture,
): Obstacle<L> | null {
  if (marked.some(({ id }) => id === candidate.id)) return { kind: 'duplicate' };
  const conflicts = marked.filter(({ schedules }) =>
    schedulesOverlap(schedules, candidate.schedules),
  );
  return conflicts.length > 0 ? { kind: 'overlap', conflicts } : null;
}

export function totalCredits(lectures: readonly { credits: number }[]): number {
  return lectures.reduce((sum, { credits }) => sum + credits, 0);
}
