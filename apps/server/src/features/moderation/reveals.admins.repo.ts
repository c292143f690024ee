import { and, eq, gt, ne, not, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { auditEntries, memberRoles, members } from '../../db/schema/index.ts';
import { addressCorrectedAt } from '../../domain/access/corrected-addresses.repo.ts';
import { isActive } from '../../domain/access/members.sql.ts';
import { holdsRole } from '../../domain/access/roles.sql.ts';
import type { AdminGrant, RevealAdmin } from './reveals.policy.ts';

/** Suspended members and those with SYSTEM are left out. */
export async function findRevealAdmins(db: Executor, now: Date): Promise<RevealAdmin[]> {
  const trustedAt = sql`greatest(${memberRoles.grantedAt}, ${addressCorrectedAt})`;
  return db
    .select({ id: members.id, trustedAt: trustedAt.mapWith(memberRoles.grantedAt) })
    .from(members)
    .innerJoin(memberRoles, eq(memberRoles.memberId, members.id))
    .where(and(eq(memberRoles.role, 'ADMIN'), isActive(now), not(holdsRole(members.id, 'SYSTEM'))));
}

/**
 * Grants of ADMIN after `since`, from the audit log, which keeps them when the role is revoked or
 * the giver leaves. A grant on the command line has no giver.
 */
export async function findAdminGrants(db: Executor, since: Date): Promise<AdminGrant[]> {
  return db
    .select({
      giverId: auditEntries.actorId,
      receiverId: auditEntries.targetId,
      at: auditEntries.createdAt,
    })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.action, 'role.grant'),
        sql`${auditEntries.detail} ->> 'role' = 'ADMIN'`,
        gt(auditEntries.createdAt, since),
        ne(auditEntries.actorId, auditEntries.targetId),
      ),
    );
}
