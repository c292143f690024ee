import { LIMITS } from '@naru/contract/limits';
import type { Db, Tx } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Limit } from '../../platform/rates.ts';
import type { Tools } from '../tools.ts';
import { checkEntry } from './lectures.policy.ts';
import type { LockedLecture } from './lectures.write.repo.ts';
import {
  addToMarkedCount,
  countTerm,
  deleteMarks,
  findConflicts,
  insertHours,
  insertMark,
} from './timetable.repo.ts';

/** Codes that a member may try for one lecture. */
const CODE_TRIES: Limit = { max: 10, seconds: 60 * 60 };

/** The rules by which lectures come into a timetable and leave it; all but `countTry` need its lock. */
export function createMarks({ clock, throttle }: Pick<Tools, 'clock' | 'throttle'>) {
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
      return (await addToMarkedCount(tx, [lecture.id], 1)).get(lecture.id) ?? 0;
    },
  };
}
