import { settingsRoutes } from '@naru/contract/settings';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../plugins/contract-routes.ts';
import type { SettingsService } from './settings.service.ts';

export function settingsFeature(
  app: FastifyInstance,
  { settings }: { settings: SettingsService },
): void {
  mountRoutes(app, settingsRoutes, {
    get: () => settings.get(),
    save: ({ actor, body }) => settings.save(actor, body),
  });
}
