import type { ErrorCode } from '@naru/contract/errors';
import { AppError } from './errors.ts';

/** Returns the row; throws `code` when there is none. */
export function found<T>(row: T | null | undefined, code: ErrorCode): T {
  if (row === null || row === undefined) throw new AppError(code);
  return row;
}
