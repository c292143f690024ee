import type {
  AcademicDate,
  AcademicDateInput,
  EditedDate,
  TermDays,
} from '@naru/contract/academic-calendar';
import { LIMITS } from '@naru/contract/limits';
import type { Tx } from '../../db/client.ts';
import {
  type AcademicDateRow,
  listBetween,
  lockAcademicDates,
} from '../../domain/academic-calendar/academic-dates.repo.ts';
import { readCalendar } from '../../domain/academic-calendar/term-dates.ts';
import { listTermDays } from '../../domain/academic-calendar/terms.ts';
import { requireVersion } from '../../domain/edits/versions.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds } from '../../platform/clock.ts';
import { found } from '../../platform/errors.ts';
import { countFitting } from '../../platform/fitting.ts';
import type { Tools } from '../tools.ts';
import { FILE_SOURCE } from './academic-calendar.file.ts';
import { createFileImport } from './academic-calendar.import.ts';
import { presentDate, presentEdited, wordsOf } from './academic-calendar.present.ts';
import { eraseDeleted, findDate, insertDate, updateDate } from './academic-calendar.repo.ts';

const RETAINED_SECONDS = LIMITS.removedDays * 24 * 60 * 60;

interface Range {
  from: string;
  to: string;
}

export type AcademicCalendarService = ReturnType<typeof createAcademicCalendarService>;

export function createAcademicCalendarService(deps: Pick<Tools, 'db' | 'clock' | 'audit'>) {
  const { db, clock, audit } = deps;
  const listRows = async ({ from, to }: Range) => {
    const bytes = LIMITS.pageBytes;
    const rows = await listBetween(db, { from, to, limit: LIMITS.academicDatesShown, bytes });
    return rows.slice(0, countFitting(rows, LIMITS.pageBytes));
  };

  return {
    ...createFileImport(deps),

    /** The dates that touch the days from `from` to `to`, at most `academicDatesShown`, fewer where their texts are very long. */
    async list(range: Range): Promise<AcademicDate[]> {
      return (await listRows(range)).map(presentDate);
    },

    /** With the terms of their academic years, as the calendar has them. */
    async listForStaff(range: Range): Promise<{ dates: EditedDate[]; terms: TermDays[] }> {
      const [rows, calendar] = await Promise.all([listRows(range), readCalendar(db)]);
      return { dates: rows.map(presentEdited), terms: listTermDays(range, calendar) };
    },

    async create(actor: Actor, input: AcademicDateInput): Promise<EditedDate> {
      return db.transaction(async (tx) => {
        await lockAcademicDates(tx);
        const now = clock.now();
        const row = await insertDate(tx, { ...input, createdAt: now, updatedAt: now });
        await record(tx, actor, 'academic-date.create', row);
        return presentEdited(row);
      });
    },

    /**
     * A save without a change leaves no line in the audit log. Throws ACADEMIC_DATE_NOT_FOUND, and
     * EDIT_CONFLICT when the date is no longer the one of `version`.
     */
    async update(
      actor: Actor,
      id: number,
      { version, ...input }: AcademicDateInput & { version?: string | undefined },
    ): Promise<EditedDate> {
      return db.transaction(async (tx) => {
        await lockAcademicDates(tx);
        const row = found(await findDate(tx, id), 'ACADEMIC_DATE_NOT_FOUND');
        const [before, after] = [wordsOf(row), wordsOf(input)];
        requireVersion(version, before);
        if (JSON.stringify(before) === JSON.stringify(after)) return presentEdited(row);
        const isEdited = row.sourceKey !== null;
        const saved = await updateDate(tx, id, { ...after, isEdited, updatedAt: clock.now() });
        const detail = { title: row.title, before, after };
        await audit.record(tx, actor, { action: 'academic-date.update', targetId: id, detail });
        return presentEdited(saved);
      });
    },

    /** Throws ACADEMIC_DATE_NOT_FOUND, and EDIT_CONFLICT as `update`. */
    async remove(actor: Actor, id: number, version?: string): Promise<void> {
      await db.transaction(async (tx) => {
        await lockAcademicDates(tx);
        const row = found(await findDate(tx, id), 'ACADEMIC_DATE_NOT_FOUND');
        requireVersion(version, wordsOf(row));
        const now = clock.now();
        await updateDate(tx, id, { deletedAt: now });
        await eraseDeleted(tx, addSeconds(now, -RETAINED_SECONDS), FILE_SOURCE);
        await record(tx, actor, 'academic-date.delete', row);
      });
    },

    /** Throws ACADEMIC_DATE_NOT_FOUND for a date that is not deleted or was erased. */
    async restore(actor: Actor, id: number): Promise<EditedDate> {
      return db.transaction(async (tx) => {
        await lockAcademicDates(tx);
        found(await findDate(tx, id, { isDeleted: true }), 'ACADEMIC_DATE_NOT_FOUND');
        const restored = await updateDate(tx, id, { deletedAt: null });
        await record(tx, actor, 'academic-date.restore', restored);
        return presentEdited(restored);
      });
    },
  };

  function record(
    tx: Tx,
    actor: Actor,
    action: 'academic-date.create' | 'academic-date.delete' | 'academic-date.restore',
    { id, title, startsOn, endsOn }: AcademicDateRow,
  ) {
    return audit.record(tx, actor, { action, targetId: id, detail: { title, startsOn, endsOn } });
  }
}
