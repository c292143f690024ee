import { type SiteSettings, siteSettingsSchema } from '@naru/contract/settings';
import * as z from 'zod/mini';

const KEYS = ['directMessage', 'studyRoomMenu', 'quickLinks', 'footer'] as const;
type Key = (typeof KEYS)[number];

/** Stores strings as they are and other values as JSON. */
export function toStored(settings: SiteSettings): Map<Key, string> {
  return new Map(
    KEYS.map((key) => {
      const value = settings[key];
      return [key, typeof value === 'string' ? value : JSON.stringify(value)];
    }),
  );
}

/** Falls back to the default for missing and invalid values. */
export function fromStored(
  stored: ReadonlyMap<string, string>,
  defaults: SiteSettings,
): SiteSettings {
  const { shape } = siteSettingsSchema;
  return {
    directMessage: read(shape.directMessage, stored.get('directMessage')) ?? 'locked',
    studyRoomMenu: read(shape.studyRoomMenu, stored.get('studyRoomMenu')) ?? 'locked',
    quickLinks: readJson(shape.quickLinks, stored.get('quickLinks')) ?? defaults.quickLinks,
    footer: readJson(shape.footer, stored.get('footer')) ?? defaults.footer,
  };
}

function read<T extends z.ZodMiniType>(schema: T, value: unknown): z.output<T> | undefined {
  return z.safeParse(schema, value).data;
}

function readJson<T extends z.ZodMiniType>(
  schema: T,
  text: string | undefined,
): z.output<T> | undefined {
  if (text === undefined) return undefined;
  try {
    return read(schema, JSON.parse(text));
  } catch {
    return undefined;
  }
}
