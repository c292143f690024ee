import { LIMITS } from '@naru/contract/limits';
import type { NewPlanInput, PlanEntryInput, TimetablePlan } from '@naru/contract/timetable-plans';
import type { Tx } from '../../db/client.ts';
import { lockTimetable } from '../../domain/timetables/timetable-locks.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tools } from '../tools.ts';
import { presentLecture, toSchedule, toSlot } from './lectures.present.ts';
import { findLecture, type TermFilter } from './lectures.read.repo.ts';
import { conflictsIn, lecturesOf, overlapsIn, whyGone } from './plans.compare.ts';
import {
  countPlans,
  deletePlanEntries,
  deletePlanLectures,
  eraseDeletedPlans,
  insertPlan,
  insertPlanEntry,
  insertPlanLectures,
  listMarkedIn,
  listPlans,
  type PlanRow,
  updatePlan,
  updatePlanEntry,
} from './plans.repo.ts';
import { listEntries } from './private-entries.repo.ts';

const UNDO_SECONDS = LIMITS.planUndoDays * 24 * 60 * 60;

/** Plans of timetables. Every change takes the lock of the member's timetable. */
export function createPlans({ db, clock }: Pick<Tools, 'db' | 'clock'>) {
  /** Throws PLAN_NOT_FOUND, also for another member's plan. */
  async function requirePlan(tx: Tx, { memberId }: Actor, id: number): Promise<PlanRow> {
    const [plan] = await listPlans(tx, memberId, { id });
    if (plan === undefined) throw new AppError('PLAN_NOT_FOUND');
    return plan;
  }

  async function requireRoom(tx: Tx, memberId: number, term: Pick<PlanRow, 'year' | 'semester'>) {
    if ((await countPlans(tx, memberId, term)) >= LIMITS.plansPerTerm) {
      throw new AppError('PLANS_FULL');
    }
  }

  function present(plan: PlanRow, actor: Actor): TimetablePlan {
    const { id, name, year, semester } = plan;
    return {
      id,
      name,
      year,
      semester,
      lectures: lecturesOf(plan).map(({ planId: _, deletedAt: __, ...row }) =>
        presentLecture(row, actor, clock.now()),
      ),
      entries: plan.entries.map((entry) => ({
        id: entry.id,
        title: entry.title,
        place: entry.place,
        themeColor: entry.themeColor,
        year,
        semester,
        schedules: entry.slots.map(toSchedule),
      })),
      gone: plan.lectures.flatMap((lecture) => {
        const reason = whyGone(plan, lecture);
        return reason === null ? [] : { id: lecture.id, title: lecture.title, reason };
      }),
      overlaps: overlapsIn(plan),
    };
  }

  /** Changes a plan as it is at that moment. Throws PLAN_NOT_FOUND and what `run` throws. */
  async function change(
    actor: Actor,
    id: number,
    run: (tx: Tx, plan: PlanRow) => Promise<unknown>,
  ): Promise<TimetablePlan> {
    return db.transaction(async (tx) => {
      await lockTimetable(tx, actor.memberId);
      await run(tx, await requirePlan(tx, actor, id));
      await updatePlan(tx, id, { updatedAt: clock.now() });
      return present(await requirePlan(tx, actor, id), actor);
    });
  }

  /** Returns the slots of an entry. Throws ENTRY_OVERLAP. */
  function freeSlots(plan: PlanRow, { times }: PlanEntryInput, entryId?: number) {
    const slots = times.map(toSlot);
    const conflicts = conflictsIn(plan, slots, entryId);
    if (conflicts.length > 0) throw new AppError('ENTRY_OVERLAP', { conflicts });
    return slots;
  }

  /** Throws LECTURE_MARKED, and LECTURE_NOT_FOUND, also for a lecture of another term. */
  async function requireNewLecture(tx: Tx, { memberId }: Actor, plan: PlanRow, id: number) {
    if (lecturesOf(plan).some((known) => known.id === id)) throw new AppError('LECTURE_MARKED');
    const lecture = await findLecture(tx, memberId, id);
    if (lecture?.year !== plan.year || lecture.semester !== plan.semester) {
      throw new AppError('LECTURE_NOT_FOUND');
    }
    return lecture;
  }

  /** Throws ENTRY_NOT_FOUND. */
  function requireEntry(plan: PlanRow, id: number): void {
    if (!plan.entries.some((entry) => entry.id === id)) throw new AppError('ENTRY_NOT_FOUND');
  }

  return {
    async listPlans(actor: Actor, filter: TermFilter): Promise<TimetablePlan[]> {
      const plans = await listPlans(db, actor.memberId, filter);
      return plans.map((plan) => present(plan, actor));
    },

    /** Throws PLANS_FULL. */
    async createPlan(actor: Actor, { copy, ...values }: NewPlanInput): Promise<TimetablePlan> {
      const { memberId } = actor;
      const now = clock.now();
      return db.transaction(async (tx) => {
        await lockTimetable(tx, memberId);
        await requireRoom(tx, memberId, values);
        const id = await insertPlan(tx, { ...values, memberId, createdAt: now });
        if (copy) {
          const marked = await listMarkedIn(tx, memberId, values);
          const ids = marked.map((lecture) => lecture.id);
          await insertPlanLectures(tx, id, ids, now);
          for (const entry of await listEntries(tx, memberId, values)) {
            await insertPlanEntry(tx, id, entry, now);
          }
        }
        return present(await requirePlan(tx, actor, id), actor);
      });
    },

    /** Throws PLAN_NOT_FOUND. */
    renamePlan: (actor: Actor, id: number, name: string) =>
      change(actor, id, (tx) => updatePlan(tx, id, { name })),

    /** The owner can restore it until the next one is deleted, for a day. Throws PLAN_NOT_FOUND. */
    async removePlan(actor: Actor, id: number): Promise<void> {
      await db.transaction(async (tx) => {
        await lockTimetable(tx, actor.memberId);
        await requirePlan(tx, actor, id);
        await eraseDeletedPlans(tx, actor.memberId);
        await updatePlan(tx, id, { deletedAt: clock.now() });
      });
    },

    /** Throws PLAN_NOT_FOUND, PLANS_FULL. */
    async restorePlan(actor: Actor, id: number): Promise<TimetablePlan> {
      const { memberId } = actor;
      return db.transaction(async (tx) => {
        await lockTimetable(tx, memberId);
        const deletedSince = addSeconds(clock.now(), -UNDO_SECONDS);
        const [deleted] = await listPlans(tx, memberId, { id, deletedSince });
        if (deleted === undefined) throw new AppError('PLAN_NOT_FOUND');
        await requireRoom(tx, memberId, deleted);
        await updatePlan(tx, id, { deletedAt: null });
        return present(deleted, actor);
      });
    },

    /**
     * With `isReplacing`, what it overlaps leaves the plan. Throws PLAN_NOT_FOUND, LECTURE_MARKED,
     * TIMETABLE_FULL, LECTURE_OVERLAP with what conflicts, and LECTURE_NOT_FOUND, also for a lecture of
     * another term.
     */
    addToPlan: (actor: Actor, id: number, lectureId: number, isReplacing: boolean) =>
      change(actor, id, async (tx, plan) => {
        const { slots } = await requireNewLecture(tx, actor, plan, lectureId);
        const conflicts = conflictsIn(plan, slots);
        if (conflicts.length > 0 && !isReplacing) {
          throw new AppError('LECTURE_OVERLAP', { conflicts });
        }
        const replaced = conflicts.filter(({ isEntry }) => !isEntry);
        if (plan.lectures.length - replaced.length >= LIMITS.marksPerTerm) {
          throw new AppError('TIMETABLE_FULL');
        }
        await deletePlanLectures(tx, id, idsOf(replaced));
        await deletePlanEntries(tx, id, idsOf(conflicts.filter(({ isEntry }) => isEntry)));
        await insertPlanLectures(tx, id, [lectureId], clock.now());
      }),

    /** Also takes out one that is gone. Throws PLAN_NOT_FOUND, LECTURE_NOT_FOUND. */
    removeFromPlan: (actor: Actor, id: number, lectureId: number) =>
      change(actor, id, async (tx, plan) => {
        if (!idsOf(plan.lectures).includes(lectureId)) throw new AppError('LECTURE_NOT_FOUND');
        await deletePlanLectures(tx, id, [lectureId]);
      }),

    /** Throws PLAN_NOT_FOUND, ENTRIES_FULL, and ENTRY_OVERLAP with what is at that time. */
    addPlanEntry: (actor: Actor, id: number, { times, ...values }: PlanEntryInput) =>
      change(actor, id, async (tx, plan) => {
        if (plan.entries.length >= LIMITS.entriesPerTerm) throw new AppError('ENTRIES_FULL');
        const slots = freeSlots(plan, { times, ...values });
        await insertPlanEntry(tx, id, { ...values, slots }, clock.now());
      }),

    /** Throws PLAN_NOT_FOUND, ENTRY_NOT_FOUND, ENTRY_OVERLAP. */
    updatePlanEntry: (
      actor: Actor,
      id: number,
      entryId: number,
      { times, ...values }: PlanEntryInput,
    ) =>
      change(actor, id, async (tx, plan) => {
        requireEntry(plan, entryId);
        const slots = freeSlots(plan, { times, ...values }, entryId);
        await updatePlanEntry(tx, entryId, { ...values, slots }, clock.now());
      }),

    /** Throws PLAN_NOT_FOUND, ENTRY_NOT_FOUND. */
    removePlanEntry: (actor: Actor, id: number, entryId: number) =>
      change(actor, id, async (tx, plan) => {
        requireEntry(plan, entryId);
        await deletePlanEntries(tx, id, [entryId]);
      }),
  };
}

function idsOf(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id);
}
