import { and, isNull, lte, or, type SQL } from 'drizzle-orm';
import { members } from '../../db/schema/index.ts';

/** Members that may log in: neither withdrawn nor suspended at this moment. */
export function isActive(now: Date): SQL | undefined {
  return and(
    isNull(members.withdrawnAt),
    or(isNull(members.suspendedUntil), lte(members.suspendedUntil, now)),
  );
}
