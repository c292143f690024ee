import type { LectureImport } from '@naru/contract/lecture-import';
import type { Term } from '@naru/contract/timetable';
import type { Executor, Tx } from '../../db/client.ts';
import { readCalendar } from '../../domain/academic-calendar/term-dates.ts';
import {
  type AcademicCalendar,
  nextTermOf,
  plannedTerm,
  termKey,
  termOf,
} from '../../domain/academic-calendar/terms.ts';
import { requireVersion, versionOf } from '../../domain/edits/versions.ts';
import { lockTimes } from '../../domain/timetables/timetable-locks.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { kstDay } from '../../platform/clock.ts';
import { refuseBadLines, shownErrors } from '../../platform/csv.ts';
import { AppError, fieldError } from '../../platform/errors.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Tools } from '../tools.ts';
import { askAboutTerms, type ImportLine, readLectureFile } from './import.file.ts';
import { type PlannedLine, planImport } from './import.plan.ts';
import { authoriseImport } from './lectures.policy.ts';
import { toSlot } from './lectures.present.ts';
import {
  type EditableLecture,
  insertLectures,
  listForImport,
  lockLectures,
  replaceSlots,
  updateLecture,
} from './lectures.write.repo.ts';
import { hasClash, replaceHours } from './timetable.repo.ts';

interface Deps extends Pick<Tools, 'db' | 'clock'> {
  audit: Pick<AuditService, 'record'>;
}

type ImportInput = {
  csv: string;
  preview: boolean;
  confirmed: boolean;
  version?: string | undefined;
};

export function createLectureImport({ db, clock, audit }: Deps) {
  async function plan(executor: Executor, lines: readonly ImportLine[]) {
    const terms = new Map<string, Term>(
      lines.map(({ lecture }) => [termKey(lecture), lecture] as const),
    );
    return planImport(lines, await listForImport(executor, [...terms.values()]));
  }

  /** Only changes the columns that the file has. Throws LECTURE_CLASH with the line. */
  async function change(tx: Tx, actor: Actor, planned: readonly PlannedLine[]): Promise<void> {
    const ids = planned.flatMap(({ stored }) => stored?.id ?? []);
    const locked = await lockLectures(tx, ids);
    for (const one of planned) {
      const target = one.stored && locked.get(one.stored.id);
      if (target) await changeOne(tx, authoriseImport(target, actor), one);
    }
  }

  async function changeOne(tx: Tx, target: EditableLecture, { line, given, lecture }: ImportLine) {
    const { grade, room: location, credit = null, intro } = lecture;
    await updateLecture(tx, target, {
      grade,
      ...(given.has('room') && { location }),
      ...(given.has('credit') && { credit }),
      ...(given.has('intro') && { intro }),
      updatedAt: clock.now(),
    });
    if (!given.has('times')) return;
    await replaceSlots(tx, target.id, lecture.lectureTimes.map(toSlot));
    if (!(await hasClash(tx, target.id))) return replaceHours(tx, target.id);
    const message = `${line}번째 줄: 바뀐 시간이 이 강의를 추가한 회원의 다른 강의와 겹칩니다.`;
    throw new AppError('LECTURE_CLASH', { message });
  }

  async function write(actor: Actor, lines: readonly ImportLine[], version: string | undefined) {
    return db.transaction(async (tx) => {
      // Also serialises imports, so that two of one file do not create everything twice.
      await lockTimes(tx);
      const result = await plan(tx, lines);
      requireVersion(version, result.changes);
      if (result.changes.length === 0) return result;
      const created = result.planned.filter(({ stored }) => stored === undefined);
      await insertLectures(
        tx,
        created.map(({ lecture }) => ({
          values: newLecture(lecture, actor.memberId, clock.now()),
          slots: lecture.lectureTimes.map(toSlot),
        })),
      );
      await change(tx, actor, result.planned);
      const changed = result.changes.length - created.length;
      const terms = [...new Set(result.changes.map(termKeyOf))];
      const detail = { created: created.length, changed, terms };
      await audit.record(tx, actor, { action: 'lecture.import', detail });
      return result;
    });
  }

  return {
    /**
     * Creates and changes the lectures of a file in one transaction, or only computes the changes for a
     * preview. Unless it is `confirmed`, an import of a file with bad lines, which are left out, or with
     * lectures of terms that are over throws VALIDATION_FAILED. Throws EDIT_CONFLICT when the changes are no
     * longer those of the preview with this `version`, and LECTURE_CLASH when new times overlap in a timetable.
     */
    async importFile(actor: Actor, input: ImportInput): Promise<LectureImport> {
      const { csv, preview, confirmed, version } = input;
      const calendar = await readCalendar(db);
      const today = kstDay(clock.now());
      const { lines, errors, reading } = await readLectureFile(csv, {
        planned: plannedTerm(today, calendar),
        yearOf: (semester) => yearOf(semester, today, calendar),
      });
      const asks = askAboutTerms(lines, termOf(today, calendar));
      if (!preview && !confirmed) {
        refuseBadLines(errors);
        if (asks.length > 0) throw fieldError('confirmed', asks.join(' '));
      }
      const { changes, unchanged } = await (preview
        ? plan(db, lines)
        : write(actor, lines, version));
      const beside = { errors: shownErrors(errors), asks, reading };
      return { saved: !preview, changes, unchanged, ...beside, version: versionOf(changes) };
    },
  };
}

/** Of the term that is planned, or of the next one of the other semester. */
function yearOf(semester: Term['semester'], today: string, calendar: AcademicCalendar): number {
  const planned = plannedTerm(today, calendar);
  return planned.semester === semester ? planned.year : nextTermOf(semester, today, calendar).year;
}

function termKeyOf({ year, semester }: { year: number; semester: number }): string {
  return `${year}-${semester}`;
}

function newLecture(input: ImportLine['lecture'], creatorId: number, createdAt: Date) {
  const {
    lectureTimes: _times,
    room: location,
    credit = null,
    professorId: _id,
    ...fields
  } = input;
  const professorName = input.professorName || null;
  return { ...fields, location, credit, professorName, creatorId, createdAt };
}
