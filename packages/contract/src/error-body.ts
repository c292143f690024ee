import type { ErrorCode } from './errors.ts';

export interface FieldError {
  field: string;
  message: string;
}

/** Body of every response with a status of 400 or more. */
export interface ErrorBody {
  error: ErrorCode;
  message: string;
  errors?: FieldError[];
  /** With ROOM_EXISTS: the existing chat room. */
  roomId?: number;
  /** With SECOND_STEP_REQUIRED: the token for the second step of the login, and whether a passkey can be it. */
  secondStep?: { token: string; hasPasskey: boolean };
  /**
   * With LECTURE_OVERLAP and ENTRY_OVERLAP: what the timetable has at that time; `isEntry` marks private
   * entries. With PLAN_BLOCKED: what is in the way. With LECTURE_EXISTS and the codes of rooms: the lecture.
   */
  conflicts?: { id: number; title: string; isEntry?: true }[];
  requestId: string;
}
