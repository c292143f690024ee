import { ERRORS, type ErrorBody, type ErrorCode, type FieldError } from '@naru/contract/errors';

interface AppErrorOptions {
  /** A more exact sentence than the catalogue's. */
  message?: string;
  /** Complaints per field. */
  errors?: FieldError[];
  /** Seconds for the Retry-After header. */
  retryAfter?: number;
  /** With ROOM_EXISTS: the room that is there already. */
  roomId?: number;
  /** With LECTURE_OVERLAP: the lectures in the way. */
  conflicts?: ErrorBody['conflicts'];
}

/** An expected failure: becomes the answer of its catalogue entry. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: FieldError[] | undefined;
  readonly retryAfter: number | undefined;
  readonly roomId: number | undefined;
  readonly conflicts: ErrorBody['conflicts'];

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? ERRORS[code].message);
    this.code = code;
    this.status = ERRORS[code].status;
    this.errors = options.errors;
    this.retryAfter = options.retryAfter;
    this.roomId = options.roomId;
    this.conflicts = options.conflicts;
  }
}

/** A refusal that stands at one field of a form. */
export function fieldError(
  field: string,
  message: string,
  code: ErrorCode = 'VALIDATION_FAILED',
): AppError {
  return new AppError(code, { message, errors: [{ field, message }] });
}
