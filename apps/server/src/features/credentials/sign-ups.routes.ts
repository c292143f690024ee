import { signUpRoutes } from '@naru/contract/sign-ups';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { CredentialsService } from './credentials.service.ts';

export function signUpsFeature(
  app: FastifyInstance,
  { credentials: { waiting } }: { credentials: CredentialsService },
): void {
  mountRoutes(app, signUpRoutes, {
    list: ({ actor }) => waiting.list(actor),
    accept: async ({ actor, params, body }) => {
      await waiting.accept(actor, params.id, body.reason);
      return { message: '가입을 승인했습니다.' };
    },
    decline: async ({ actor, params, body }) => {
      await waiting.decline(actor, params.id, body.reason);
      return { message: '가입을 거절했습니다.' };
    },
  });
}
