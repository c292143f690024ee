import { statsRoutes } from '@naru/contract/stats';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import { sendPage } from '../../http/pages.ts';
import type { StatsService } from './stats.service.ts';

export function statsFeature(app: FastifyInstance, { stats }: { stats: StatsService }): void {
  mountRoutes(app, statsRoutes, {
    figures: ({ query }) => stats.getFigures(query.range),
    todayPosts: async ({ query, reply }) => sendPage(reply, await stats.listTodayPosts(query)),
    todayComments: async ({ query, reply }) =>
      sendPage(reply, await stats.listTodayComments(query)),
  });
}
