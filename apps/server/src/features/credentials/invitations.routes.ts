import { invitationRoutes } from '@naru/contract/roster';
import { DONE } from '@naru/contract/texts';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import { createLimit } from '../../http/rate-limit.ts';
import type { CredentialsService } from './credentials.service.ts';

export function invitationsFeature(
  app: FastifyInstance,
  { credentials: { invited } }: { credentials: CredentialsService },
  rates: { links: number },
): void {
  // Per link: behind one address nobody can spend the uses of another.
  const limitLinks = createLimit(app, rates.links, ({ body }) => `invitation ${tokenOf(body)}`);
  mountRoutes(app, invitationRoutes, {
    open: async ({ body, request }) => {
      await limitLinks(request);
      return invited.open(body.token);
    },
    accept: async ({ body, request }) => {
      await limitLinks(request);
      return { message: DONE.joined, username: await invited.accept(body) };
    },
  });
}

const tokenOf = (body: unknown) => (body as { token: string }).token;
