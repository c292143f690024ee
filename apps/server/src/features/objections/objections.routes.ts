import { objectionRoutes } from '@naru/contract/objections';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import { createLimit } from '../../http/rate-limit.ts';
import type { ObjectionsService } from './objections.service.ts';

const OBJECTED = '이의를 제기했습니다.';

export function objectionsFeature(
  app: FastifyInstance,
  { objections }: { objections: ObjectionsService },
  rates: { links: number },
): void {
  // Per link: behind one address nobody can spend the uses of another.
  const limitLinks = createLimit(app, rates.links, ({ body }) => `link ${tokenOf(body)}`);
  mountRoutes(app, objectionRoutes, {
    handled: ({ actor, query }) => objections.listHandled(actor, query),
    handledDetail: ({ actor, params }) => objections.getHandled(actor, params),
    object: async ({ actor, params, body }) => ({
      message: OBJECTED,
      inquiryId: await objections.object(actor, params, body.content),
    }),
    suspension: async ({ body, request }) => {
      await limitLinks(request);
      return objections.getSuspension(body.token);
    },
    objectToSuspension: async ({ body, request }) => {
      await limitLinks(request);
      await objections.objectToSuspension(body.token, body.content);
      return { message: OBJECTED };
    },
  });
}

const tokenOf = (body: unknown) => (body as { token: string }).token;
