import type { CafeteriaDay, MealChange, MealImport } from '@naru/contract/cafeteria';
import { LIMITS } from '@naru/contract/limits';
import type { Db, Executor } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { type Clock, kstDay } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { daysFrom, isInReach } from './cafeteria.days.ts';
import { type FilePart, readMenuFile } from './cafeteria.file.ts';
import { CAFETERIAS, isSamePart, partOf } from './cafeteria.parts.ts';
import { presentMenuDay } from './cafeteria.present.ts';
import {
  findMenuDays,
  listMenuDays,
  lockMenus,
  type MenuRow,
  upsertMenuDays,
} from './cafeteria.repo.ts';

const OUT_OF_REACH = `식단은 오늘 기준 앞뒤 ${LIMITS.cafeteriaEditDays}일까지만 적을 수 있습니다.`;
const BROKEN_FILE = '파일에 고칠 줄이 있어 저장하지 않았습니다.';
const WEEK = 7;

interface Deps {
  db: Db;
  clock: Clock;
  audit: Pick<AuditService, 'record'>;
}

type Action = 'menu.save' | 'menu.import';

/** What staff does with menus. */
export function createMenuWriting({ db, clock, audit }: Deps) {
  /** Days as they will be, and what that changes. */
  async function plan(executor: Executor, dates: readonly string[], parts: readonly FilePart[]) {
    const stored = await findMenuDays(executor, dates);
    const changes: MealChange[] = [];
    const days = dates.map((date) => {
      const before = presentMenuDay(date, stored.get(date) ?? null);
      const after = { student: partOf(before, 'student'), staff: partOf(before, 'staff') };
      for (const { cafeteria, state, dishes } of parts.filter((part) => part.date === date)) {
        const next = { state, dishes };
        if (isSamePart(after[cafeteria], next)) continue;
        changes.push({ date, cafeteria, before: after[cafeteria], after: next });
        after[cafeteria] = next;
      }
      return { date, ...after };
    });
    return { days, changes, unchanged: parts.length - changes.length };
  }

  /** Writes the days that change, all or none, with one line in the audit log. */
  async function write(actor: Actor, action: Action, parts: readonly FilePart[]) {
    const dates = [...new Set(parts.map(({ date }) => date))].toSorted();
    return db.transaction(async (tx) => {
      await lockMenus(tx);
      const planned = await plan(tx, dates, parts);
      const { days, changes } = planned;
      const changed = new Set(changes.map(({ date }) => date));
      const updatedAt = clock.now();
      const rows: MenuRow[] = days
        .filter(({ date }) => changed.has(date))
        .map(({ date, student, staff }) => ({
          day: date,
          studentState: student.state,
          staffState: staff.state,
          student: student.dishes,
          staff: staff.dishes,
          updatedAt,
        }));
      await upsertMenuDays(tx, rows);
      if (rows.length > 0) {
        await audit.record(tx, {
          actorId: actor.memberId,
          address: actor.address,
          action,
          targetType: 'menu',
          targetId: 0,
          detail: { days: [...changed] },
        });
      }
      return planned;
    });
  }

  return {
    /** Seven days for the editor. VALIDATION_FAILED beyond the reach of the editor. */
    async listWeek(from: string): Promise<CafeteriaDay[]> {
      refuseFar([from], kstDay(clock.now()));
      const dates = daysFrom(from, WEEK);
      const rows = await listMenuDays(db, from, dates.at(-1) ?? from);
      return dates.map((date) =>
        presentMenuDay(date, rows.find(({ day }) => day === date) ?? null),
      );
    },

    /** Sets whole days, all or none; answers them as they are stored now. */
    async save(actor: Actor, days: readonly CafeteriaDay[]): Promise<CafeteriaDay[]> {
      const dates = days.map(({ date }) => date);
      refuseFar(dates, kstDay(clock.now()));
      const parts = days.flatMap((day) =>
        CAFETERIAS.map((cafeteria) => ({
          date: day.date,
          cafeteria,
          ...partOf(day, cafeteria),
        })),
      );
      await write(actor, 'menu.save', parts);
      const stored = await findMenuDays(db, dates);
      return dates.map((date) => presentMenuDay(date, stored.get(date) ?? null));
    },

    /**
     * Reads a file and, unless it is a preview, writes it: the cafeterias and days it names, no others.
     * A file with any error changes nothing: a preview tells them, else VALIDATION_FAILED names every
     * bad line.
     */
    async importFile(actor: Actor, csv: string, isPreview: boolean): Promise<MealImport> {
      const { parts, errors } = readMenuFile(csv, kstDay(clock.now()));
      if (errors.length > 0) {
        if (isPreview) return { saved: false, changes: [], unchanged: 0, errors };
        throw new AppError('VALIDATION_FAILED', {
          message: BROKEN_FILE,
          errors: errors.map(({ line, message }) => ({
            field: `csv.${line}`,
            message: `${line}번째 줄: ${message}`,
          })),
        });
      }
      const dates = [...new Set(parts.map(({ date }) => date))].toSorted();
      const { changes, unchanged } = isPreview
        ? await plan(db, dates, parts)
        : await write(actor, 'menu.import', parts);
      return { saved: !isPreview, changes, unchanged, errors: [] };
    },
  };
}

function refuseFar(dates: readonly string[], today: string): void {
  if (dates.every((date) => isInReach(date, today, LIMITS.cafeteriaEditDays))) return;
  throw new AppError('VALIDATION_FAILED', { message: OUT_OF_REACH });
}
