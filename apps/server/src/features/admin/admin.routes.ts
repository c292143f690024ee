import { adminRoutes } from '@naru/contract/admin';
import { DONE } from '@naru/contract/texts';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import { sendPage } from '../../http/pages.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { ModerationService } from '../moderation/moderation.service.ts';
import type { AdminService } from './admin.service.ts';

interface Services {
  admin: AdminService;
  audit: AuditService;
  moderation: Pick<ModerationService, 'suspend' | 'lift'>;
}

export function adminFeature(app: FastifyInstance, { admin, audit, moderation }: Services): void {
  mountRoutes(app, adminRoutes, {
    searchUsers: async ({ actor, query, reply }) =>
      sendPage(reply, await admin.searchUsers(actor, query)),
    exportUsers: async ({ actor, query, reply }) => {
      const body = await admin.exportUsers(actor, query);
      reply
        .headers({
          'cache-control': 'private, no-store',
          'content-disposition': 'attachment; filename="naru-members.csv"',
        })
        .type('text/csv; charset=utf-8')
        .send(body);
    },
    grantRole: async ({ actor, query }) => ({
      message: DONE.roleGranted,
      roles: await admin.grantRole(actor, query),
    }),
    revokeRole: async ({ actor, query }) => ({
      message: DONE.roleRevoked,
      roles: await admin.revokeRole(actor, query),
    }),
    suspend: async ({ actor, params, body }) => ({
      message: '이용을 정지했습니다.',
      user: await moderation.suspend(actor, params.id, body),
    }),
    lift: async ({ actor, params }) => ({
      message: '이용 정지를 해제했습니다.',
      user: await moderation.lift(actor, params.id),
    }),
    correct: async ({ actor, params, body }) => ({
      message: DONE.memberCorrected,
      user: await admin.correct(actor, params.id, body),
    }),
    audit: ({ query }) => audit.list(query),
    auditExport: async ({ actor, query, reply }) => {
      const body = await audit.export(actor, query);
      reply
        .headers({
          'cache-control': 'private, no-store',
          'content-disposition': 'attachment; filename="naru-audit.csv"',
        })
        .type('text/csv; charset=utf-8')
        .send(body);
    },
  });
}
