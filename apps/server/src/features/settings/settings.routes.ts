import { settingsRoutes } from '@naru/contract/settings';
import { siteStatusRoutes } from '@naru/contract/site-status';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { IdentityService } from './identity.service.ts';
import type { SettingsService } from './settings.service.ts';
import type { SiteStatusService } from './site-status.service.ts';

export function settingsFeature(
  app: FastifyInstance,
  {
    settings,
    identity,
    siteStatus,
  }: { settings: SettingsService; identity: IdentityService; siteStatus: SiteStatusService },
): void {
  mountRoutes(app, settingsRoutes, {
    identity: () => identity.getEdited(),
    saveIdentity: ({ actor, body, query }) => identity.save(actor, body, query.version),
    get: () => settings.getEdited(),
    save: ({ actor, body, query }) => settings.save(actor, body, query.version),
  });
  mountRoutes(app, siteStatusRoutes, {
    notice: () => siteStatus.getEditedNotice(),
    saveNotice: ({ actor, body, query }) => siteStatus.saveNotice(actor, body, query.version),
    readOnly: () => siteStatus.getReadOnly(),
    startReadOnly: ({ actor, body }) => siteStatus.startReadOnly(actor, body),
    endReadOnly: ({ actor }) => siteStatus.endReadOnly(actor),
  });
}
