import { sql } from 'drizzle-orm';
import { offSince } from '../../db/off-time.ts';
import { rosterEntries } from '../../db/schema/index.ts';

/** Until when an invitation can be used; null without one. A day on which the site was off does not count. */
export const invitationEnd =
  sql<Date | null>`(${rosterEntries.expiresAt} + ${offSince(rosterEntries.invitedAt)})`.mapWith(
    rosterEntries.expiresAt,
  );
