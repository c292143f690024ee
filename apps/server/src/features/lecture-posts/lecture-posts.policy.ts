import { canWriteInRoom, LECTURE_BOARDS, type LectureBoardType } from '@naru/contract/boards';
import { TEXTS } from '@naru/contract/texts';
import { authorise } from '../../domain/access/authorised.ts';
import {
  canManageRoom,
  isRoomOwner,
  type Readable,
  requireReadable,
} from '../../domain/access/room-access.ts';
import { isAuthor, type KnownAuthor } from '../../domain/authorship/author.ts';
import type { ChangeablePost, WritableBoard } from '../../domain/posts/writing.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError, fieldError } from '../../platform/errors.ts';
import type { AnswerableQuestion, LecturePostAccess, Room } from './lecture-posts.write.repo.ts';

const QUESTIONS_ONLY = '질문에만 답변할 수 있습니다.';

/** Throws WRITE_DENIED. */
export function authoriseWrite(
  boardType: LectureBoardType,
  room: Readable<Pick<Room, 'lectureId' | 'professorId'>>,
  actor: Actor,
): WritableBoard {
  if (!canWriteInRoom(boardType, { isOwner: isRoomOwner(room, actor) }, actor.roles)) {
    throw new AppError('WRITE_DENIED');
  }
  return authorise('write', { boardType, lectureId: room.lectureId });
}

/** Throws POST_NOT_FOUND, also for a post of another room, and LECTURE_MEMBERS_ONLY. */
export function requireInRoom(head: LecturePostAccess | null, lectureId: number) {
  return requireReadable(head?.lectureId === lectureId ? head : null, 'POST_NOT_FOUND');
}

/**
 * Allows an author who may still write on the board. Throws PERMISSION_DENIED, WRITE_DENIED,
 * CONTENT_BLINDED, and VALIDATION_FAILED for another board.
 */
export function authoriseChange(
  head: Readable<LecturePostAccess>,
  boardType: LectureBoardType,
  actor: Actor,
  self: KnownAuthor,
): ChangeablePost {
  if (!isAuthor(head, self)) throw new AppError('PERMISSION_DENIED');
  if (head.isBlinded) throw new AppError('CONTENT_BLINDED');
  if (boardType !== head.boardType) throw fieldError('boardType', TEXTS.boardFixed);
  authoriseWrite(boardType, head, actor);
  return authorise('change', head);
}

/**
 * Allows the professor of the room, and MANAGER and above. Throws PERMISSION_DENIED, and
 * VALIDATION_FAILED for a post that is not a question.
 */
export function authoriseAnswer(head: LecturePostAccess, actor: Actor): AnswerableQuestion {
  if (!canManageRoom(head, actor)) throw new AppError('PERMISSION_DENIED');
  if (!LECTURE_BOARDS[head.boardType].answeredByProfessor) {
    throw new AppError('VALIDATION_FAILED', { message: QUESTIONS_ONLY });
  }
  return authorise('answer', head);
}
