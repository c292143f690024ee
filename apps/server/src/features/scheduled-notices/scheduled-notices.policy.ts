import { BOARD_TYPES, BOARDS, type BoardType, isNoticeBoard } from '@naru/contract/boards';
import { hasRole } from '@naru/contract/roles';
import { type Authorised, authorise } from '../../domain/access/authorised.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';

export type ScheduleBoard = Authorised<'schedule', { boardType: BoardType }>;

/** Whoever may write on a notice board handles what is scheduled there. */
function canSchedule(boardType: BoardType, { roles }: Actor): boolean {
  const { writeRole } = BOARDS[boardType];
  return isNoticeBoard(boardType) && writeRole !== null && hasRole(roles, writeRole);
}

export function schedulableBoards(actor: Actor): BoardType[] {
  return BOARD_TYPES.filter((boardType) => canSchedule(boardType, actor));
}

/** Throws BOARD_NOT_WRITABLE for a board without notices and WRITE_DENIED for too low roles. */
export function authoriseSchedule(boardType: BoardType, actor: Actor): ScheduleBoard {
  if (!isNoticeBoard(boardType)) throw new AppError('BOARD_NOT_WRITABLE');
  if (!canSchedule(boardType, actor)) throw new AppError('WRITE_DENIED');
  return authorise('schedule', { boardType });
}
