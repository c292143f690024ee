import { and, isNull, lte, or, type SQL } from 'drizzle-orm';
import { members } from '../../db/schema/index.ts';

/** Members who may log in: neither withdrawn nor suspended. */
export function isActive(now: Date): SQL | undefined {
  return and(
    isNull(members.withdrawnAt),
    or(isNull(members.suspendedUntil), lte(members.suspendedUntil, now)),
  );
}
