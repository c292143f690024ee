import type { DateChange, DateImport } from '@naru/contract/academic-calendar';
import { LIMITS } from '@naru/contract/limits';
import type { Executor } from '../../db/client.ts';
import {
  applyPlan,
  listKnown,
  lockAcademicDates,
} from '../../domain/academic-calendar/academic-dates.repo.ts';
import type { CleanDate } from '../../domain/academic-calendar/clean-dates.ts';
import { findTaken } from '../../domain/academic-calendar/import-dates.ts';
import { planDates } from '../../domain/academic-calendar/plan-dates.ts';
import { requireVersionOfMany, versionOfMany } from '../../domain/edits/versions.ts';
import type { Actor } from '../../platform/actor.ts';
import { kstDay } from '../../platform/clock.ts';
import { refuseBadLines, shownErrors } from '../../platform/csv.ts';
import type { Tools } from '../tools.ts';
import { FILE_SOURCE, readDateFile } from './academic-calendar.file.ts';
import type { DateWords } from './academic-calendar.present.ts';

type FileInput = {
  text: string;
  preview: boolean;
  confirmed: boolean;
  version?: string | undefined;
};

export function createFileImport({ db, clock, audit }: Pick<Tools, 'db' | 'clock' | 'audit'>) {
  return {
    /**
     * Adds the dates of a file and changes those that were uploaded before, or only computes the changes
     * for a preview; it removes none. An import of a file with bad lines throws VALIDATION_FAILED with them
     * unless it is `confirmed`: then they are left out. Throws EDIT_CONFLICT when the changes are no longer
     * those of the preview with this `version`.
     */
    async importFile(actor: Actor, input: FileInput): Promise<DateImport> {
      const { text, preview, confirmed, version } = input;
      const { dates, errors, hints, reading } = await readDateFile(text, kstDay(clock.now()));
      const beside = { errors: shownErrors(errors), hints, reading };
      if (preview) return { ...(await resultOf(await plan(db, dates))), saved: false, ...beside };
      if (!confirmed) refuseBadLines(errors);
      return db.transaction(async (tx) => {
        await lockAcademicDates(tx);
        const planned = await plan(tx, dates);
        await requireVersionOfMany(version, planned.changes);
        const result = { ...(await resultOf(planned)), saved: true, ...beside };
        if (planned.changes.length === 0) return result;
        await applyPlan(tx, FILE_SOURCE, planned, clock.now());
        const { created, updated } = result;
        const detail = { created, updated, ...periodOf(planned.changes) };
        await audit.record(tx, actor, { action: 'academic-date.import', detail });
        return result;
      });
    },
  };
}

type Planned = Awaited<ReturnType<typeof plan>>;

/**
 * What the file would change. A date that is stored already, whoever entered it, is not added again; one
 * that was uploaded before and deleted is.
 */
async function plan(db: Executor, dates: readonly CleanDate[]) {
  const given = new Set(dates.map(({ sourceId }) => sourceId));
  const known = await listKnown(db, FILE_SOURCE);
  const removed = known.filter(({ sourceId, isDeleted }) => isDeleted && given.has(sourceId));
  const isTaken = await findTaken(db, FILE_SOURCE, dates);
  const planned = planDates(
    known.filter(({ isDeleted }) => !isDeleted),
    dates,
  );
  const created = planned.created.filter((date) => !isTaken(date));
  const changes: DateChange[] = [
    ...created.map((after) => ({ before: null, after: wordsOf(after) })),
    ...planned.updated.map(({ before, after }) => ({
      before: wordsOf(before),
      after: wordsOf(after),
    })),
  ];
  const unchanged = planned.unchanged + planned.created.length - created.length;
  return { ...planned, created, removed, unchanged, changes };
}

function wordsOf({ title, kind, startDate, endDate, note, targetUrl }: CleanDate): DateWords {
  return { title, kind, startsOn: startDate, endsOn: endDate, note, targetUrl };
}

async function resultOf({ created, updated, unchanged, retained, changes }: Planned) {
  return {
    created: created.length,
    updated: updated.length,
    unchanged,
    kept: retained.length,
    changes: changes.slice(0, LIMITS.academicChangesShown),
    version: await versionOfMany(changes),
  };
}

/** The first and the last day of the changes, for the audit log. */
function periodOf(changes: readonly DateChange[]) {
  const days = changes.flatMap(({ after }) => [after.startsOn, after.endsOn]).toSorted();
  return { from: days.at(0), to: days.at(-1) };
}
