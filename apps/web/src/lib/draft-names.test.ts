import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ANONYMOUS_DRAFT_KEY } from './member-storage.ts';

const SOURCE = join(import.meta.dirname, '..');
/** About the member's own things or those of the site, and messages, which have their sender's name; all others go. */
const STAYING =
  'academic-date document entry inquiry intro item lecture mail meals read-only settings site-notice source team'.split(
    ' ',
  );
/** Those without a login, of NOBODY, all go. */
const NAMES = [
  /\bdraft(?:=\{?|: | = )[`'"]([a-z-]+)/g,
  /(?:useDraftText|useFormDraft)\([^;'"`]*[`'"]([a-z-]+)/g,
  /useTypedDraft\(\{\s*name: [`'"]([a-z-]+)/g,
  /(?<!NOBODY,\s*)boardType: (?:\w+ \? '([a-z-]+)' : )?[`'"]([a-z-]+)/g,
];

const names = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.(?:test|fixture)\.|^gallery/.test(path))
  .map((path) => readFileSync(join(SOURCE, path), 'utf8'))
  .flatMap((source) => NAMES.flatMap((name) => [...source.matchAll(name)]))
  .flatMap(([, ...found]) => found.filter((name) => name !== undefined));
const withoutId = (name: string) => name.replace(/-$/, '');

it('finds the names of drafts', () => {
  expect(new Set(names).size).toBeGreaterThan(20);
  expect(names.map(withoutId)).toEqual(expect.arrayContaining(STAYING));
});

it.each([...new Set(names)].sort())(
  'the draft %s stays only if it is about nobody else [PRIV-91]',
  (name) => {
    const key = `naru.draft.7.${name.replace(/-$/, '-12')}.new`;
    expect(ANONYMOUS_DRAFT_KEY.test(key)).toBe(!STAYING.includes(withoutId(name)));
  },
);
