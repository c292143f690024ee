import { settingsRoutes } from '@naru/contract/settings';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { IdentityService } from './identity.service.ts';
import type { SettingsService } from './settings.service.ts';

export function settingsFeature(
  app: FastifyInstance,
  { settings, identity }: { settings: SettingsService; identity: IdentityService },
): void {
  mountRoutes(app, settingsRoutes, {
    identity: () => identity.getEdited(),
    saveIdentity: ({ actor, body, query }) => identity.save(actor, body, query.version),
    get: () => settings.getEdited(),
    save: ({ actor, body, query }) => settings.save(actor, body, query.version),
  });
}
