import { ApiError } from './api-error.ts';

/** Whether a save was refused because another person saved first. */
export function isEditConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'EDIT_CONFLICT';
}
