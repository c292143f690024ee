import { chatRoutes } from '@naru/contract/chat';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { ChatService } from './chat.service.ts';

export function chatFeature(app: FastifyInstance, { chat }: { chat: ChatService }): void {
  mountRoutes(app, chatRoutes, {
    create: ({ actor, query }) => chat.create(actor, query.id),
    askSeller: ({ actor, params }) => chat.askSeller(actor, params.postId),
    read: ({ actor, params }) => chat.read(actor, params.roomId),
    leave: ({ actor, params }) => chat.leave(actor, params.roomId),
    rooms: async ({ actor }) => ({ roomDtos: await chat.listRooms(actor) }),
    checkNew: async ({ actor }) => ({ newMailCount: await chat.countNew(actor.memberId) }),
    messages: ({ actor, params, query }) => chat.listMessages(actor, params.roomId, query),
    send: ({ actor, params, body }) =>
      chat.send(actor, params.roomId, { content: body.content, clientId: body.clientId ?? null }),
    sendPicture: ({ actor, params, body: { pictureKey, clientId = null } }) =>
      chat.send(actor, params.roomId, { content: '', pictureKey, clientId }),
    recall: ({ actor, params }) => chat.recall(actor, params.roomId, params.messageId),
    search: ({ actor, params, query }) => chat.search(actor, params.roomId, query),
  });
}
