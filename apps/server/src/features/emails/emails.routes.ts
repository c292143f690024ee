import { emailRoutes } from '@naru/contract/emails';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { EmailsService } from './emails.service.ts';

export function emailsFeature(app: FastifyInstance, { emails }: { emails: EmailsService }): void {
  mountRoutes(app, emailRoutes, {
    log: ({ actor, query }) => emails.listLog(actor, query),
  });
}
