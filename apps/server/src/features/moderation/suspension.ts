import type { AdminUser } from '@naru/contract/admin';
import { LIMITS } from '@naru/contract/limits';
import { hasRole, highestRole, type Role, roleRank } from '@naru/contract/roles';
import type { Tx } from '../../db/client.ts';
import { isLastAdmin, lockAdmins } from '../../domain/access/admins.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds, type Clock, kstDay, startOfKstDay } from '../../platform/clock.ts';
import type { DomainEventHub } from '../../platform/domain-events.ts';
import type { EmailQueue } from '../../platform/email/email-queue.ts';
import { AppError, fieldError } from '../../platform/errors.ts';
import type { Live } from '../../platform/live/live.ts';
import type { AdminService } from '../admin/admin.service.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import { updateSuspension } from './suspension.repo.ts';
import type { SuspensionMails } from './suspension.texts.ts';

const DAY = 24 * 60 * 60;
const PAST = '오늘이나 그 뒤의 날짜를 선택해 주세요.';
const TOO_LONG = '정지 기간은 10년 이하로 선택해 주세요.';

interface Deps {
  clock: Clock;
  live: Pick<Live, 'transaction'>;
  events: Pick<DomainEventHub, 'emit'>;
  sessions: Pick<SessionsService, 'endAll'>;
  notifications: Pick<NotificationsService, 'notify'>;
  emailQueue: Pick<EmailQueue, 'enqueue'>;
  mails: SuspensionMails;
  audit: Pick<AuditService, 'record'>;
  people: Pick<AdminService, 'getUser' | 'findActiveRoles'>;
}

export function createSuspensions(deps: Deps) {
  const { clock, live, events, audit, people } = deps;

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
        await deps.notifications.notify(tx, emit, {
          kind: 'suspended',
          facts: { until },
          to: [id],
        });
        await deps.emailQueue.enqueue(tx, deps.mails.suspended(user.email, until));
        const detail = { before: user.suspendedUntil, until };
        await audit.record(tx, { ...entryOf(actor, 'member.suspend', id), reason, detail });
        return people.getUser(tx, id);
      });
      events.emit('access-changed', { memberId: id });
      return user;
    },

    /** Ends a suspension early; idempotent. Throws MEMBER_UNKNOWN, SUSPENSION_DENIED. */
    async lift(actor: Actor, id: number): Promise<AdminUser> {
      return live.transaction(async (tx, emit) => {
        const user = await lockUser(tx, actor, id);
        if (user.suspendedUntil === null) return user;
        await updateSuspension(tx, id, { suspendedUntil: null, suspendedReason: null });
        await deps.notifications.notify(tx, emit, {
          kind: 'suspensionLifted',
          facts: null,
          to: [id],
        });
        await deps.emailQueue.enqueue(tx, deps.mails.lifted(user.email));
        const detail = { before: user.suspendedUntil };
        await audit.record(tx, { ...entryOf(actor, 'member.lift', id), detail });
        return people.getUser(tx, id);
      });
    },
  };
}

function entryOf<A extends `member.${string}`>(
  { memberId, address }: Actor,
  action: A,
  targetId: number,
) {
  return { actorId: memberId, address, action, targetType: 'member', targetId } as const;
}

const rankOf = (roles: readonly Role[]) => roleRank(highestRole(roles));

function lastMomentOf(day: string, now: Date): Date {
  if (day < kstDay(now)) throw fieldError('until', PAST);
  if (day > kstDay(addSeconds(now, LIMITS.suspensionDays * DAY)))
    throw fieldError('until', TOO_LONG);
  return new Date(startOfKstDay(day).getTime() + DAY * 1000 - 1);
}
