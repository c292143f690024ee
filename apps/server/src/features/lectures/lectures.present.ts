import type { Lecture, MarkedLecture } from '@naru/contract/lectures';
import { DAYS, type Schedule, scheduleHours } from '@naru/contract/timetable';
import { canManageRoom, isRoomOwner } from '../../domain/access/room-access.ts';
import type { Actor } from '../../platform/actor.ts';
import { toKst } from '../../platform/clock.ts';
import { canEdit, canRead } from './lectures.policy.ts';
import type { LectureRow, MarkedRow, SlotRow } from './lectures.read.repo.ts';

/** Includes what the viewer may do; never the creator. */
export function presentLecture(row: LectureRow, viewer: Actor, now: Date): Lecture {
  const schedules = row.slots.map(toSchedule);
  return {
    id: row.id,
    title: row.title,
    grade: row.grade,
    semester: row.semester,
    year: row.year,
    intro: row.intro,
    themeColor: row.themeColor,
    professorName: row.professorName ?? row.professorNickname ?? '',
    professorNickname: row.professorNickname,
    professorId: row.professorNickname === null ? null : row.professorId,
    professorThumbnail: row.professorThumbnail,
    room: row.room,
    credit: row.credit,
    credits: row.credit ?? scheduleHours(schedules),
    schedules,
    markedCount: row.markedCount,
    isMarked: row.isMarked,
    membersOnly: row.membersOnly,
    canRead: canRead(row, viewer),
    canEdit: canEdit(row, viewer, now),
    canManage: canManageRoom(row, viewer),
    isOwner: isRoomOwner(row, viewer),
    createdDate: toKst(row.createdAt),
  };
}

export function presentMarked(row: MarkedRow, viewer: Actor, now: Date): MarkedLecture {
  return { ...presentLecture(row, viewer, now), unreadCount: row.unreadCount };
}

/** `dow` 1 is MONDAY. */
function toSchedule({ dow, start, end }: SlotRow): Schedule {
  return { dow: DAYS[dow - 1] ?? 'MONDAY', startTime: start, endTime: end };
}

export function toSlot({ dow, startTime, endTime }: Schedule): SlotRow {
  return { dow: DAYS.indexOf(dow) + 1, start: startTime, end: endTime };
}
