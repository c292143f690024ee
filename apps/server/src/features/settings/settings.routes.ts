import { settingsRoutes } from '@naru/contract/settings';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../plugins/contract-routes.ts';
import type { Services } from '../../services.ts';

export function settingsFeature(
  app: FastifyInstance,
  { settings }: Pick<Services, 'settings'>,
): void {
  mountRoutes(app, settingsRoutes, {
    get: () => settings.get(),
    save: ({ actor, body }) => settings.save(actor, body),
  });
}
