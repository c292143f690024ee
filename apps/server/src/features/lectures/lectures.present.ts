import type { Lecture, MarkedLecture } from '@naru/contract/lectures';
import {
  DAYS,
  endOf,
  type Schedule,
  scheduleAt,
  scheduleHours,
  startOf,
} from '@naru/contract/timetable';
import { canManageRoom, isRoomOwner } from '../../domain/access/room-access.ts';
import type { Actor } from '../../platform/actor.ts';
import { toKst } from '../../platform/clock.ts';
import { canEdit, canRead } from './lectures.policy.ts';
import type { LectureRow, MarkedRow, SlotRow } from './lectures.read.repo.ts';

/** Includes what the viewer may do; never the creator. */
export function presentLecture(row: LectureRow, viewer: Actor, now: Date): Lecture {
  const { slots, creatorId, createdAt, updatedAt, ...shown } = row;
  const mayEdit = canEdit(row, viewer, now);
  const canManage = canManageRoom(row, viewer);
  const schedules = slots.map(toSchedule);
  return {
    ...shown,
    professorName: row.professorName ?? row.professorNickname ?? '',
    professorId: row.professorNickname === null ? null : row.professorId,
    credits: row.credit ?? scheduleHours(schedules),
    schedules,
    canRead: canRead(row, viewer),
    entryCode: mayEdit || canManage ? row.entryCode : null,
    canEdit: mayEdit,
    canManage,
    isOwner: isRoomOwner(row, viewer),
    createdDate: toKst(createdAt),
  };
}

export function presentMarked(row: MarkedRow, viewer: Actor, now: Date): MarkedLecture {
  return { ...presentLecture(row, viewer, now), unreadCount: row.unreadCount };
}

/** `dow` 1 is MONDAY. */
export function toSchedule({ dow, from, to }: SlotRow): Schedule {
  return scheduleAt(DAYS[dow - 1] ?? 'MONDAY', from, to);
}

export function toSlot(slot: Schedule): SlotRow {
  return { dow: DAYS.indexOf(slot.dow) + 1, from: startOf(slot), to: endOf(slot) };
}
