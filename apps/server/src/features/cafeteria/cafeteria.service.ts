import type { CafeteriaDay, EditedDay, MealChange, MealImport } from '@naru/contract/cafeteria';
import { LIMITS } from '@naru/contract/limits';
import type { Executor } from '../../db/client.ts';
import { CAFETERIAS, calendarDay, isInReach, partOf } from '../../domain/cafeteria/day-parts.ts';
import { type MenuPlan, planMenus, storeMenus } from '../../domain/cafeteria/import-menus.ts';
import { type DatedPart, readMealFileYielding } from '../../domain/cafeteria/meal-file.ts';
import { findDays, lockCafeteria } from '../../domain/cafeteria/menus.repo.ts';
import { presentDay, presentServed } from '../../domain/cafeteria/present.ts';
import { requireVersion, versionOf } from '../../domain/edits/versions.ts';
import type { Actor } from '../../platform/actor.ts';
import { addDays, kstDay } from '../../platform/clock.ts';
import { refuseBadLines } from '../../platform/csv.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tools } from '../tools.ts';

const NOT_EDITABLE = `식단은 오늘 기준 앞뒤 ${LIMITS.cafeteriaEditDays}일까지만 적을 수 있습니다.`;
const NO_SUCH_DAY = '올바른 날짜가 아닙니다.';
const OUT_OF_REACH = `식단은 오늘 기준 앞뒤 ${LIMITS.cafeteriaDaysShown}일까지만 볼 수 있습니다.`;
const WEEK = 7;

type Deps = Pick<Tools, 'db' | 'clock' | 'audit'>;

export type CafeteriaService = ReturnType<typeof createCafeteriaService>;

export function createCafeteriaService({ db, clock, audit }: Deps) {
  async function readDays(executor: Executor, dates: readonly string[]): Promise<EditedDay[]> {
    const stored = await findDays(executor, dates);
    return dates.map((date) => {
      const day = presentDay(date, stored.get(date));
      return { ...day, version: versionOf(day) };
    });
  }

  /** Writes the changed days with one line in the audit log; no change leaves no line. `check` may refuse. */
  async function write(
    actor: Actor,
    action: 'menu.save' | 'menu.import',
    parts: readonly DatedPart[],
    check: (tx: Executor, planned: MenuPlan) => Promise<void> | void,
  ) {
    return db.transaction(async (tx) => {
      await lockCafeteria(tx);
      const planned = await planMenus(tx, parts, null);
      await check(tx, planned);
      const changed = new Set(planned.changes.map(({ date }) => date));
      if (changed.size === 0) return planned;
      await storeMenus(tx, planned, clock.now());
      const { changes } = planned;
      const detail = { days: [...changed], before: toRecord(changes, 'before') };
      await audit.record(tx, actor, {
        action,
        detail: { ...detail, after: toRecord(changes, 'after') },
      });
      return planned;
    });
  }

  return {
    /** Throws VALIDATION_FAILED for a day that does not exist or is more than 14 days from today. */
    async getDay(year: number, month: number, day: number) {
      const date = calendarDay(year, month, day);
      if (date === null) throw new AppError('VALIDATION_FAILED', { message: NO_SUCH_DAY });
      const today = kstDay(clock.now());
      if (!isInReach(date, today)) {
        throw new AppError('VALIDATION_FAILED', { message: OUT_OF_REACH });
      }
      const dates = daysFrom(date, WEEK + 1);
      const stored = await findDays(db, dates);
      const [shown, ...later] = dates.map((one) => presentServed(presentDay(one, stored.get(one))));
      const next = later.find((one) => isServed(one) && isInReach(one.date, today));
      return { ...(shown as NonNullable<typeof shown>), ...(next && { next }) };
    },

    /** Returns seven days. Throws VALIDATION_FAILED when `from` is out of the editor's range. */
    async listWeek(from: string) {
      requireEditable([from], kstDay(clock.now()));
      return readDays(db, daysFrom(from, WEEK));
    },

    /**
     * Replaces whole days in one transaction; returns them as stored. Throws EDIT_CONFLICT, and
     * saves none, when a day is no longer the one of its `version`.
     */
    async save(actor: Actor, days: readonly (CafeteriaDay & { version?: string | undefined })[]) {
      const dates = days.map(({ date }) => date);
      requireEditable(dates, kstDay(clock.now()));
      const parts = days.flatMap((day) =>
        CAFETERIAS.map((cafeteria) => ({ date: day.date, cafeteria, ...partOf(day, cafeteria) })),
      );
      await write(actor, 'menu.save', parts, async (tx) => {
        const stored = await findDays(tx, dates);
        for (const { date, version } of days) {
          requireVersion(version, presentDay(date, stored.get(date)));
        }
      });
      return readDays(db, dates);
    },

    /**
     * Replaces the cafeterias and days that the file names, or only computes the changes for a preview.
     * A file with errors changes nothing: a preview returns them, an import throws VALIDATION_FAILED
     * with every bad line. Throws EDIT_CONFLICT when the changes are no longer those of the preview with
     * this `version`.
     */
    async importFile(
      actor: Actor,
      { csv, preview: isPreview, version }: { csv: string; preview: boolean; version?: string },
    ): Promise<MealImport> {
      const { parts, errors, reading } = await readMealFileYielding(csv, kstDay(clock.now()));
      if (errors.length > 0) {
        // A day is replaced as a whole, so no line of it may be left out.
        const nothing = { saved: false, changes: [], unchanged: 0 };
        if (isPreview) return { ...nothing, errors, reading, version: '' };
        refuseBadLines(errors);
      }
      const planned = isPreview
        ? planMenus(db, parts, null)
        : write(actor, 'menu.import', parts, (_tx, { changes }) =>
            requireVersion(version, changes),
          );
      const { changes, unchanged } = await planned;
      const result = { saved: !isPreview, changes, unchanged, errors: [], reading };
      return { ...result, version: versionOf(changes) };
    },
  };
}

function daysFrom(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(first, index));
}

function isServed(day: ReturnType<typeof presentServed>): boolean {
  return [day.studentCafeteria, day.staffCafeteria].some((meals) => Object.keys(meals).length > 0);
}

function requireEditable(dates: readonly string[], today: string): void {
  if (dates.every((date) => isInReach(date, today, LIMITS.cafeteriaEditDays))) return;
  throw new AppError('VALIDATION_FAILED', { message: NOT_EDITABLE });
}

/** The changed parts by day and cafeteria, as the audit log stores them. */
function toRecord(changes: readonly MealChange[], side: 'before' | 'after') {
  const days: Record<string, Record<string, unknown>> = {};
  for (const { date, cafeteria, [side]: part } of changes) {
    days[date] = { ...days[date], [cafeteria]: { state: part.state, ...part.dishes } };
  }
  return days;
}
