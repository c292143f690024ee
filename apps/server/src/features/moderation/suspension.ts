import type { AdminUser } from '@naru/contract/admin';
import { LIMITS } from '@naru/contract/limits';
import { hasRole, highestRole, type Role, roleRank } from '@naru/contract/roles';
import * as z from 'zod/mini';
import type { Tx } from '../../db/client.ts';
import { isLastAdmin, lockAdmins } from '../../domain/access/members.repo.ts';
import { insertStaffAction } from '../../domain/moderation/staff-actions.sql.ts';
import { staffRoleOf } from '../../domain/moderation/staff-actions.ts';
import type { Actor } from '../../platform/actor.ts';
import { addDays, kstDay, startOfKstDay } from '../../platform/clock.ts';
import { AppError, fieldError } from '../../platform/errors.ts';
import type { AdminService } from '../admin/admin.service.ts';
import type { ObjectionsService } from '../objections/objections.service.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import type { Tools } from '../tools.ts';
import type { SuspensionEmails } from './moderation.emails.ts';
import { isMemberActive, updateSuspension } from './suspension.repo.ts';

const PAST = '오늘이나 그 뒤의 날짜를 선택해 주세요.';
const TOO_LONG = '정지 기간은 10년 이하로 선택해 주세요.';

const SUSPENDED = 'suspension';
const suspendedFacts = z.object({ actionId: z.number() });
const LIFTED = 'suspension-lifted';
const liftedFacts = z.object({ memberId: z.number() });

interface Deps
  extends Pick<
    Tools,
    'db' | 'clock' | 'live' | 'events' | 'notifications' | 'emailQueue' | 'audit'
  > {
  sessions: Pick<SessionsService, 'endAll'>;
  emails: SuspensionEmails;
  objections: Pick<ObjectionsService, 'objectionLink' | 'isSuspension'>;
  people: Pick<AdminService, 'getUser' | 'findActiveRoles'>;
}

export function createSuspensions(deps: Deps) {
  const { db, clock, live, notifications, emailQueue, emails, audit, people, objections } = deps;
  emailQueue.renews(SUSPENDED, async (about, stored) =>
    (await objections.isSuspension(z.parse(suspendedFacts, about).actionId)) ? stored : null,
  );
  emailQueue.renews(LIFTED, async (about, stored) => {
    const { memberId } = z.parse(liftedFacts, about);
    return (await isMemberActive(db, memberId, clock.now())) ? stored : null;
  });

  /** Blocks role changes until the transaction ends. Throws as `lift`, and PERMISSION_DENIED. */
  async function lockUser(tx: Tx, actor: Actor, id: number): Promise<AdminUser> {
    await lockAdmins(tx);
    const actorRoles = await people.findActiveRoles(tx, actor.memberId);
    if (!hasRole(actorRoles, 'ADMIN')) throw new AppError('PERMISSION_DENIED');
    const user = await people.getUser(tx, id);
    if (rankOf(user.roles) >= rankOf(actorRoles)) throw new AppError('SUSPENSION_DENIED');
    return user;
  }

  return {
    /**
     * Suspends a member until the end of a day in Korea and ends its sessions. Throws MEMBER_UNKNOWN,
     * SUSPENSION_DENIED unless the member has a lower rank, LAST_ADMIN, VALIDATION_FAILED for a past
     * day and for one more than ten years away.
     */
    async suspend(
      actor: Actor,
      id: number,
      { until, reason }: { until: string; reason: string },
    ): Promise<AdminUser> {
      const suspendedUntil = lastMomentOf(until, clock.now());
      const user = await live.transaction(async (tx, emit) => {
        const user = await lockUser(tx, actor, id);
        if (await isLastAdmin(tx, id, clock.now())) throw new AppError('LAST_ADMIN');
        await updateSuspension(tx, id, { suspendedUntil, suspendedReason: reason });
        await deps.sessions.endAll(tx, id);
        await notifications.withdraw(tx, emit, [id], { kind: 'suspensionLifted', facts: null });
        await notifications.notify(tx, emit, { kind: 'suspended', facts: { until }, to: [id] });
        const actionId = await insertStaffAction(tx, {
          targetType: 'MEMBER',
          targetId: id,
          action: 'SUSPENDED',
          reason,
          office: staffRoleOf(actor),
          createdAt: clock.now(),
        });
        const link = objections.objectionLink(actionId, suspendedUntil);
        const about = { kind: SUSPENDED, facts: { actionId } };
        await emailQueue.enqueue(tx, emails.suspended(user.email, until, link), { about });
        const detail = { before: user.suspendedUntil, until };
        await audit.record(tx, actor, { action: 'member.suspend', targetId: id, reason, detail });
        return people.getUser(tx, id);
      });
      deps.events.emit('access-changed', { memberId: id });
      return user;
    },

    /** Ends a suspension early; idempotent. Throws MEMBER_UNKNOWN, SUSPENSION_DENIED. */
    async lift(actor: Actor, id: number): Promise<AdminUser> {
      return live.transaction(async (tx, emit) => {
        const user = await lockUser(tx, actor, id);
        if (user.suspendedUntil === null) return user;
        await updateSuspension(tx, id, { suspendedUntil: null, suspendedReason: null });
        const ended = { kind: 'suspended', facts: { until: '' } } as const;
        await notifications.withdraw(tx, emit, [id], ended);
        await notifications.notify(tx, emit, { kind: 'suspensionLifted', facts: null, to: [id] });
        const about = { kind: LIFTED, facts: { memberId: id } };
        await emailQueue.enqueue(tx, emails.lifted(user.email), { about });
        const detail = { before: user.suspendedUntil };
        await audit.record(tx, actor, { action: 'member.lift', targetId: id, detail });
        return people.getUser(tx, id);
      });
    },
  };
}

const rankOf = (roles: readonly Role[]) => roleRank(highestRole(roles));

function lastMomentOf(day: string, now: Date): Date {
  const today = kstDay(now);
  if (day < today) throw fieldError('until', PAST);
  if (day > addDays(today, LIMITS.suspensionDays)) throw fieldError('until', TOO_LONG);
  return new Date(startOfKstDay(addDays(day, 1)).getTime() - 1);
}
