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
import type { NoticesService } from '../notifications/notifications.service.ts';
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
  notices: Pick<NoticesService, 'notify'>;
  emailQueue: Pick<EmailQueue, 'enqueue'>;
  mails: SuspensionMails;
  audit: Pick<AuditService, 'record'>;
  people: Pick<AdminService, 'getUser' | 'findActiveRoles'>;
}

/** Members that may not log in for a while. */
export function createSuspensions(deps: Deps) {
  const { clock, live, events, people } = deps;

  /** The member, with nobody's rank changing until the transaction ends. Throws as below. */
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
     * Up to the end of a Korean day: sessions end at once, and a login is refused with the reason.
     * Throws MEMBER_UNKNOWN, SUSPENSION_DENIED for oneself and for ranks not below the own,
     * LAST_ADMIN, VALIDATION_FAILED for a day that is over or more than ten years away.
     */
    async suspend(
      actor: Actor,
      id: number,
      { until, reason }: { until: string; reason: string },
    ): Promise<AdminUser> {
      const suspendedUntil = endOf(until, clock.now());
      const user = await live.transaction(async (tx, emit) => {
        const user = await lockUser(tx, actor, id);
        if (await isLastAdmin(tx, id, clock.now())) throw new AppError('LAST_ADMIN');
        await updateSuspension(tx, id, { suspendedUntil, suspendedReason: reason });
        await deps.sessions.endAll(tx, id);
        await deps.notices.notify(tx, emit, { kind: 'suspended', facts: { until }, to: [id] });
        await deps.emailQueue.enqueue(tx, deps.mails.suspended(user.email, until));
        const before = user.suspendedUntil;
        await record(tx, actor, {
          action: 'member.suspend',
          id,
          reason,
          detail: { before, until },
        });
        return people.getUser(tx, id);
      });
      events.emit('access-changed', { memberId: id });
      return user;
    },

    /** Ends a suspension early; without one nothing changes. Throws MEMBER_UNKNOWN, SUSPENSION_DENIED. */
    async lift(actor: Actor, id: number): Promise<AdminUser> {
      return live.transaction(async (tx, emit) => {
        const user = await lockUser(tx, actor, id);
        if (user.suspendedUntil === null) return user;
        await updateSuspension(tx, id, { suspendedUntil: null, suspendedReason: null });
        await deps.notices.notify(tx, emit, { kind: 'suspensionLifted', facts: null, to: [id] });
        await deps.emailQueue.enqueue(tx, deps.mails.lifted(user.email));
        const detail = { before: user.suspendedUntil };
        await record(tx, actor, { action: 'member.lift', id, detail });
        return people.getUser(tx, id);
      });
    },
  };

  function record(
    tx: Tx,
    { memberId, address }: Actor,
    entry: {
      action: 'member.suspend' | 'member.lift';
      id: number;
      reason?: string;
      detail: Record<string, unknown>;
    },
  ): Promise<void> {
    const { id, ...rest } = entry;
    const target = { targetType: 'member', targetId: id } as const;
    return deps.audit.record(tx, { ...rest, ...target, actorId: memberId, address });
  }
}

const rankOf = (roles: readonly Role[]) => roleRank(highestRole(roles));

/** The last moment of the day. */
function endOf(day: string, now: Date): Date {
  if (day < kstDay(now)) throw fieldError('until', PAST);
  if (day > kstDay(addSeconds(now, LIMITS.suspensionDays * DAY)))
    throw fieldError('until', TOO_LONG);
  return new Date(startOfKstDay(day).getTime() + DAY * 1000 - 1);
}
