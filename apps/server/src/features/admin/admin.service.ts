import type { AdminUser } from '@naru/contract/admin';
import type { Role } from '@naru/contract/roles';
import type { Executor } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { found } from '../../platform/found.ts';
import { type PageQuery, pageInfo, rangeOf } from '../../platform/paging.ts';
import type { Tools } from '../../tools.ts';
import { presentUser } from './admin.present.ts';
import {
  findActiveRoles,
  findUser,
  listAdmins,
  searchUsers,
  type UserFilter,
} from './admin.repo.ts';
import { createRoles, type RoleDeps } from './admin.roles.ts';

export type AdminService = ReturnType<typeof createAdminService>;

export function createAdminService(deps: RoleDeps & Pick<Tools, 'db'>) {
  const { db, clock, audit } = deps;
  return {
    ...createRoles(deps),

    /** Throws MEMBER_UNKNOWN. */
    async getUser(tx: Executor, id: number): Promise<AdminUser> {
      return presentUser(found(await findUser(tx, id), 'MEMBER_UNKNOWN'), clock.now());
    },

    listAdminIds: async (tx: Executor): Promise<number[]> =>
      (await listAdmins(tx)).map(({ id }) => id),

    /** Returns no roles for a withdrawn or suspended member. */
    findActiveRoles: async (tx: Executor, id: number): Promise<Role[]> =>
      (await findActiveRoles(tx, id, clock.now())) ?? [],

    /** Returns personal data, so every search is recorded in the audit log. */
    async searchUsers(actor: Actor, query: UserFilter & PageQuery) {
      return db.transaction(async (tx) => {
        const { page, size, ...filter } = query;
        const { users, total } = await searchUsers(tx, filter, rangeOf(query));
        const detail = { ...filter, page, found: users.map(({ id }) => id) };
        await audit.record(tx, actor, { action: 'member.search', detail });
        const now = clock.now();
        return {
          users: users.map((user) => presentUser(user, now)),
          page: pageInfo({ page, size }, total),
        };
      });
    },
  };
}
