import type { Db } from '../../db/client.ts';
import { grantRole } from '../../domain/access/members.repo.ts';
import type { Clock } from '../../platform/clock.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { findMemberId } from './members.repo.ts';

/**
 * Grants ADMIN from the command line, as for the first admin. The audit log records it under the
 * member's own id, since no actor is logged in.
 */
export async function grantAdmin(
  db: Db,
  clock: Clock,
  audit: Pick<AuditService, 'record'>,
  username: string,
): Promise<'granted' | 'had it' | 'unknown'> {
  return db.transaction(async (tx) => {
    const memberId = await findMemberId(tx, username.trim().toLowerCase());
    if (memberId === null) return 'unknown';
    const isNew = await grantRole(tx, { memberId, role: 'ADMIN', grantedAt: clock.now() });
    if (!isNew) return 'had it';
    const detail = { role: 'ADMIN', by: 'command line' };
    await audit.record(tx, { memberId }, { action: 'role.grant', targetId: memberId, detail });
    return 'granted';
  });
}
