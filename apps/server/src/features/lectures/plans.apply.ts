import type { ApplyPlanInput, PlanChange, PlanChanges } from '@naru/contract/timetable-plans';
import type { Executor, Tx } from '../../db/client.ts';
import { lockTimetable } from '../../domain/timetables/timetable-locks.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tools } from '../tools.ts';
import { needsCode } from './lectures.policy.ts';
import { toSchedule } from './lectures.present.ts';
import type { LectureRow } from './lectures.read.repo.ts';
import { lockLectures } from './lectures.write.repo.ts';
import {
  comparePlan,
  isEmpty,
  overlapsIn,
  type PlanDifference,
  versionOfChanges,
  whyGone,
} from './plans.compare.ts';
import { findRoomsWithPosts, listMarkedIn, listPlans, type PlanRow } from './plans.repo.ts';
import {
  deleteEntries,
  type EntryRow,
  insertEntry,
  listEntries,
  replaceEntrySlots,
} from './private-entries.repo.ts';
import { createMarks } from './timetable.ts';

type Deps = Pick<Tools, 'db' | 'clock' | 'throttle' | 'seal' | 'notifications'>;

/** Compares plans with the timetable, and makes it equal to one. */
export function createPlanApply({ db, clock, throttle, seal, notifications }: Deps) {
  const marks = createMarks({ clock, throttle, notifications });

  /** Throws PLAN_NOT_FOUND. */
  async function compare(tx: Executor, { memberId }: Actor, id: number) {
    const [plan] = await listPlans(tx, memberId, { id });
    if (plan === undefined) throw new AppError('PLAN_NOT_FOUND');
    const week = {
      lectures: await listMarkedIn(tx, memberId, plan),
      entries: await listEntries(tx, memberId, plan),
    };
    return { plan, difference: comparePlan(plan, week) };
  }

  /** Throws what adding a lecture throws. */
  async function write(
    tx: Tx,
    actor: Actor,
    plan: PlanRow,
    { added, removed }: PlanDifference,
    codes: ApplyPlanInput['codes'],
  ): Promise<void> {
    const { memberId } = actor;
    const { year, semester } = plan;
    const removedIds = removed.lectures.map(({ id }) => id);
    const addedIds = added.lectures.map(({ id }) => id);
    const locked = await lockLectures(tx, [...addedIds, ...removedIds]);
    await marks.removeMarks(tx, memberId, removedIds);
    await deleteEntries(
      tx,
      memberId,
      removed.entries.map(({ id }) => id),
    );
    const codeOf = new Map(codes.map(({ lectureId, code }) => [lectureId, code]));
    for (const lecture of locked.values()) {
      if (!addedIds.includes(lecture.id)) continue;
      await marks.addMark(tx, actor, lecture, codeOf.get(lecture.id));
    }
    for (const { title, place, themeColor, slots } of added.entries) {
      const values = { memberId, year, semester, title, place, themeColor };
      const id = await insertEntry(tx, { ...values, createdAt: clock.now() });
      await replaceEntrySlots(tx, id, slots);
    }
  }

  return {
    /** Throws PLAN_NOT_FOUND. */
    async comparePlan(actor: Actor, id: number): Promise<PlanChanges> {
      const { difference } = await compare(db, actor, id);
      const { added, removed } = difference;
      const self = { id: actor.memberId, seal: seal.seal(actor.memberId) };
      const leaving = removed.lectures.map((lecture) => lecture.id);
      const withPosts = leaving.length > 0 ? await findRoomsWithPosts(db, self, leaving) : null;
      const lectureChange = (lecture: LectureRow) => presentLectureChange(lecture, actor);
      return {
        version: versionOfChanges(difference),
        added: [...added.lectures.map(lectureChange), ...added.entries.map(presentEntryChange)],
        removed: [
          ...removed.lectures.map((lecture) => ({
            ...lectureChange(lecture),
            ...(withPosts?.has(lecture.id) && { hasPosts: true as const }),
          })),
          ...removed.entries.map(presentEntryChange),
        ],
      };
    },

    /**
     * Makes the timetable of the term equal to a plan, all or nothing; does nothing when it is already.
     * Throws PLAN_NOT_FOUND, PLAN_CHANGED when the changes are not those with this `version`, PLAN_BLOCKED
     * with what overlaps or is gone, TOO_MANY_REQUESTS, and what adding a lecture throws.
     */
    async applyPlan(actor: Actor, id: number, { version, codes }: ApplyPlanInput): Promise<void> {
      const { memberId } = actor;
      for (const lectureId of new Set(codes.map((one) => one.lectureId))) {
        await marks.countTry(db, memberId, lectureId);
      }
      await db.transaction(async (tx) => {
        await lockTimetable(tx, memberId);
        const { plan, difference } = await compare(tx, actor, id);
        requireSound(plan);
        if (isEmpty(difference)) return;
        if (versionOfChanges(difference) !== version) throw new AppError('PLAN_CHANGED');
        await write(tx, actor, plan, difference, codes);
      });
    },
  };
}

/** Throws PLAN_BLOCKED. */
function requireSound(plan: PlanRow): void {
  const gone = plan.lectures.filter((lecture) => whyGone(plan, lecture) !== null);
  const conflicts = [...gone.map(({ id, title }) => ({ id, title })), ...overlapsIn(plan)];
  if (conflicts.length > 0) throw new AppError('PLAN_BLOCKED', { conflicts });
}

function presentLectureChange(lecture: LectureRow, actor: Actor): PlanChange {
  const { id, title, slots } = lecture;
  const schedules = slots.map(toSchedule);
  return { id, title, schedules, ...(needsCode(lecture, actor) && { needsCode: true }) };
}

function presentEntryChange({ id, title, slots }: Pick<EntryRow, 'id' | 'title' | 'slots'>) {
  return { id, title, schedules: slots.map(toSchedule), isEntry: true as const };
}
