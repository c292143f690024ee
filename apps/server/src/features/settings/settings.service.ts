import {
  type EditedSettings,
  type SiteSettings,
  type SiteSettingsInput,
  siteSettingsSchema,
} from '@naru/contract/settings';
import * as z from 'zod/mini';
import type { Executor } from '../../db/client.ts';
import { findEnabledAt } from '../../domain/access/second-factors.repo.ts';
import { requireVersion, versionOf } from '../../domain/edits/versions.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tools } from '../tools.ts';
import type { HeadsService } from './heads.service.ts';
import { holdSettings, listSettings, lockSettings, upsertSettings } from './settings.repo.ts';

interface Deps extends Pick<Tools, 'db' | 'clock' | 'audit'> {
  /** Used for settings that no ADMIN has changed. */
  defaults: SiteSettings;
  heads: Pick<HeadsService, 'read' | 'replace'>;
}

export type SettingsService = ReturnType<typeof createSettingsService>;

export function createSettingsService({ db, clock, audit, defaults, heads }: Deps) {
  return {
    async get(): Promise<SiteSettings> {
      return fromStored(await listSettings(db), defaults);
    },

    /** How many members must report content before it is hidden; 0: never. */
    async getBlindAfter(executor: Executor): Promise<number> {
      return fromStored(await listSettings(executor), defaults).blindAfter;
    },

    /** Boards whose posts may be anonymous; no change is stored until the transaction of `tx` ends. */
    async holdAnonymousBoards(tx: Executor): Promise<SiteSettings['anonymousBoards']> {
      await holdSettings(tx);
      return fromStored(await listSettings(tx), defaults).anonymousBoards;
    },

    async getEdited(): Promise<EditedSettings> {
      return withVersion(await readAll(db));
    },

    /**
     * Replaces the settings that are given, in one transaction; the audit log gets one entry per changed key and board. Throws EDIT_CONFLICT when
     * the settings are no longer those of `version`, and SECOND_FACTOR_OWN_FIRST when the actor would be the first
     * to lose access to the switch.
     */
    async save(actor: Actor, input: SiteSettingsInput, version?: string): Promise<EditedSettings> {
      return db.transaction(async (tx) => {
        await lockSettings(tx);
        const { heads: storedHeads, ...stored } = await readAll(tx);
        requireVersion(version, { ...stored, heads: storedHeads });
        const { heads: nextHeads, ...given } = input;
        const before = toStored(stored);
        const next = { ...stored, ...given };
        if (next.staffSecondFactor && !stored.staffSecondFactor) await requireOwn(tx, actor);
        const after = toStored(next);
        const changed = new Map([...after].filter(([key, value]) => before.get(key) !== value));
        await upsertSettings(tx, changed, clock.now());
        for (const [key, value] of changed) {
          const detail = { setting: key, before: before.get(key), after: value };
          await audit.record(tx, actor, { action: 'setting.update', detail });
        }
        if (nextHeads) await heads.replace(tx, actor, { stored: storedHeads, input: nextHeads });
        return withVersion(await readAll(tx));
      });
    },
  };

  async function readAll(executor: Executor): Promise<AllSettings> {
    const settings = fromStored(await listSettings(executor), defaults);
    return { ...settings, heads: await heads.read(executor) };
  }
}

type AllSettings = Omit<EditedSettings, 'version'>;

/** Who asks a second factor of staff needs one to switch it off again. */
async function requireOwn(tx: Executor, { memberId }: Actor): Promise<void> {
  if ((await findEnabledAt(tx, memberId)) === null) throw new AppError('SECOND_FACTOR_OWN_FIRST');
}

function withVersion(settings: AllSettings): EditedSettings {
  return { ...settings, version: versionOf(settings) };
}

/** Stores strings as they are and other values as JSON. */
function toStored(settings: SiteSettings): Map<string, string> {
  return new Map(
    Object.entries(settings).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}

/** Falls back to the default for missing and invalid values. */
function fromStored(stored: ReadonlyMap<string, string>, defaults: SiteSettings): SiteSettings {
  const { shape } = siteSettingsSchema;
  return {
    directMessage: read(shape.directMessage, stored.get('directMessage')) ?? 'locked',
    studyRoomMenu: read(shape.studyRoomMenu, stored.get('studyRoomMenu')) ?? 'locked',
    quickLinks: read(shape.quickLinks, stored.get('quickLinks')) ?? defaults.quickLinks,
    footer: read(shape.footer, stored.get('footer')) ?? defaults.footer,
    footerLinks: read(shape.footerLinks, stored.get('footerLinks')) ?? defaults.footerLinks,
    blindAfter: read(shape.blindAfter, stored.get('blindAfter')) ?? defaults.blindAfter,
    anonymousBoards: read(shape.anonymousBoards, stored.get('anonymousBoards')) ?? [],
    staffSecondFactor:
      read(shape.staffSecondFactor, stored.get('staffSecondFactor')) ?? defaults.staffSecondFactor,
    linkTitles: read(shape.linkTitles, stored.get('linkTitles')) ?? defaults.linkTitles,
    petitions: read(shape.petitions, stored.get('petitions')) ?? defaults.petitions,
  };
}

function read<T extends z.ZodMiniType>(schema: T, stored = ''): z.output<T> | undefined {
  return z.safeParse(schema, parse(stored)).data;
}

function parse(stored: string): unknown {
  try {
    return JSON.parse(stored);
  } catch {
    return stored;
  }
}
