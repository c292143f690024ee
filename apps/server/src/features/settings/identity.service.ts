import { type SiteIdentity, siteIdentitySchema } from '@naru/contract/identity';
import * as z from 'zod/mini';
import type { Executor } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tools } from '../../tools.ts';
import type { Pictures } from '../uploads/uploads.service.ts';
import { listSettings, lockSettings, upsertSettings } from './settings.repo.ts';

/** Key of the one row; the picture sweep reads the logo from it too. */
const KEY = 'identity';

interface Deps extends Pick<Tools, 'db' | 'clock' | 'audit'> {
  files: Pick<Pictures, 'isReadyOf'>;
  /** Shared with what was created before the database could be read. */
  names: SiteIdentity;
}

export type IdentityService = ReturnType<typeof createIdentityService>;

/** Names, colour and logo. `names` follows every read, so that e-mails use the newest ones. */
export function createIdentityService({ db, clock, audit, files, names }: Deps) {
  const defaults = { ...names };

  async function read(executor: Executor): Promise<SiteIdentity> {
    const stored = (await listSettings(executor)).get(KEY) ?? '{}';
    return { ...defaults, ...z.safeParse(z.partial(siteIdentitySchema), JSON.parse(stored)).data };
  }

  return {
    async get(): Promise<SiteIdentity> {
      return Object.assign(names, await read(db));
    },

    /** Throws IMAGE_NOT_READY for a logo that is no checked upload of the actor. */
    async save(actor: Actor, input: SiteIdentity): Promise<SiteIdentity> {
      await db.transaction(async (tx) => {
        await lockSettings(tx);
        const before = await read(tx);
        const isNewLogo = input.logoUrl !== '' && input.logoUrl !== before.logoUrl;
        if (isNewLogo && !(await files.isReadyOf(tx, actor, input.logoUrl))) {
          throw new AppError('IMAGE_NOT_READY');
        }
        await upsertSettings(tx, new Map([[KEY, JSON.stringify(input)]]), clock.now());
        for (const [setting, after] of Object.entries(input)) {
          const former = before[setting as keyof SiteIdentity];
          if (former === after) continue;
          const detail = { setting, before: former, after };
          await audit.record(tx, actor, { action: 'setting.update', detail });
        }
      });
      return Object.assign(names, input);
    },
  };
}
