import { ROLES, type Role } from '@naru/contract/roles';
import { TEXTS } from '@naru/contract/texts';
import type { Tx } from '../../db/client.ts';
import { grantRole, isLastAdmin, lockAdmins } from '../../domain/access/members.repo.ts';
import type { Emit } from '../../domain/live/live.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError, found } from '../../platform/errors.ts';
import type { Tools } from '../tools.ts';
import type { RoleEmails } from './admin.emails.ts';
import { checkRoleChange } from './admin.policy.ts';
import { deleteRole, findActiveRoles, findUser, listAdmins, type UserRow } from './admin.repo.ts';

export interface RoleInput {
  userId: number;
  role: Role;
  reason?: string | undefined;
}

export type RoleDeps = Pick<
  Tools,
  'clock' | 'live' | 'events' | 'notifications' | 'emailQueue' | 'audit'
> & { emails: RoleEmails };

export function createRoles(deps: RoleDeps) {
  const { clock, live, events, notifications, emailQueue, emails, audit } = deps;

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
      if (input.role === 'USER') {
        throw new AppError('VALIDATION_FAILED', { message: TEXTS.baseRole });
      }
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
    const roles = (await findActiveRoles(tx, actor.memberId, clock.now())) ?? [];
    const user = found(await findUser(tx, userId), 'MEMBER_UNKNOWN');
    checkRoleChange({ id: actor.memberId, roles }, user, role);
    return user;
  }

  /** Notifies and e-mails the member and all ADMINs, then records the change; returns the new roles. */
  async function announce(
    tx: Tx,
    emit: Emit,
    change: { actor: Actor; user: UserRow; input: RoleInput; isGrant: boolean },
  ): Promise<Role[]> {
    const { actor, user, input, isGrant } = change;
    const { role, reason } = input;
    const { memberId: actorId } = actor;
    const by = (await findUser(tx, actorId))?.username ?? '';
    const facts = { role, isGrant, username: user.username, by };
    const others = (await listAdmins(tx)).filter(({ id }) => id !== user.id);
    const to = others.map(({ id }) => id);
    await notifications.notify(tx, emit, { kind: 'ownRoleChanged', facts, actorId, to: [user.id] });
    await notifications.notify(tx, emit, { kind: 'memberRoleChanged', facts, actorId, to });
    await emailQueue.enqueue(tx, emails.toMember(user.email, facts));
    for (const { email } of others) await emailQueue.enqueue(tx, emails.toAdmin(email, facts));
    const after = ROLES.filter((one) => (one === role ? isGrant : user.roles.includes(one)));
    const action = isGrant ? 'role.grant' : 'role.revoke';
    const detail = { role, before: user.roles, after };
    await audit.record(tx, actor, { action, targetId: user.id, reason, detail });
    return after;
  }
}
