import type * as z from 'zod/mini';

interface Words {
  en: string;
  ko: string;
}

/**
 * A setting of the environment. `en` and `ko` describe it on the pages of the settings (written by `npm run
 * docs:settings`), in Markdown, with links relative to the root of the repository.
 */
export interface Setting extends Words {
  kind: z.ZodMiniType;
  /** What applies if it is not set and `kind` has no default. */
  unset?: Words;
}

type Settings = Readonly<Record<string, Setting>>;

/** With the heading of its pages. */
type Grouped<T extends Settings> = { [Name in keyof T]: T[Name] & { group: Words } };

/** Puts settings below one heading of their pages. */
export function group<T extends Settings>(en: string, ko: string, settings: T): Grouped<T> {
  const entries = Object.entries(settings);
  return Object.fromEntries(
    entries.map(([name, setting]) => [name, { ...setting, group: { en, ko } }]),
  ) as Grouped<T>;
}

export type Kinds<T extends Settings> = { [Name in keyof T]: T[Name]['kind'] };

/** The shape of the schema that reads the settings. */
export function kindsOf<T extends Settings>(settings: T): Kinds<T> {
  const entries = Object.entries(settings);
  return Object.fromEntries(entries.map(([name, { kind }]) => [name, kind])) as Kinds<T>;
}
