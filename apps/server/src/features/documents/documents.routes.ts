import { documentRoutes } from '@naru/contract/documents';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { DocumentsService } from './documents.service.ts';

export function documentsFeature(
  app: FastifyInstance,
  { documents }: { documents: DocumentsService },
): void {
  mountRoutes(app, documentRoutes, {
    read: ({ params, query }) => documents.read(params.document, query.version),
    publish: ({ actor, params, body }) => documents.publish(actor, params.document, body),
    withdraw: ({ actor, params, query }) =>
      documents.withdraw(actor, params.document, query.basedOn),
    pending: ({ actor }) => documents.findPending(actor),
    agree: ({ actor, body }) => documents.agree(actor, body),
  });
}
