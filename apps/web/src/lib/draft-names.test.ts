import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ANONYMOUS_DRAFT_KEY } from './member-storage.ts';

const SOURCE = join(import.meta.dirname, '..');
/** About the member's own things or those of the site; all others go with the session. */
const STAYING = 'academic-date document entry intro item lecture settings source'.split(' ');
const NAME =
  /\bdraft(?:=\{?|: | = )[`'"]([a-z-]+)|(?:useDraftText|useFormDraft)\([^;'"`]*[`'"]([a-z-]+)/g;

const names = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|^gallery/.test(path))
  .flatMap((path) => [...readFileSync(join(SOURCE, path), 'utf8').matchAll(NAME)])
  .map(([, inForm, inHook]) => (inForm ?? inHook ?? '').replace(/-$/, ''));

it('finds the names of drafts', () => {
  expect(new Set(names).size).toBeGreaterThan(20);
  expect(names).toEqual(expect.arrayContaining(STAYING));
});

it.each([...new Set(names)].sort())(
  'the draft %s stays only if it is about nobody else [PRIV-91]',
  (name) => {
    expect(ANONYMOUS_DRAFT_KEY.test(`naru.draft.7.${name}-12.new`)).toBe(!STAYING.includes(name));
  },
);
