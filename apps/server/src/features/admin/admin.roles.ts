import { ROLES, type Role } from '@naru/contract/roles';
import { TEXTS } from '@naru/contract/texts';
import type { Tx } from '../../db/client.ts';
import { isLastAdmin, lockAdmins } from '../../domain/access/admins.repo.ts';
import { grantRole } from '../../domain/access/member-roles.repo.ts';
import type { RoleChangeFacts } from '../../domain/notifications/texts.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DomainEventHub } from '../../platform/domain-events.ts';
import type { EmailQueue } from '../../platform/email/email-queue.ts';
import { AppError } from '../../platform/errors.ts';
import type { Emit, Live } from '../../platform/live/live.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import { checkRoleChange } from './admin.policy.ts';
import { deleteRole, findActiveRoles, findUser, listAdmins, type UserRow } from './admin.repo.ts';
import type { RoleMails } from './admin.texts.ts';

const BASE_ROLE = TEXTS.baseRole;

export interface RoleInput {
  userId: number;
  role: Role;
  reason?: string | undefined;
}

interface Deps {
  clock: Clock;
  live: Pick<Live, 'transaction'>;
  events: Pick<DomainEventHub, 'emit'>;
  notifications: Pick<NotificationsService, 'notify'>;
  emailQueue: Pick<EmailQueue, 'enqueue'>;
  mails: RoleMails;
  audit: Pick<AuditService, 'record'>;
}

export function createRoles(deps: Deps) {
  const { clock, live, events } = deps;

  return {
    /**
     * Grants a role with immediate effect on open streams and issued tokens; returns the member's
     * roles. Idempotent. Throws MEMBER_UNKNOWN, ROLE_CHANGE_DENIED, PERMISSION_DENIED.
     */
    async grantRole(actor: Actor, input: RoleInput): Promise<Role[]> {
      const roles = await live.transaction((tx, emit) => grantIn(tx, emit, actor, input));
      events.emit('access-changed', { memberId: input.userId });
      return roles;
    },

    /**
     * Grants a role in the caller's transaction, which must not lock rows afterwards. The caller emits
     * `access-changed` after the commit.
     */
    grantIn,

    /** Idempotent. Throws like `grantRole`, VALIDATION_FAILED for USER, and LAST_ADMIN. */
    async revokeRole(actor: Actor, input: RoleInput): Promise<Role[]> {
      if (input.role === 'USER') throw new AppError('VALIDATION_FAILED', { message: BASE_ROLE });
      const roles = await live.transaction(async (tx, emit) => {
        const user = await lockPair(tx, actor, input);
        if (input.role === 'ADMIN' && (await isLastAdmin(tx, user.id, clock.now()))) {
          throw new AppError('LAST_ADMIN');
        }
        if (!(await deleteRole(tx, user.id, input.role))) return user.roles;
        return announce(tx, emit, { actor, user, input, isGrant: false });
      });
      events.emit('access-changed', { memberId: input.userId });
      return roles;
    },
  };

  async function grantIn(tx: Tx, emit: Emit, actor: Actor, input: RoleInput): Promise<Role[]> {
    const user = await lockPair(tx, actor, input);
    const { role } = input;
    const isNew = await grantRole(tx, { memberId: user.id, role, grantedAt: clock.now() });
    return isNew ? announce(tx, emit, { actor, user, input, isGrant: true }) : user.roles;
  }

  /** Serialises role changes, so that two admins cannot revoke each other's role. */
  async function lockPair(tx: Tx, actor: Actor, { userId, role }: RoleInput): Promise<UserRow> {
    await lockAdmins(tx);
    const actorRoles = await findActiveRoles(tx, actor.memberId, clock.now());
    const user = await findUser(tx, userId);
    if (user === null) throw new AppError('MEMBER_UNKNOWN');
    checkRoleChange({
      actorId: actor.memberId,
      actorRoles: actorRoles ?? [],
      targetId: user.id,
      targetRoles: user.roles,
      role,
    });
    return user;
  }

  /** Notifies and e-mails the member and all ADMINs, then records the change; returns the new roles. */
  async function announce(
    tx: Tx,
    emit: Emit,
    change: { actor: Actor; user: UserRow; input: RoleInput; isGrant: boolean },
  ): Promise<Role[]> {
    const { actor, user, input, isGrant } = change;
    const { role } = input;
    const by = (await findUser(tx, actor.memberId))?.username ?? '';
    const facts = { role, isGrant, username: user.username, by };
    await notifyPeople(tx, emit, { facts, user, actorId: actor.memberId });
    const after = ROLES.filter((one) => (one === role ? isGrant : user.roles.includes(one)));
    await deps.audit.record(tx, {
      actorId: actor.memberId,
      action: isGrant ? 'role.grant' : 'role.revoke',
      targetType: 'member',
      targetId: user.id,
      reason: input.reason,
      detail: { role, before: user.roles, after },
      address: actor.address,
    });
    return after;
  }

  async function notifyPeople(
    tx: Tx,
    emit: Emit,
    { facts, user, actorId }: { facts: RoleChangeFacts; user: UserRow; actorId: number },
  ): Promise<void> {
    const others = (await listAdmins(tx)).filter(({ id }) => id !== user.id);
    const to = others.map(({ id }) => id);
    const shared = { facts, actorId };
    await deps.notifications.notify(tx, emit, { ...shared, kind: 'ownRoleChanged', to: [user.id] });
    await deps.notifications.notify(tx, emit, { ...shared, kind: 'memberRoleChanged', to });
    await deps.emailQueue.enqueue(tx, deps.mails.own(user.email, facts));
    for (const { email } of others) {
      await deps.emailQueue.enqueue(tx, deps.mails.admin(email, facts));
    }
  }
}
