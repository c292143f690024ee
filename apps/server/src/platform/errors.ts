import type { ErrorBody, FieldError } from '@naru/contract/error-body';
import { ERRORS, type ErrorCode } from '@naru/contract/errors';

type Extras = Partial<
  Pick<ErrorBody, 'message' | 'errors' | 'roomId' | 'conflicts' | 'secondStep'>
>;

/** `message` replaces the sentence of the catalogue. */
interface AppErrorOptions extends Extras {
  /** Seconds for the Retry-After header. */
  retryAfter?: number;
}

/** An expected failure that maps to an entry of the error catalogue. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: FieldError[] | undefined;
  readonly retryAfter: number | undefined;
  readonly roomId: number | undefined;
  readonly conflicts: ErrorBody['conflicts'];
  readonly secondStep: ErrorBody['secondStep'];

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? ERRORS[code].message);
    this.code = code;
    this.status = ERRORS[code].status;
    this.errors = options.errors;
    this.retryAfter = options.retryAfter;
    this.roomId = options.roomId;
    this.conflicts = options.conflicts;
    this.secondStep = options.secondStep;
  }
}

/** Whether it says that too many wait: nothing has been done, and the same may be sent again. */
export function isOverloaded(error: unknown): boolean {
  return error instanceof AppError && error.code === 'OVERLOADED';
}

/** A VALIDATION_FAILED error at one field of a form. */
export function fieldError(
  field: string,
  message: string,
  code: ErrorCode = 'VALIDATION_FAILED',
): AppError {
  return new AppError(code, { message, errors: [{ field, message }] });
}

/** Returns the row; throws `code` when there is none. */
export function found<T>(row: T | null | undefined, code: ErrorCode): T {
  if (row === null || row === undefined) throw new AppError(code);
  return row;
}
