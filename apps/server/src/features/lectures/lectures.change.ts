import type { Lecture, LectureInput } from '@naru/contract/lectures';
import { hasRole, isProfessor } from '@naru/contract/roles';
import { TEXTS } from '@naru/contract/texts';
import { clockText, DAY_NAMES, endOf, type Schedule, startOf } from '@naru/contract/timetable';
import type { Tx } from '../../db/client.ts';
import { readCalendar } from '../../domain/academic-calendar/term-dates.ts';
import { nextTermOf } from '../../domain/academic-calendar/terms.ts';
import { lockTimes } from '../../domain/timetables/timetable-locks.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { kstDay } from '../../platform/clock.ts';
import { AppError, fieldError } from '../../platform/errors.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Tools } from '../tools.ts';
import { authoriseEdit, dailyMax, isOwnerOrCreator } from './lectures.policy.ts';
import { presentLecture, toSlot } from './lectures.present.ts';
import { findLecture } from './lectures.read.repo.ts';
import {
  findDuplicate,
  insertLecture,
  isProfessorMember,
  type LockedLecture,
  lockLectures,
  removeLecture,
  replaceSlots,
  updateLecture,
} from './lectures.write.repo.ts';
import { hasClash, replaceHours } from './timetable.repo.ts';

const DAY_SECONDS = 24 * 60 * 60;

interface Deps extends Pick<Tools, 'db' | 'clock' | 'throttle' | 'live' | 'notifications'> {
  audit: Pick<AuditService, 'record'>;
}

export function createLectureChanges({ db, clock, throttle, audit, live, notifications }: Deps) {
  /** Only staff may set the professor; others keep the former one. Throws VALIDATION_FAILED. */
  async function resolveProfessor(
    tx: Tx,
    actor: Actor,
    { professorId: given }: LectureInput,
    former: number | null,
  ): Promise<number | null> {
    if (given === undefined || given === former || !hasRole(actor.roles, 'MANAGER')) return former;
    if (given === null || (await isProfessorMember(tx, given))) return given;
    throw fieldError('professorId', TEXTS.lectureProfessorUnknown);
  }

  /** Throws LECTURE_NOT_FOUND, PERMISSION_DENIED. */
  async function lockEditable(tx: Tx, actor: Actor, id: number) {
    await lockTimes(tx);
    return authoriseEdit((await lockLectures(tx, [id])).get(id), actor, clock.now());
  }

  /** Of a lecture whose year nobody names: that of the next term that is not over. */
  async function yearOf(tx: Tx, semester: LectureInput['semester'], now: Date): Promise<number> {
    return nextTermOf(semester, kstDay(now), await readCalendar(tx)).year;
  }

  /** What an ADMIN does to another member's lecture is in the audit log. */
  const isForeign = (actor: Actor, lecture: LockedLecture) =>
    !isOwnerOrCreator(lecture, actor, clock.now());

  async function present(tx: Tx, actor: Actor, id: number): Promise<Lecture> {
    const row = await findLecture(tx, actor.memberId, id);
    if (row === null) throw new AppError('LECTURE_NOT_FOUND');
    return presentLecture(row, actor, clock.now());
  }

  return {
    /**
     * A professor owns the lectures it creates; staff may name another professor. Throws LECTURE_EXISTS
     * with the lecture of the same title, term and professor,
     * LECTURE_THROTTLED after 5 in a day (professors and staff: 200), VALIDATION_FAILED for an unknown professorId.
     */
    async create(actor: Actor, input: LectureInput): Promise<Lecture> {
      const { memberId } = actor;
      const now = clock.now();
      const self = isProfessor(actor.roles) ? memberId : null;
      return db.transaction(async (tx) => {
        // Of two equal lectures at once only the first is created; imports wait, too.
        await lockTimes(tx);
        const max = dailyMax(actor.roles);
        const limit = { max, seconds: DAY_SECONDS };
        await throttle.hit(tx, `lecture:${memberId}`, limit, 'LECTURE_THROTTLED');
        const professorId = await resolveProfessor(tx, actor, input, self);
        const year = input.year ?? (await yearOf(tx, input.semester, now));
        const values = valuesOf(input, year, professorId);
        const duplicate = await findDuplicate(tx, values);
        if (duplicate !== null) {
          throw new AppError('LECTURE_EXISTS', {
            conflicts: [{ id: duplicate.id, title: duplicate.title }],
          });
        }
        const id = await insertLecture(tx, { ...values, creatorId: memberId, createdAt: now });
        await replaceSlots(tx, id, input.lectureTimes.map(toSlot));
        return present(tx, actor, id);
      });
    },

    /**
     * Replaces all fields; year and professor stay when they are not given. New times apply to every
     * timetable or to none. Throws LECTURE_NOT_FOUND, PERMISSION_DENIED, VALIDATION_FAILED, and
     * LECTURE_CLASH when the new times overlap another lecture in any member's timetable.
     */
    async update(actor: Actor, id: number, input: LectureInput): Promise<Lecture> {
      return live.transaction(async (tx, emit) => {
        const lecture = await lockEditable(tx, actor, id);
        const before = isForeign(actor, lecture) ? await present(tx, actor, id) : null;
        const professorId = await resolveProfessor(tx, actor, input, lecture.professorId);
        const values = valuesOf(input, input.year ?? lecture.year, professorId);
        await updateLecture(tx, lecture, { ...values, updatedAt: clock.now() });
        await replaceSlots(tx, id, input.lectureTimes.map(toSlot));
        if (await hasClash(tx, id)) throw new AppError('LECTURE_CLASH');
        await replaceHours(tx, id);
        await notifications.follow(tx, emit, { lecture: id });
        const after = await present(tx, actor, id);
        if (before !== null) {
          const detail = { before: wordsOf(before), after: wordsOf(after) };
          await audit.record(tx, actor, { action: 'lecture.update', targetId: id, detail });
        }
        return after;
      });
    },

    /** Also removes it from all timetables. Throws LECTURE_NOT_FOUND, PERMISSION_DENIED. */
    async remove(actor: Actor, id: number): Promise<void> {
      await live.transaction(async (tx, emit) => {
        const lecture = await lockEditable(tx, actor, id);
        await removeLecture(tx, lecture, clock.now());
        await notifications.follow(tx, emit, { lecture: id });
        if (!isForeign(actor, lecture)) return;
        const detail = { title: lecture.title };
        await audit.record(tx, actor, { action: 'lecture.delete', targetId: id, detail });
      });
    },
  };
}

/** The fields of a lecture that the audit log compares. */
function wordsOf(lecture: Lecture) {
  const { title, year, semester, grade, credit, professorName, room, intro } = lecture;
  const { themeColor, membersOnly, schedules } = lecture;
  const slots = schedules.map(slotWords);
  const texts = { title, year, semester, grade, credit, professorName, room, intro, themeColor };
  return { ...texts, membersOnly, slots };
}

/** `월 9~11시`, `월 10:30~11:45` */
function slotWords(slot: Schedule): string {
  const { dow, startTime, endTime, startMinute, endMinute } = slot;
  const isWhole = startMinute === undefined && endMinute === undefined;
  const hours = isWhole
    ? `${startTime}~${endTime}시`
    : `${clockText(startOf(slot))}~${clockText(endOf(slot))}`;
  return `${DAY_NAMES[dow]} ${hours}`;
}

function valuesOf(input: LectureInput, year: number, professorId: number | null) {
  const { lectureTimes, room: location, credit = null, ...fields } = input;
  const professorName = input.professorName || null;
  return { ...fields, year, location, credit, professorId, professorName };
}
