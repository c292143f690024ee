import type { Db } from '../../db/client.ts';
import type { Clock } from '../../platform/clock.ts';
import { findMemberId, insertAudit, insertRole } from './members.roles.repo.ts';

/**
 * Makes a member an ADMIN: the way the first one comes to be (decisions 44, quality LG-17). Recorded
 * in the audit log under the member's own id, since nobody is signed in.
 */
export async function grantAdmin(
  db: Db,
  clock: Clock,
  username: string,
): Promise<'granted' | 'had it' | 'unknown'> {
  return db.transaction(async (tx) => {
    const memberId = await findMemberId(tx, username.trim().toLowerCase());
    if (memberId === null) return 'unknown';
    const now = clock.now();
    if (!(await insertRole(tx, memberId, 'ADMIN', now))) return 'had it';
    await insertAudit(tx, {
      actorId: memberId,
      action: 'ROLE_GRANT',
      targetType: 'MEMBER',
      targetId: memberId,
      reason: null,
      detail: { role: 'ADMIN', by: 'command line' },
      createdAt: now,
    });
    return 'granted';
  });
}
