import { memberRoutes } from '@naru/contract/members';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { MembersService } from './members.service.ts';

export function membersFeature(
  app: FastifyInstance,
  { members }: { members: MembersService },
): void {
  mountRoutes(app, memberRoutes, {
    me: async ({ actor }) => ({ meDto: await members.getMe(actor) }),
    myRoles: ({ actor }) => ({ roles: [...actor.roles] }),
    endFirstVisit: async ({ actor }) => {
      await members.endFirstVisit(actor);
      return { isNew: false };
    },
    summary: ({ actor, params }) => members.getCard(actor, params.id),
  });
}
