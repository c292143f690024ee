import { inquiryRoutes } from '@naru/contract/inquiries';
import { inquiryDeskRoutes } from '@naru/contract/inquiry-desk';
import { outsideReportRoutes } from '@naru/contract/outside-reports';
import { DONE } from '@naru/contract/texts';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import { addressKey } from '../../http/rate-limit.ts';
import type { InquiriesService } from './inquiries.service.ts';

export function inquiriesFeature(
  app: FastifyInstance,
  { inquiries }: { inquiries: InquiriesService },
): void {
  mountRoutes(app, inquiryRoutes, {
    create: async ({ actor, body }) => ({
      message: body.category === 'REPORT' ? '신고를 보냈습니다.' : '문의를 보냈습니다.',
      inquiry: await inquiries.create(actor, body),
    }),
    list: ({ actor, query }) => inquiries.list(actor, query),
    mine: ({ actor, query }) => inquiries.listMine(actor, query),
    detail: ({ actor, params }) => inquiries.get(actor, params.id),
    complete: async ({ actor, params, body }) => ({
      message: DONE.answerSaved,
      inquiry: await inquiries.complete(actor, params.id, body.answer),
    }),
    followUp: async ({ actor, params, body }) => ({
      message: '추가 답변을 등록했습니다.',
      inquiry: await inquiries.followUp(actor, params.id, body.content),
    }),
    grant: async ({ actor, params }) => ({
      message: DONE.roleGranted,
      inquiry: await inquiries.grant(actor, params.id),
    }),
    grantAndComplete: async ({ actor, params, body }) => ({
      message: '권한을 부여하고 답변을 등록했습니다.',
      inquiry: await inquiries.grantAndComplete(actor, params.id, body.answer),
    }),
  });
  mountRoutes(app, inquiryDeskRoutes, {
    desk: ({ actor, params, query }) => inquiries.getDesk(actor, params.id, query),
    assignees: () => inquiries.listAssignees(),
    assign: async ({ actor, params, body }) => {
      const assignee = await inquiries.assign(actor, params.id, body);
      const message = assignee === null ? '담당을 해제했습니다.' : `담당: ${assignee.nickname}`;
      return { message, assignee };
    },
  });
  mountRoutes(app, outsideReportRoutes, {
    send: async ({ body, request }) => {
      await inquiries.reportFromOutside(body, addressKey(request.ip));
      return { message: '신고를 받았습니다.' };
    },
  });
}
