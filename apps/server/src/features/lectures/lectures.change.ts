import type { Lecture, LectureInput } from '@naru/contract/lectures';
import { LIMITS } from '@naru/contract/limits';
import { isProfessor } from '@naru/contract/roles';
import { TEXTS } from '@naru/contract/texts';
import type { Db, Tx } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { type Clock, kstDay } from '../../platform/clock.ts';
import { AppError, fieldError } from '../../platform/errors.ts';
import type { Throttle } from '../../platform/throttle.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { authoriseEdit, isKeeper, isStaff } from './lectures.policy.ts';
import { presentLecture, toSlot } from './lectures.present.ts';
import { findLecture } from './lectures.read.repo.ts';
import { type AcademicCalendar, termOf } from './lectures.terms.ts';
import {
  type EditableLecture,
  insertLecture,
  isProfessorMember,
  type LectureValues,
  type LockedLecture,
  lockLectures,
  removeLecture,
  replaceSlots,
  updateLecture,
} from './lectures.write.repo.ts';
import { deleteHours, insertHours, lockTimes } from './timetable.repo.ts';

/** Lectures of one member in a day. */
const DAILY = { max: LIMITS.lecturesPerDay, seconds: 24 * 60 * 60 };

interface Deps {
  db: Db;
  clock: Clock;
  throttle: Pick<Throttle, 'hit'>;
  audit: Pick<AuditService, 'record'>;
  calendar: AcademicCalendar;
}

export function createLectureChanges({ db, clock, throttle, audit, calendar }: Deps) {
  /** Whose room it is to be: for staff to say, else as it was. */
  async function professorOf(
    tx: Tx,
    actor: Actor,
    given: number | null | undefined,
    former: number | null,
  ): Promise<number | null> {
    if (given === undefined || given === former || !isStaff(actor)) return former;
    if (given === null || (await isProfessorMember(tx, given))) return given;
    throw fieldError('professorId', TEXTS.lectureProfessorUnknown);
  }

  /** The lecture, held until the transaction ends. Throws LECTURE_NOT_FOUND, PERMISSION_DENIED. */
  async function lockOwn(tx: Tx, actor: Actor, id: number): Promise<EditableLecture> {
    await lockTimes(tx);
    return authoriseEdit((await lockLectures(tx, [id])).get(id), actor, clock.now());
  }

  /** What an ADMIN does to the lecture of others goes on record. */
  async function recordForeign(
    tx: Tx,
    actor: Actor,
    lecture: LockedLecture,
    action: 'lecture.update' | 'lecture.delete',
  ): Promise<void> {
    if (isKeeper(lecture, actor, clock.now())) return;
    await audit.record(tx, {
      actorId: actor.memberId,
      address: actor.address,
      action,
      targetType: 'lecture',
      targetId: lecture.id,
      detail: { title: lecture.title },
    });
  }

  async function present(tx: Tx, actor: Actor, id: number): Promise<Lecture> {
    const row = await findLecture(tx, actor.memberId, id);
    if (row === null) throw new AppError('LECTURE_NOT_FOUND');
    return presentLecture(row, actor, clock.now());
  }

  return {
    /**
     * Creates a lecture. A professor owns what it creates; staff may name another one. Throws
     * LECTURE_THROTTLED after 5 in a day, VALIDATION_FAILED for a professorId that is no professor's.
     */
    async create(actor: Actor, input: LectureInput): Promise<Lecture> {
      const { memberId } = actor;
      const now = clock.now();
      const self = isProfessor(actor.roles) ? memberId : null;
      return db.transaction(async (tx) => {
        await throttle.hit(tx, `lecture:${memberId}`, DAILY, 'LECTURE_THROTTLED');
        const professorId = await professorOf(tx, actor, input.professorId, self);
        const year = input.year ?? termOf(kstDay(now), calendar).year;
        const values = valuesOf(input, year, professorId);
        const id = await insertLecture(tx, { ...values, creatorId: memberId, createdAt: now });
        await replaceSlots(tx, id, input.lectureTimes.map(toSlot));
        return present(tx, actor, id);
      });
    },

    /**
     * Changes a lecture as a whole; its year and professor stay unless told. New times take effect in
     * all timetables or nowhere. Throws LECTURE_NOT_FOUND, PERMISSION_DENIED, VALIDATION_FAILED, and
     * LECTURE_CLASH when somebody who has the lecture has no time for it then.
     */
    async update(actor: Actor, id: number, input: LectureInput): Promise<Lecture> {
      return db.transaction(async (tx) => {
        const lecture = await lockOwn(tx, actor, id);
        const professorId = await professorOf(tx, actor, input.professorId, lecture.professorId);
        const values = valuesOf(input, input.year ?? lecture.year, professorId);
        await updateLecture(tx, lecture, { ...values, updatedAt: clock.now() });
        await replaceSlots(tx, id, input.lectureTimes.map(toSlot));
        await deleteHours(tx, id);
        if (!(await insertHours(tx, id))) throw new AppError('LECTURE_CLASH');
        await recordForeign(tx, actor, lecture, 'lecture.update');
        return present(tx, actor, id);
      });
    },

    /** Removes a lecture, out of all timetables too. Throws LECTURE_NOT_FOUND, PERMISSION_DENIED. */
    async remove(actor: Actor, id: number): Promise<void> {
      await db.transaction(async (tx) => {
        const lecture = await lockOwn(tx, actor, id);
        await removeLecture(tx, lecture, clock.now());
        await recordForeign(tx, actor, lecture, 'lecture.delete');
      });
    },
  };
}

function valuesOf(input: LectureInput, year: number, professorId: number | null): LectureValues {
  return {
    title: input.title,
    year,
    semester: input.semester,
    grade: input.grade,
    intro: input.intro,
    themeColor: input.themeColor,
    location: input.room,
    credit: input.credit ?? null,
    professorId,
    professorName: input.professorName || null,
    membersOnly: input.membersOnly,
  };
}
