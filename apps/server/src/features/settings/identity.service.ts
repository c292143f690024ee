import { type SiteIdentity, siteIdentitySchema } from '@naru/contract/identity';
import type { EditedIdentity } from '@naru/contract/settings';
import * as z from 'zod/mini';
import type { Executor } from '../../db/client.ts';
import { requireVersion, versionOf } from '../../domain/edits/versions.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tools } from '../tools.ts';
import type { Pictures } from '../uploads/uploads.service.ts';
import { listSettings, lockSettings, upsertSettings } from './settings.repo.ts';

/** Key of the one row; the picture sweep reads the logo from it too. */
const KEY = 'identity';

interface Deps extends Pick<Tools, 'db' | 'clock' | 'audit' | 'events'> {
  files: Pick<Pictures, 'isReadyOf'>;
  /** Shared with what was created before the database could be read. */
  names: SiteIdentity;
}

export type IdentityService = ReturnType<typeof createIdentityService>;

/** Names, colour and logo. `names` follows every read, so that e-mails use the newest ones. */
export function createIdentityService({ db, clock, audit, events, files, names }: Deps) {
  const defaults = { ...names };

  async function read(executor: Executor): Promise<SiteIdentity> {
    return fromStored((await listSettings(executor)).get(KEY) ?? '{}', defaults);
  }

  async function get(): Promise<SiteIdentity> {
    return Object.assign(names, await read(db));
  }

  events.on('identity-changed', async () => void (await get()));
  events.on('messages-missed', async () => void (await get()));

  return {
    get,
    /** Of an installation that nobody has named. */
    defaults,

    async getEdited(): Promise<EditedIdentity> {
      return withVersion(await read(db));
    },

    /**
     * Throws EDIT_CONFLICT when the identity is no longer that of `version`, IMAGE_NOT_READY for a
     * logo that is no checked upload of the actor.
     */
    async save(actor: Actor, input: SiteIdentity, version?: string): Promise<EditedIdentity> {
      await db.transaction(async (tx) => {
        await lockSettings(tx);
        const before = await read(tx);
        requireVersion(version, before);
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
      Object.assign(names, input);
      events.emit('identity-changed', {});
      return withVersion(input);
    },
  };
}

/** The order of the fields is that of the schema, so that equal identities have equal versions. */
function withVersion(identity: SiteIdentity): EditedIdentity {
  return { ...identity, version: versionOf(identity) };
}

/** Falls back to the default for each missing or invalid field. */
function fromStored(stored: string, defaults: SiteIdentity): SiteIdentity {
  const fields = z.safeParse(z.record(z.string(), z.unknown()), parse(stored)).data ?? {};
  const { shape } = siteIdentitySchema;
  const pick = (name: keyof SiteIdentity) =>
    z.safeParse(shape[name], fields[name]).data ?? defaults[name];
  return {
    siteName: pick('siteName'),
    shortName: pick('shortName'),
    universityName: pick('universityName'),
    departmentName: pick('departmentName'),
    officeName: pick('officeName'),
    color: pick('color'),
    logoUrl: pick('logoUrl'),
  };
}

function parse(stored: string): unknown {
  try {
    return JSON.parse(stored);
  } catch {
    return null;
  }
}
