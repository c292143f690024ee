import { LIMITS } from '@naru/contract/limits';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tools } from '../../tools.ts';
import { findLecture } from './lectures.read.repo.ts';
import { type LockedLecture, lockLectures } from './lectures.write.repo.ts';
import {
  addToMarkedCount,
  countTerm,
  deleteMarks,
  findConflicts,
  insertHours,
  insertMark,
  lockTimetable,
  updateSeen,
} from './timetable.repo.ts';

export function createTimetable({ db, clock }: Pick<Tools, 'db' | 'clock'>) {
  /** Returns the new marked counts of the lectures that were in the timetable. */
  async function removeMarks(tx: Tx, memberId: number, ids: readonly number[]) {
    if (ids.length === 0) return new Map();
    const removed = await deleteMarks(tx, memberId, ids);
    return removed.length === 0 ? new Map() : addToMarkedCount(tx, removed, -1);
  }

  /** Returns the new marked count. */
  async function addMark(tx: Tx, memberId: number, lecture: LockedLecture): Promise<number> {
    const now = clock.now();
    const mark = { memberId, lectureId: lecture.id, createdAt: now, seenAt: now };
    if (!(await insertMark(tx, mark))) throw new AppError('LECTURE_MARKED');
    if ((await countTerm(tx, memberId, lecture)) > LIMITS.marksPerTerm) {
      throw new AppError('TIMETABLE_FULL');
    }
    if (!(await insertHours(tx, lecture.id, memberId))) {
      const conflicts = await findConflicts(tx, memberId, lecture.id);
      throw new AppError('LECTURE_OVERLAP', { conflicts });
    }
    return (await addToMarkedCount(tx, [lecture.id], 1)).get(lecture.id) ?? 0;
  }

  return {
    /**
     * Adds a lecture to the actor's timetable. With `isReplacing`, overlapping lectures are removed in
     * the same transaction. Throws LECTURE_NOT_FOUND, LECTURE_MARKED, LECTURE_OVERLAP with the
     * conflicting lectures, TIMETABLE_FULL.
     */
    async mark({ memberId }: Actor, lectureId: number, isReplacing: boolean) {
      return db.transaction(async (tx) => {
        await lockTimetable(tx, memberId);
        const removed = isReplacing ? await findConflicts(tx, memberId, lectureId) : [];
        const removedIds = removed.map(({ id }) => id);
        const lecture = (await lockLectures(tx, [lectureId, ...removedIds])).get(lectureId);
        if (lecture === undefined) throw new AppError('LECTURE_NOT_FOUND');
        await removeMarks(tx, memberId, removedIds);
        return { markedCount: await addMark(tx, memberId, lecture), removed };
      });
    },

    /** Idempotent; returns how many members have the lecture. Throws LECTURE_NOT_FOUND. */
    async unmark({ memberId }: Actor, lectureId: number): Promise<number> {
      return db.transaction(async (tx) => {
        await lockTimetable(tx, memberId);
        const lecture = (await lockLectures(tx, [lectureId])).get(lectureId);
        if (lecture === undefined) throw new AppError('LECTURE_NOT_FOUND');
        return (await removeMarks(tx, memberId, [lectureId])).get(lectureId) ?? lecture.markedCount;
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
