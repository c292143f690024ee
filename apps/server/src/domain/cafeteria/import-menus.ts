import type { MealChange } from '@naru/contract/cafeteria';
import { LIMITS } from '@naru/contract/limits';
import type { Db, Executor } from '../../db/client.ts';
import { type Clock, kstDay } from '../../platform/clock.ts';
import { isInReach, isSamePart, partOf } from './day-parts.ts';
import type { DatedPart } from './meal-file.ts';
import { type DayRow, findDays, lockCafeteria, upsertDays } from './menus.repo.ts';
import { findMove, type MoveDecision, reachOf } from './moved-menus.ts';
import { presentDay } from './present.ts';

export type MenuPlan = Awaited<ReturnType<typeof planMenus>>;

/**
 * Computes the days after the import and the changes to the stored ones; writes nothing. `source`: key of the
 * importing source, which leaves meals entered by hand alone; null for a person.
 */
export async function planMenus(
  executor: Executor,
  parts: readonly DatedPart[],
  source: string | null,
) {
  const dates = [...new Set(parts.map(({ date }) => date))].toSorted();
  const stored = await findDays(executor, dates);
  const changes: MealChange[] = [];
  let retained = 0;
  const days = dates.map((date) => {
    const row = stored.get(date);
    const before = presentDay(date, row);
    const after = { student: partOf(before, 'student'), staff: partOf(before, 'staff') };
    const sources = { student: row?.studentSource ?? null, staff: row?.staffSource ?? null };
    for (const { cafeteria, state, dishes } of parts.filter((part) => part.date === date)) {
      const next = { state, dishes };
      if (isSamePart(after[cafeteria], next)) continue;
      if (source !== null && isByHand(after[cafeteria].state, sources[cafeteria])) {
        retained += 1;
        continue;
      }
      changes.push({ date, cafeteria, before: after[cafeteria], after: next });
      after[cafeteria] = next;
      sources[cafeteria] = source;
    }
    return { date, ...after, sources };
  });
  return { days, changes, unchanged: parts.length - changes.length - retained, retained };
}

/** Stores the days that change. Call it with the cafeteria locked. */
export async function storeMenus(
  tx: Executor,
  { days, changes }: Pick<MenuPlan, 'days' | 'changes'>,
  updatedAt: Date,
): Promise<void> {
  const changed = new Set(changes.map(({ date }) => date));
  if (changed.size === 0) return;
  const rows: DayRow[] = days
    .filter(({ date }) => changed.has(date))
    .map(({ date, student, staff, sources }) => ({
      day: date,
      studentState: student.state,
      staffState: staff.state,
      student: student.dishes,
      staff: staff.dishes,
      studentSource: sources.student,
      staffSource: sources.staff,
      updatedAt,
    }));
  await upsertDays(tx, rows);
}

/** A part that nobody has posted yet is free for a source. */
function isByHand(state: ReturnType<typeof partOf>['state'], source: string | null): boolean {
  return state !== 'NOT_POSTED' && source === null;
}

export interface MenuResult {
  created: number;
  updated: number;
  unchanged: number;
  /** Parts that a person has entered, which stay as they are. */
  retained: number;
  /** Parts of days that staff may not edit either, being too far away. */
  outOfReach: number;
  /** Menus that have moved to other days and therefore are not stored; null where they are. */
  move: MoveDecision | null;
}

const NOTHING = { created: 0, updated: 0, unchanged: 0, retained: 0 } as const;

export type ImportMenus = ReturnType<typeof createMenuImport>;

/**
 * Stores the meals that a source lists for days and cafeterias; meals entered by a person stay. Nothing is stored
 * when the meals are those of other days before, unless `decision` says so of these ones.
 */
export function createMenuImport({ db, clock }: { db: Db; clock: Clock }) {
  return async (
    source: { key: string; decision: MoveDecision | null },
    parts: readonly DatedPart[],
  ): Promise<MenuResult> => {
    const today = kstDay(clock.now());
    const near = parts.filter(({ date }) => isInReach(date, today, LIMITS.cafeteriaEditDays));
    const outOfReach = parts.length - near.length;
    return db.transaction(async (tx) => {
      await lockCafeteria(tx);
      const stored = await findDays(tx, reachOf(near));
      const move = findMove(near, { stored, source: source.key });
      const choice = move?.hash === source.decision?.hash ? source.decision?.choice : null;
      if (move !== null && choice !== 'STORE') {
        return { ...NOTHING, outOfReach, move: { ...move, choice: choice ?? null } };
      }
      const plan = await planMenus(tx, near, source.key);
      await storeMenus(tx, plan, clock.now());
      const created = plan.changes.filter(({ before }) => before.state === 'NOT_POSTED').length;
      const { unchanged, retained } = plan;
      const updated = plan.changes.length - created;
      return { created, updated, unchanged, retained, outOfReach, move: null };
    });
  };
}
