import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '..');
const KEY_FILES = ['entities/keys.ts', 'entities/staff-keys.ts'];
/** An inline key: as an option, or as the argument of a client call. */
const OWN_KEY = /\b(?:query|mutation)Key\b\s*[:=]\s*\[|\b\w+Quer(?:y|ies)\w*\([^()]*\[\s*['"`]/;

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(SRC, file), 'utf8') }));

describe('query keys', () => {
  it('are built only in the files of keys', () => {
    const elsewhere = files.filter(
      ({ file, text }) =>
        !KEY_FILES.includes(file) && !file.startsWith('testing/') && OWN_KEY.test(text),
    );
    expect(files.length).toBeGreaterThan(300);
    expect(elsewhere.map(({ file }) => file)).toEqual([]);
  });

  it.each([
    "queryOptions({ queryKey: ['posts', page] })",
    "const mutationKey = ['posts', 'like'];",
    "client.setQueryData(['me'], me)",
    "void reloadQueries(client, ['posts'])",
  ])('would be found in %s', (code) => {
    expect(OWN_KEY.test(code)).toBe(true);
  });

  it('start with a word of their own group', () => {
    const owners = new Map<string, Set<string>>();
    for (const { text } of files.filter(({ file }) => KEY_FILES.includes(file))) {
      for (const [, group = '', keys = ''] of text.matchAll(
        /^export const (\w+) = \{(.*?)^\}/gms,
      )) {
        for (const [, word = ''] of keys.matchAll(/\[\s*'([\w-]+)'/g)) {
          owners.set(word, (owners.get(word) ?? new Set<string>()).add(group));
        }
      }
    }
    expect(owners.size).toBeGreaterThan(40);
    expect([...owners].filter(([, groups]) => groups.size > 1)).toEqual([]);
  });
});
