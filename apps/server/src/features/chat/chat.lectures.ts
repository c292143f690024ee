import { LIMITS } from '@naru/contract/limits';
import type { Term } from '@naru/contract/timetable';
import type { Executor } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { kstDay } from '../../platform/clock.ts';
import { AppError, found } from '../../platform/errors.ts';
import type { LecturesService } from '../lectures/lectures.service.ts';
import type { Tools } from '../tools.ts';
import { enterRoom, openRoom } from './chat.groups.repo.ts';
import { countMembers, findLectureChat, listRoomMembers } from './chat.lectures.repo.ts';
import { authoriseJoin, requireRoom } from './chat.policy.ts';
import { presentMember } from './chat.present.ts';
import { prepareReadRoom } from './chat.read.repo.ts';

export interface TermDeps extends Pick<Tools, 'clock'> {
  readLastDays: LecturesService['readLastDays'];
}

interface LectureTerm {
  year: number;
  semester: number;
}

/** Returns a function that says whether the term of a lecture is over, which reads the calendar for lectures only. */
export function createTermCheck({ clock, readLastDays }: TermDeps) {
  return async (executor: Executor, lectures: readonly (LectureTerm | null)[]) => {
    if (lectures.every((lecture) => lecture === null)) return () => false;
    const lastDayOf = await readLastDays(executor);
    const today = kstDay(clock.now());
    return (lecture: LectureTerm | null) => lecture !== null && lastDayOf(lecture as Term) < today;
  };
}

export interface ChatLectureDeps extends TermDeps, Pick<Tools, 'db' | 'audit'> {}

/** The chat room that each lecture has for its members, who join it by choice. */
export function createChatLectures(deps: ChatLectureDeps) {
  const { db, clock, audit } = deps;
  const readRoom = prepareReadRoom(db);
  const checkTerms = createTermCheck(deps);

  async function find(executor: Executor, memberId: number, lectureId: number) {
    const row = found(await findLectureChat(executor, memberId, lectureId), 'LECTURE_NOT_FOUND');
    if (row.isGone) throw new AppError('LECTURE_NOT_FOUND');
    const isOver = (await checkTerms(executor, [row]))(row);
    return { row, isOver };
  }

  return {
    /** What the page of a lecture shows of its room. Throws LECTURE_NOT_FOUND. */
    async findOfLecture({ memberId }: Actor, lectureId: number) {
      const { row, isOver } = await find(db, memberId, lectureId);
      return {
        roomId: row.isIn ? row.roomId : null,
        memberCount: row.belongs ? row.memberCount : 0,
        newMailCount: row.isIn ? row.unreadCount : 0,
        canJoin: row.belongs && !isOver,
      };
    },

    /**
     * Lets the actor into the room, which the first one opens; on record where staff rights alone allow it. Throws LECTURE_NOT_FOUND, LECTURE_CHAT_DENIED,
     * LECTURE_CHAT_CLOSED, LECTURE_CHAT_FULL.
     */
    async join(actor: Actor, lectureId: number) {
      const { memberId } = actor;
      return db.transaction(async (tx) => {
        const { row, isOver } = await find(tx, memberId, lectureId);
        const allowed = authoriseJoin(row, isOver);
        const { roomId } = await openRoom(tx, allowed, clock.now());
        const isFull = (await countMembers(tx, roomId)) >= LIMITS.lectureChatMembers;
        if (isFull && !row.isIn) throw new AppError('LECTURE_CHAT_FULL');
        await enterRoom(tx, { roomId, memberId });
        if (!row.takesPart && !row.isIn) {
          await audit.record(tx, actor, { action: 'lecture.join-chat', targetId: lectureId });
        }
        return { roomId };
      });
    },

    /** Throws ROOM_NOT_FOUND, also for a room of two. */
    async listMembers({ memberId }: Actor, roomId: number) {
      const { side } = requireRoom(await readRoom({ memberId, roomId, clientId: null })(db));
      if (side.partnerId !== null) throw new AppError('ROOM_NOT_FOUND');
      const now = clock.now();
      return { members: (await listRoomMembers(db, roomId)).map((row) => presentMember(row, now)) };
    },
  };
}
