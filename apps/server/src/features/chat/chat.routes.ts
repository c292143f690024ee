import { chatRoutes } from '@naru/contract/chat';
import { chatRoomRoutes } from '@naru/contract/chat-rooms';
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
      chat.send(actor, params.roomId, {
        content: body.content,
        clientId: body.clientId ?? null,
        replyToId: body.replyTo ?? null,
      }),
    sendPicture: ({ actor, params, body: { pictureKey, clientId = null, replyTo = null } }) =>
      chat.send(actor, params.roomId, { content: '', pictureKey, clientId, replyToId: replyTo }),
    recall: ({ actor, params }) => chat.recall(actor, params.roomId, params.messageId),
    search: ({ actor, params, query }) => chat.search(actor, params.roomId, query),
  });
  mountRoutes(app, chatRoomRoutes, {
    rejoin: ({ actor, params }) => chat.rejoin(actor, params.roomId),
    mute: ({ actor, params, body }) => chat.mute(actor, params.roomId, body.muted),
    lecture: ({ actor, params }) => chat.findOfLecture(actor, params.lectureId),
    join: ({ actor, params }) => chat.join(actor, params.lectureId),
    members: ({ actor, params }) => chat.listMembers(actor, params.roomId),
    remove: ({ actor, params, body }) => chat.removeMessage(actor, params, body.reason),
    react: ({ actor, params: { roomId, messageId }, body }) =>
      chat.react(actor, roomId, messageId, body.reaction),
    unreact: ({ actor, params }) => chat.unreact(actor, params.roomId, params.messageId),
    reactions: ({ actor, params }) => chat.listReactions(actor, params.roomId, params.messageId),
  });
}
