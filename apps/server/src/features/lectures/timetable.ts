import { lockTimetable } from '../../domain/timetables/timetable-locks.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tools } from '../tools.ts';
import { findLecture } from './lectures.read.repo.ts';
import { lockLectures } from './lectures.write.repo.ts';
import { deleteEntries } from './private-entries.repo.ts';
import { createMarks } from './timetable.marks.ts';
import { findConflicts, updateSeen } from './timetable.repo.ts';

export function createTimetable({ db, clock, throttle }: Pick<Tools, 'db' | 'clock' | 'throttle'>) {
  const marks = createMarks({ clock, throttle });

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

    /** Clears the unread count of the room. Throws LECTURE_NOT_FOUND. */
    async markSeen({ memberId }: Actor, lectureId: number): Promise<void> {
      if ((await findLecture(db, memberId, lectureId)) === null) {
        throw new AppError('LECTURE_NOT_FOUND');
      }
      await updateSeen(db, { memberId, lectureId, seenAt: clock.now() });
    },
  };
}
