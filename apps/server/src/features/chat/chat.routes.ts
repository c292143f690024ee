import { chatRoutes } from '@naru/contract/chat';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../plugins/contract-routes.ts';
import type { MailService } from './chat.service.ts';

export function mailFeature(app: FastifyInstance, { mail }: { mail: MailService }): void {
  mountRoutes(app, chatRoutes, {
    create: ({ actor, query }) => mail.create(actor, query.id),
    read: ({ actor, params }) => mail.read(actor, params.roomId),
    leave: ({ actor, params }) => mail.leave(actor, params.roomId),
    rooms: async ({ actor }) => ({ roomDtos: await mail.listRooms(actor) }),
    checkNew: async ({ actor }) => ({ newMailCount: await mail.countNew(actor.memberId) }),
    messages: ({ actor, params, query }) => mail.listMessages(actor, params.roomId, query),
    send: ({ actor, params, body }) =>
      mail.send(actor, params.roomId, { content: body.content, clientId: body.clientId ?? null }),
  });
}
