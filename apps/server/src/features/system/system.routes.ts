import { systemRoutes } from '@naru/contract/system';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { SystemService } from './system.service.ts';

export function systemFeature(app: FastifyInstance, { system }: { system: SystemService }): void {
  mountRoutes(app, systemRoutes, {
    health: async ({ reply }) => {
      const health = await system.getHealth();
      if (health.status !== 'ok') reply.code(503);
      return health;
    },
    live: () => ({ status: 'ok' as const }),
    ready: async ({ reply }) => {
      const status = await system.readiness();
      if (status !== 'ok') reply.code(503);
      return { status };
    },
    state: () => system.getState(),
  });
}
