import { LIMITS } from '@naru/contract/limits';
import type { Db, Tx } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { findLecture } from './lectures.read.repo.ts';
import { type LockedLecture, lockLectures } from './lectures.write.repo.ts';
import {
  addToMarkedCount,
  countTerm,
  deleteMarks,
  findInTheWay,
  insertHours,
  insertMark,
  lockTimetable,
  updateSeen,
} from './timetable.repo.ts';

interface LectureName {
  id: number;
  title: string;
}

interface Deps {
  db: Db;
  clock: Clock;
}

export function createTimetable({ db, clock }: Deps) {
  /** Takes lectures out of the timetable; answers the number of members who have each of them now. */
  async function takeOut(
    tx: Tx,
    memberId: number,
    ids: readonly number[],
  ): Promise<Map<number, number>> {
    if (ids.length === 0) return new Map();
    const gone = await deleteMarks(tx, memberId, ids);
    return gone.length === 0 ? new Map() : addToMarkedCount(tx, gone, -1);
  }

  /** Puts a lecture into the timetable; its key refuses hours that are taken. */
  async function putIn(tx: Tx, memberId: number, lecture: LockedLecture): Promise<number> {
    const now = clock.now();
    const mark = { memberId, lectureId: lecture.id, createdAt: now, seenAt: now };
    if (!(await insertMark(tx, mark))) throw new AppError('LECTURE_MARKED');
    if ((await countTerm(tx, memberId, lecture)) > LIMITS.marksPerTerm) {
      throw new AppError('TIMETABLE_FULL');
    }
    if (!(await insertHours(tx, lecture.id, memberId))) {
      const conflicts = await findInTheWay(tx, memberId, lecture.id);
      throw new AppError('LECTURE_OVERLAP', { conflicts });
    }
    return (await addToMarkedCount(tx, [lecture.id], 1)).get(lecture.id) ?? 0;
  }

  return {
    /**
     * Adds a lecture to the caller's timetable, which is its favorite star too. With `isReplacing`
     * the lectures in its way are taken out in the same transaction. Throws LECTURE_NOT_FOUND,
     * LECTURE_MARKED, LECTURE_OVERLAP with the lectures in the way, TIMETABLE_FULL.
     */
    async mark(
      { memberId }: Actor,
      lectureId: number,
      isReplacing: boolean,
    ): Promise<{ markedCount: number; removed: LectureName[] }> {
      return db.transaction(async (tx) => {
        await lockTimetable(tx, memberId);
        const removed = isReplacing ? await findInTheWay(tx, memberId, lectureId) : [];
        const removedIds = removed.map(({ id }) => id);
        const lecture = (await lockLectures(tx, [lectureId, ...removedIds])).get(lectureId);
        if (lecture === undefined) throw new AppError('LECTURE_NOT_FOUND');
        await takeOut(tx, memberId, removedIds);
        return { markedCount: await putIn(tx, memberId, lecture), removed };
      });
    },

    /**
     * Takes a lecture out of the caller's timetable; fine when it is not there. Answers how many
     * members have it. Throws LECTURE_NOT_FOUND.
     */
    async unmark({ memberId }: Actor, lectureId: number): Promise<number> {
      return db.transaction(async (tx) => {
        await lockTimetable(tx, memberId);
        const lecture = (await lockLectures(tx, [lectureId])).get(lectureId);
        if (lecture === undefined) throw new AppError('LECTURE_NOT_FOUND');
        return (await takeOut(tx, memberId, [lectureId])).get(lectureId) ?? lecture.markedCount;
      });
    },

    /** The caller has looked into the room: nothing is unread. Throws LECTURE_NOT_FOUND. */
    async markSeen({ memberId }: Actor, lectureId: number): Promise<void> {
      if ((await findLecture(db, memberId, lectureId)) === null) {
        throw new AppError('LECTURE_NOT_FOUND');
      }
      await updateSeen(db, { memberId, lectureId, seenAt: clock.now() });
    },
  };
}
