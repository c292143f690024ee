import { LIMITS } from '@naru/contract/limits';
import type { Db } from '../../db/client.ts';
import { type Clock, kstDay } from '../../platform/clock.ts';
import { isInReach } from './days.ts';
import type { DatedPart } from './meal-file.ts';
import { lockCafeteria } from './menus.repo.ts';
import { planMenus, storeMenus } from './plan.ts';

export interface MenuResult {
  created: number;
  updated: number;
  unchanged: number;
  /** Parts that a person has written, which stay as they are. */
  retained: number;
  /** Parts of days that staff may not edit either, being too far away. */
  outOfReach: number;
}

export type ImportMenus = ReturnType<typeof createMenuImport>;

/** Writes what a source says of days and cafeterias; what a person has written stays. */
export function createMenuImport({ db, clock }: { db: Db; clock: Clock }) {
  return async (source: { key: string }, parts: readonly DatedPart[]): Promise<MenuResult> => {
    const today = kstDay(clock.now());
    const near = parts.filter(({ date }) => isInReach(date, today, LIMITS.cafeteriaEditDays));
    const outOfReach = parts.length - near.length;
    return db.transaction(async (tx) => {
      await lockCafeteria(tx);
      const plan = await planMenus(tx, near, source.key);
      await storeMenus(tx, plan, clock.now());
      const created = plan.changes.filter(({ before }) => before.state === 'NOT_POSTED').length;
      const { unchanged, retained } = plan;
      return { created, updated: plan.changes.length - created, unchanged, retained, outOfReach };
    });
  };
}
