import { statsRoutes } from '@naru/contract/stats';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { StatsService } from './stats.service.ts';

export function statsFeature(app: FastifyInstance, { stats }: { stats: StatsService }): void {
  mountRoutes(app, statsRoutes, {
    figures: ({ query }) => stats.getFigures(query.range),
    todayPosts: ({ query }) => stats.listTodayPosts(query),
    todayComments: ({ query }) => stats.listTodayComments(query),
  });
}
