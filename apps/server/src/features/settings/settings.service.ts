import type { SiteSettings } from '@naru/contract/settings';
import type { Db } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { listSettings, lockSettings, upsertSettings } from './settings.repo.ts';
import { fromStored, toStored } from './settings.stored.ts';

interface Deps {
  db: Db;
  clock: Clock;
  audit: Pick<AuditService, 'record'>;
  /** Used for settings that no ADMIN has changed. */
  defaults: SiteSettings;
}

export type SettingsService = ReturnType<typeof createSettingsService>;

export function createSettingsService({ db, clock, audit, defaults }: Deps) {
  return {
    async get(): Promise<SiteSettings> {
      return fromStored(await listSettings(db), defaults);
    },

    /** Replaces all settings; the audit log gets one entry per changed key. */
    async save(actor: Actor, input: SiteSettings): Promise<SiteSettings> {
      return db.transaction(async (tx) => {
        await lockSettings(tx);
        const before = toStored(fromStored(await listSettings(tx), defaults));
        const after = toStored(input);
        const changed = new Map([...after].filter(([key, value]) => before.get(key) !== value));
        await upsertSettings(tx, changed, clock.now());
        for (const [key, value] of changed) {
          const detail = { setting: key, before: before.get(key), after: value };
          await audit.record(tx, actor, { action: 'setting.update', detail });
        }
        return input;
      });
    },
  };
}
