import { ROLES, type Role } from '@naru/contract/roles';
import { TEXTS } from '@naru/contract/texts';
import type { Tx } from '../../db/client.ts';
import { isLastAdmin, lockAdmins } from '../../domain/access/admins.repo.ts';
import { grantRole } from '../../domain/access/member-roles.repo.ts';
import type { RoleNews } from '../../domain/notifications/texts.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DomainEventHub } from '../../platform/domain-events.ts';
import type { EmailQueue } from '../../platform/email/email-queue.ts';
import { AppError } from '../../platform/errors.ts';
import type { Emit, Live } from '../../platform/live/live.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { NoticesService } from '../notifications/notifications.service.ts';
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
  notices: Pick<NoticesService, 'notify'>;
  emailQueue: Pick<EmailQueue, 'enqueue'>;
  mails: RoleMails;
  audit: Pick<AuditService, 'record'>;
}

export function createRoles(deps: Deps) {
  const { clock, live, events } = deps;

  return {
    /**
     * Gives a role, felt at once by open streams and the same token; answers the member's roles
     * then. A role that is there already changes nothing. Throws MEMBER_UNKNOWN,
     * ROLE_CHANGE_DENIED, PERMISSION_DENIED.
     */
    async grantRole(actor: Actor, input: RoleInput): Promise<Role[]> {
      const roles = await live.transaction((tx, emit) => grantIn(tx, emit, actor, input));
      events.emit('access-changed', { memberId: input.userId });
      return roles;
    },

    /**
     * Gives a role in the caller's transaction, which does nothing after it that locks rows; the
     * caller emits `access-changed` after the commit.
     */
    grantIn,

    /**
     * Takes a role; one that is not there changes nothing. Throws as `grantRole`, VALIDATION_FAILED
     * for USER and LAST_ADMIN.
     */
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

  /**
   * One change of roles at a time: of two admins who revoke each other the second is no ADMIN any
   * more when its turn comes.
   */
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

  /** Notices and mails to the member and to all ADMINs, then the audit log; answers the roles now. */
  async function announce(
    tx: Tx,
    emit: Emit,
    change: { actor: Actor; user: UserRow; input: RoleInput; isGrant: boolean },
  ): Promise<Role[]> {
    const { actor, user, input, isGrant } = change;
    const { role } = input;
    const admins = await listAdmins(tx);
    const by = (await findUser(tx, actor.memberId))?.username ?? '';
    const news = { role, isGrant, username: user.username, by };
    await tellPeople(tx, emit, { news, user, actorId: actor.memberId, admins });
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

  async function tellPeople(
    tx: Tx,
    emit: Emit,
    to: {
      news: RoleNews;
      user: UserRow;
      actorId: number;
      admins: Awaited<ReturnType<typeof listAdmins>>;
    },
  ): Promise<void> {
    const { news, user, actorId, admins } = to;
    const others = admins.filter(({ id }) => id !== user.id);
    const shared = { facts: news, actorId };
    await deps.notices.notify(tx, emit, { ...shared, kind: 'ownRoleChanged', to: [user.id] });
    await deps.notices.notify(tx, emit, {
      ...shared,
      kind: 'memberRoleChanged',
      to: others.map(({ id }) => id),
    });
    await deps.emailQueue.enqueue(tx, deps.mails.own(user.email, news));
    for (const { email } of others) {
      await deps.emailQueue.enqueue(tx, deps.mails.admin(email, news));
    }
  }
}
