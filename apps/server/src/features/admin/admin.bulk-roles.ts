import { ROLES, type Role } from '@naru/contract/roles';
import type { Tx } from '../../db/client.ts';
import type { Emit } from '../../domain/live/live.ts';
import type { Actor } from '../../platform/actor.ts';
import type { AuditRecord } from '../audit/audit.service.ts';
import type { Tools } from '../tools.ts';
import { checkRoleChange } from './admin.policy.ts';
import {
  deleteRoles,
  findActiveRoles,
  findUser,
  insertRoles,
  listAdmins,
  listRoles,
} from './admin.repo.ts';

export interface RoleChange {
  memberId: number;
  role: Role;
  isGrant: boolean;
}

interface BulkReason {
  reason: string;
  /** What else is written, before the entries of the audit log, which are last. */
  beforeRecords?: () => Promise<void>;
}

/** A role that ends by itself, set by an ADMIN. */
interface RoleEnd {
  memberId: number;
  role: Role;
  lastDay: string;
  setBy: number;
  reason: string;
}

type Deps = Pick<Tools, 'clock' | 'notifications' | 'audit'>;

/** Changes the roles of many members at once. */
export function createBulkRoles({ clock, notifications, audit }: Deps) {
  return {
    /**
     * Applies the changes in the caller's transaction, which holds `lockAdmins` and must not lock rows
     * afterwards; what is so already is left out. Notifies each member, the other ADMINs
     * once, and each change is recorded. Returns the members whose roles changed: the caller emits
     * `access-changed` for them after the commit. Throws ROLE_CHANGE_DENIED, PERMISSION_DENIED.
     */
    async changeRoles(
      tx: Tx,
      emit: Emit,
      actor: Actor,
      changes: readonly RoleChange[],
      { reason, beforeRecords }: BulkReason,
    ): Promise<number[]> {
      const actorRoles = (await findActiveRoles(tx, actor.memberId, clock.now())) ?? [];
      const rolesOf = await listRoles(
        tx,
        changes.map(({ memberId }) => memberId),
      );
      const due = changes.filter(({ memberId, role, isGrant }) => {
        const roles = rolesOf.get(memberId);
        return roles !== undefined && roles.includes(role) !== isGrant;
      });
      for (const { memberId, role } of due) {
        const target = { id: memberId, roles: rolesOf.get(memberId) ?? [] };
        checkRoleChange({ id: actor.memberId, roles: actorRoles }, target, role);
      }
      await write(tx, due);
      await beforeRecords?.();
      await notify(tx, emit, actor.memberId, due);
      await audit.recordAll(tx, actor, toRecords(due, rolesOf, reason));
      return [...new Set(due.map(({ memberId }) => memberId))];
    },

    /**
     * The same for roles whose last day is over, recorded for the ADMIN who set it, whatever role that
     * one has now.
     */
    async endRoles(tx: Tx, emit: Emit, ends: readonly RoleEnd[]): Promise<number[]> {
      const rolesOf = await listRoles(
        tx,
        ends.map(({ memberId }) => memberId),
      );
      const due = ends.map((one) => ({ ...one, isGrant: false }));
      await write(tx, due);
      for (const setBy of new Set(due.map((one) => one.setBy))) {
        const own = due.filter((one) => one.setBy === setBy);
        await notify(tx, emit, setBy, own);
      }
      // Other entries wait from the first one on: these come at once, behind everything else.
      for (const setBy of new Set(due.map((one) => one.setBy))) {
        const own = due.filter((one) => one.setBy === setBy);
        await audit.recordAll(
          tx,
          { memberId: setBy },
          own.flatMap((one) => toEndRecord(one, rolesOf)),
        );
      }
      return [...new Set(due.map(({ memberId }) => memberId))];
    },
  };

  async function write(tx: Tx, due: readonly RoleChange[]): Promise<void> {
    const granted = due.filter(({ isGrant }) => isGrant);
    const revoked = due.filter(({ isGrant }) => !isGrant);
    await insertRoles(tx, granted, clock.now());
    await deleteRoles(tx, revoked);
  }

  async function notify(tx: Tx, emit: Emit, actorId: number, due: readonly RoleChange[]) {
    if (due.length === 0) return;
    const by = (await findUser(tx, actorId))?.username ?? '';
    for (const role of ROLES) {
      for (const isGrant of [true, false]) {
        const same = due.filter((one) => one.role === role && one.isGrant === isGrant);
        if (same.length === 0) continue;
        const facts = { role, isGrant, username: '', by };
        const to = same.map(({ memberId }) => memberId);
        await notifications.notify(tx, emit, { kind: 'ownRoleChanged', facts, actorId, to });
      }
    }
    const to = (await listAdmins(tx)).map(({ id }) => id);
    const facts = { count: due.length, by };
    await notifications.notify(tx, emit, { kind: 'rolesChanged', facts, actorId, to });
  }
}

function toRecords(
  due: readonly RoleChange[],
  rolesOf: ReadonlyMap<number, Role[]>,
  reason: string,
): AuditRecord[] {
  const now = new Map(rolesOf);
  return due.map(({ memberId, role, isGrant }) => {
    const before = now.get(memberId) ?? [];
    const after = ROLES.filter((one) => (one === role ? isGrant : before.includes(one)));
    now.set(memberId, after);
    const action = isGrant ? 'role.grant' : 'role.revoke';
    return { action, targetId: memberId, reason, detail: { role, before, after } };
  });
}

function toEndRecord(
  { lastDay, ...end }: RoleEnd,
  rolesOf: ReadonlyMap<number, Role[]>,
): AuditRecord[] {
  const own = new Map([[end.memberId, rolesOf.get(end.memberId) ?? []]]);
  const records = toRecords([{ ...end, isGrant: false }], own, end.reason);
  return records.map((record) => ({ ...record, detail: { ...record.detail, lastDay } }));
}
