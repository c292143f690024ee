import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SETTINGS } from '../../apps/server/src/config/env.ts';
import { root } from '../../scripts/lib/root.mjs';
import { settingsFiles } from '../../scripts/lib/settings-pages.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const tracked = execFileSync('git', ['ls-files', '--cached'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => existsSync(join(root, path)));
const documents = tracked.filter((path) => path.endsWith('.md'));

/** Anchors of a page as GitHub makes them. */
function anchorsOf(path) {
  const headings = read(path).match(/^#{1,6} .+$/gm) ?? [];
  return headings.map((heading) =>
    heading
      .replace(/^#+ /, '')
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function brokenLinks(path) {
  const text = read(path).replaceAll(/^```[\s\S]*?^```/gm, '');
  const targets = [...text.matchAll(/\]\((?!https?:|mailto:|\/)([^)\s]+)\)/g)].map(([, to]) => to);
  return targets.filter((to) => {
    const [file, anchor] = decodeURI(to).split('#');
    const target = file === '' ? path : join(dirname(path), file);
    if (!existsSync(join(root, target))) return true;
    return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor);
  });
}

describe('documents', () => {
  it('link to files and headings that exist', () => {
    const broken = documents.flatMap((path) => brokenLinks(path).map((to) => `${path}: ${to}`));
    expect(broken).toEqual([]);
  });

  it('and code name decision records that exist, each number once', () => {
    const numbers = tracked.flatMap(
      (path) => /^docs\/decisions\/(\d{4})-.*\.md$/.exec(path)?.[1] ?? [],
    );
    const named = tracked
      .filter((path) => /\.(ts|tsx|mjs|css|sql|md|yml|yaml)$/.test(path))
      .filter((path) => !/CHANGELOG\.md$|\.test\.mjs$|decisions\/README\.md$/.test(path))
      .flatMap((path) =>
        [...read(path).matchAll(/(?:docs\/decisions\/|\b(?:decision|record) )(\d{4})\b/gi)].map(
          ([, number]) => ({ path, number }),
        ),
      );
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter(({ number }) => !numbers.includes(number))).toEqual([]);
  });
});

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
