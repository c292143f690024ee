import { moderationRoutes } from '@naru/contract/moderation';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { InquiriesService } from '../inquiries/inquiries.service.ts';
import type { ModerationService } from './moderation.service.ts';

interface Services {
  moderation: ModerationService;
  inquiries: Pick<InquiriesService, 'listReports' | 'getHistory' | 'getMessages' | 'decideReport'>;
}

export function moderationFeature(app: FastifyInstance, { moderation, inquiries }: Services): void {
  mountRoutes(app, moderationRoutes, {
    reports: ({ actor, query }) => inquiries.listReports(actor, query),
    reportHistory: ({ actor, params }) => inquiries.getHistory(actor, params.id),
    reportedMessages: async ({ actor, params }) => ({
      messages: await inquiries.getMessages(actor, params.id),
    }),
    decideReport: async ({ actor, params, body }) => ({
      message: body.decision === 'KEEP' ? '그대로 두었습니다.' : '삭제했습니다.',
      closed: await inquiries.decideReport(actor, params.id, body),
    }),
    removed: ({ query }) => moderation.listRemoved(query),
    removedDetail: ({ actor, params }) => moderation.getRemoved(actor, params.type, params.id),
    restore: async ({ actor, params, body }) => {
      await moderation.restore(actor, params, body.reason);
      return { message: '되돌렸습니다.' };
    },
    requestReveal: async ({ actor, body }) => ({
      message: '다른 관리자의 승인을 기다립니다.',
      reveal: await moderation.requestReveal(actor, body),
    }),
    reveals: ({ actor, query }) => moderation.listReveals(actor, query),
    revealReadiness: ({ actor }) => moderation.getReadiness(actor),
    reveal: ({ actor, params }) => moderation.getReveal(actor, params.id),
    approveReveal: async ({ actor, params }) => ({
      message: '요청을 승인했습니다.',
      reveal: await moderation.approveReveal(actor, params.id),
    }),
    rejectReveal: async ({ actor, params }) => ({
      message: '요청을 거절했습니다.',
      reveal: await moderation.rejectReveal(actor, params.id),
    }),
  });
}
