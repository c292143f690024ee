import type { AdminUser } from '@naru/contract/admin';
import type { Role } from '@naru/contract/roles';
import type { Db, Executor } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DomainEventHub } from '../../platform/domain-events.ts';
import type { EmailQueue } from '../../platform/email/email-queue.ts';
import { AppError } from '../../platform/errors.ts';
import type { Live } from '../../platform/live/live.ts';
import { type PageQuery, pageInfo, rangeOf } from '../../platform/paging.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { NoticesService } from '../notifications/notifications.service.ts';
import { presentUser } from './admin.present.ts';
import {
  findActiveRoles,
  findUser,
  listAdmins,
  searchUsers,
  type UserFilter,
} from './admin.repo.ts';
import { createRoles } from './admin.roles.ts';
import type { RoleMails } from './admin.texts.ts';

interface Deps {
  db: Db;
  clock: Clock;
  live: Pick<Live, 'transaction'>;
  events: Pick<DomainEventHub, 'emit'>;
  notices: Pick<NoticesService, 'notify'>;
  emailQueue: Pick<EmailQueue, 'enqueue'>;
  mails: RoleMails;
  audit: Pick<AuditService, 'record'>;
}

export type AdminService = ReturnType<typeof createAdminService>;

/** People administration: who is a member, and what roles they have. */
export function createAdminService(deps: Deps) {
  const { db, clock, audit } = deps;
  return {
    ...createRoles(deps),

    /** A member in the caller's transaction. Throws MEMBER_UNKNOWN. */
    async getUser(tx: Executor, id: number): Promise<AdminUser> {
      const user = await findUser(tx, id);
      if (user === null) throw new AppError('MEMBER_UNKNOWN');
      return presentUser(user, clock.now());
    },

    /** Members with the role ADMIN. */
    listAdminIds: async (tx: Executor): Promise<number[]> =>
      (await listAdmins(tx)).map(({ id }) => id),

    /** Roles at this moment; none for a member who may not act any more. */
    findActiveRoles: async (tx: Executor, id: number): Promise<Role[]> =>
      (await findActiveRoles(tx, id, clock.now())) ?? [],

    /** A page of members with their personal data; no answer without a line in the audit log. */
    async searchUsers(actor: Actor, query: UserFilter & PageQuery) {
      return db.transaction(async (tx) => {
        const { page, size, ...filter } = query;
        const { users, total } = await searchUsers(tx, filter, rangeOf(query));
        await audit.record(tx, {
          actorId: actor.memberId,
          action: 'member.search',
          targetType: 'member',
          targetId: 0,
          detail: { ...filter, page, found: users.map(({ id }) => id) },
          address: actor.address,
        });
        const now = clock.now();
        return {
          users: users.map((user) => presentUser(user, now)),
          page: pageInfo({ page, size }, total),
        };
      });
    },
  };
}
