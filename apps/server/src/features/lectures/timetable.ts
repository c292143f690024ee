import { LIMITS } from '@naru/contract/limits';
import type { Db, Tx } from '../../db/client.ts';
import { lockTimetable } from '../../domain/timetables/timetable-locks.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Limit } from '../../platform/rates.ts';
import type { Tools } from '../tools.ts';
import { checkEntry } from './lectures.policy.ts';
import { findLecture } from './lectures.read.repo.ts';
import { type LockedLecture, lockLectures } from './lectures.write.repo.ts';
import { deleteEntries } from './private-entries.repo.ts';
import {
  addToMarkedCount,
  countTerm,
  deleteMarks,
  findConflicts,
  insertHours,
  insertMark,
  updateSeen,
} from './timetable.repo.ts';

/** Codes that a member may try for one lecture. */
const CODE_TRIES: Limit = { max: 10, seconds: 60 * 60 };

/** The rules by which lectures come into a timetable and leave it; all but `countTry` need its lock. */
export function createMarks({
  clock,
  throttle,
  notifications,
}: Pick<Tools, 'clock' | 'throttle' | 'notifications'>) {
  /** A room may be closed to the member now, or open again. The own page loads its bell by itself. */
  const follow = (tx: Tx, memberId: number, lecture: number) =>
    notifications.follow(tx, async () => undefined, { lecture, memberId });

  return {
    /** Counts a code outside of the transaction, which a wrong one rolls back. Throws TOO_MANY_REQUESTS. */
    async countTry(db: Db, memberId: number, lectureId: number): Promise<void> {
      const key = `lecture code:${lectureId} ${memberId}`;
      await throttle.hit(db, key, CODE_TRIES, 'TOO_MANY_REQUESTS');
    },

    /** Returns the new marked counts of the lectures that were in the timetable. */
    async removeMarks(tx: Tx, memberId: number, ids: readonly number[]) {
      if (ids.length === 0) return new Map<number, number>();
      const removed = await deleteMarks(tx, memberId, ids);
      for (const id of removed) await follow(tx, memberId, id);
      return removed.length === 0 ? new Map<number, number>() : addToMarkedCount(tx, removed, -1);
    },

    /**
     * Returns the new marked count. Throws LECTURE_MARKED, LECTURE_CODE_REQUIRED, LECTURE_CODE_WRONG,
     * TIMETABLE_FULL, and LECTURE_OVERLAP with what conflicts.
     */
    async addMark(tx: Tx, actor: Actor, lecture: LockedLecture, code?: string): Promise<number> {
      const { memberId } = actor;
      const now = clock.now();
      const mark = { memberId, lectureId: lecture.id, createdAt: now, seenAt: now };
      if (!(await insertMark(tx, mark))) throw new AppError('LECTURE_MARKED');
      checkEntry(lecture, actor, code);
      if ((await countTerm(tx, memberId, lecture)) > LIMITS.marksPerTerm) {
        throw new AppError('TIMETABLE_FULL');
      }
      const conflicts = await findConflicts(tx, memberId, lecture.id);
      if (conflicts.length > 0) throw new AppError('LECTURE_OVERLAP', { conflicts });
      await insertHours(tx, lecture.id, memberId);
      await follow(tx, memberId, lecture.id);
      return (await addToMarkedCount(tx, [lecture.id], 1)).get(lecture.id) ?? 0;
    },
  };
}

export function createTimetable({
  db,
  clock,
  throttle,
  notifications,
}: Pick<Tools, 'db' | 'clock' | 'throttle' | 'notifications'>) {
  const marks = createMarks({ clock, throttle, notifications });

  return {
    /**
     * Adds a lecture to the actor's timetable. With `isReplacing`, overlapping lectures and private
     * entries are removed in the same transaction; `code` admits to a members-only room. Throws
     * LECTURE_NOT_FOUND, LECTURE_MARKED, LECTURE_CODE_REQUIRED, LECTURE_CODE_WRONG, LECTURE_OVERLAP with
     * what conflicts, TIMETABLE_FULL, TOO_MANY_REQUESTS.
     */
    async mark(actor: Actor, lectureId: number, isReplacing: boolean, code?: string) {
      const { memberId } = actor;
      if (code !== undefined) await marks.countTry(db, memberId, lectureId);
      return db.transaction(async (tx) => {
        await lockTimetable(tx, memberId);
        const removed = isReplacing ? await findConflicts(tx, memberId, lectureId) : [];
        const removedIds = removed.filter((one) => !one.isEntry).map(({ id }) => id);
        const lecture = (await lockLectures(tx, [lectureId, ...removedIds])).get(lectureId);
        if (lecture === undefined) throw new AppError('LECTURE_NOT_FOUND');
        await marks.removeMarks(tx, memberId, removedIds);
        const entryIds = removed.filter((one) => one.isEntry).map(({ id }) => id);
        await deleteEntries(tx, memberId, entryIds);
        return { markedCount: await marks.addMark(tx, actor, lecture, code), removed };
      });
    },

    /** Idempotent; returns how many members have the lecture. Throws LECTURE_NOT_FOUND. */
    async unmark({ memberId }: Actor, lectureId: number): Promise<number> {
      return db.transaction(async (tx) => {
        await lockTimetable(tx, memberId);
        const lecture = (await lockLectures(tx, [lectureId])).get(lectureId);
        if (lecture === undefined) throw new AppError('LECTURE_NOT_FOUND');
        return (
          (await marks.removeMarks(tx, memberId, [lectureId])).get(lectureId) ?? lecture.markedCount
        );
      });
    },

    /**
     * Adds lectures, all or none. Throws LECTURE_NOT_FOUND, LECTURE_MARKED, LECTURE_CODE_REQUIRED, TIMETABLE_FULL,
     * and LECTURE_OVERLAP with what the first that does not fit conflicts with, which may be another of them.
     */
    async markAll(actor: Actor, lectureIds: readonly number[]): Promise<void> {
      await db.transaction(async (tx) => {
        await lockTimetable(tx, actor.memberId);
        const locked = await lockLectures(tx, lectureIds);
        if (locked.size < new Set(lectureIds).size) throw new AppError('LECTURE_NOT_FOUND');
        for (const lecture of locked.values()) await marks.addMark(tx, actor, lecture);
      });
    },

    /** Idempotent, also for lectures that are gone. */
    async unmarkAll({ memberId }: Actor, lectureIds: readonly number[]): Promise<void> {
      await db.transaction(async (tx) => {
        await lockTimetable(tx, memberId);
        const locked = await lockLectures(tx, lectureIds);
        await marks.removeMarks(tx, memberId, [...locked.keys()]);
      });
    },

    /** Clears the unread count of the room. Throws LECTURE_NOT_FOUND. */
    async markSeen({ memberId }: Actor, lectureId: number): Promise<void> {
      if ((await findLecture(db, memberId, lectureId)) === null) {
        throw new AppError('LECTURE_NOT_FOUND');
      }
      await updateSeen(db, { memberId, lectureId, seenAt: clock.now() });
    },
  };
}
