import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SETTINGS } from '../../apps/server/src/config/env.ts';
import { root } from '../../scripts/lib/root.mjs';
import { settingsFiles } from '../../scripts/lib/settings-pages.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const settings = Object.entries(SETTINGS);
const files = settingsFiles();
const namesIn = (text) =>
  [...text.matchAll(/^\| `([A-Z][A-Z0-9_]+)`.*$/gm)].map(([, name]) => name);

describe('what is written about settings', () => {
  it.each(Object.keys(files))('%s is what `npm run docs:settings` writes [OPS-03]', (path) => {
    expect(read(path)).toBe(files[path]);
  });

  it('has every setting once on its pages, and on those of beginners a few [OPS-03]', () => {
    const every = settings.map(([name]) => name).sort();
    expect(every.length).toBeGreaterThan(40);
    for (const path of ['docs/operations/settings.md', 'docs/guide/settings.md']) {
      expect(namesIn(read(path)).sort(), path).toEqual(every);
    }
    const [english, korean] = ['README.md', 'README.ko.md'].map((path) => namesIn(read(path)));
    expect(english.length).toBeLessThanOrEqual(6);
    expect(english.filter((name) => !every.includes(name))).toEqual([]);
    expect(korean).toEqual(english);
  });

  it('is short, says the same in both languages, and fits a cell [OPS-03]', () => {
    const words = settings.flatMap(([name, { en, ko, unset }]) => [
      { name, en, ko },
      ...(unset === undefined ? [] : [{ name, ...unset }]),
    ]);
    // Sentences end with the cell.
    const wrong = /[|\n]|\.$/;
    expect(words.filter(({ en, ko }) => wrong.test(en) || wrong.test(ko))).toEqual([]);
    expect(words.filter(({ en }) => en.length > 220 || /[가-힣]/.test(en))).toEqual([]);
    const codes = (text) => [...text.matchAll(/`[^`]+`/g)].map(([code]) => code);
    const differing = settings.filter(([, { en, ko }]) =>
      codes(ko).some((code) => !/[가-힣]/.test(code) && !codes(en).includes(code)),
    );
    expect(differing.map(([name]) => name)).toEqual([]);
  });
});
