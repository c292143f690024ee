import type { Role } from '@naru/contract/roles';
import type { Actor } from '../platform/actor.ts';
import { AppError } from '../platform/errors.ts';

/** The code of the AppError that `work` throws; null when it throws none. */
export function refusalOf(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

/** A member who acts with these roles. */
export function actorOf(memberId: number, ...roles: Role[]): Actor {
  return { memberId, sessionId: 's', roles };
}
