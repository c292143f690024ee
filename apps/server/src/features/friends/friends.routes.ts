import { friendRoutes } from '@naru/contract/friends';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { FriendsService } from './friends.service.ts';

export function friendsFeature(
  app: FastifyInstance,
  { friends }: { friends: FriendsService },
): void {
  mountRoutes(app, friendRoutes, {
    search: ({ actor, query }) => friends.search(actor, query.nickname),
    add: ({ actor, body }) => friends.request(actor, body.id),
    accept: ({ actor, body }) => friends.accept(actor, body.idToAccept),
    decline: ({ actor, body }) => friends.decline(actor, body.idToDecline),
    requests: async ({ actor }) => ({ requestMemberList: await friends.listRequests(actor) }),
    list: async ({ actor }) => ({ acceptMemberDtoList: await friends.listFriends(actor) }),
    remove: ({ actor, params }) => friends.remove(actor, params.id),
    block: ({ actor, body }) => friends.block(actor, body.id),
    unblock: ({ actor, params }) => friends.unblock(actor, params.id),
    blocks: async ({ actor }) => ({ members: await friends.listBlocks(actor) }),
  });
}
