import { teamRoutes } from '@naru/contract/teams';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { TeamsService } from './teams.service.ts';

export function teamsFeature(app: FastifyInstance, { teams }: { teams: TeamsService }): void {
  mountRoutes(app, teamRoutes, {
    view: async ({ actor, params }) => ({ view: await teams.getView(actor, params.id) }),
    apply: ({ actor, params, body }) => teams.apply(actor, params.id, body.message),
    withdraw: ({ actor, params }) => teams.withdraw(actor, params.id),
    decide: ({ actor, params, body }) => teams.decide(actor, params, body.accepted),
    state: ({ actor, params, body }) => teams.setState(actor, params.id, body.isOpen),
    room: ({ actor, params }) => teams.enterRoom(actor, params.id),
    mine: ({ actor, query }) => teams.listMine(actor, query),
    removeMessage: ({ actor, params }) => teams.removeMessage(actor, params),
  });
}
