import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../scripts/lib/root.mjs';
import { filesBelow } from '../../scripts/lib/source-files.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const WHITE = /\s+/g;
const SPECIAL = /[.*+?^${}()|[\]\\]/g;
/** Limits in a text are numbers or come from the list of limits. */
const patternOf = (text) =>
  new RegExp(
    text.replace(WHITE, ' ').replace(SPECIAL, '\\$&').replace(/\d+/g, '(?:\\d+|\\$\\{[^}]+\\})'),
  );
/** Sentences in quotation marks; single words are names of things, which inflect. */
const QUOTED = /'([^'\n]*[가-힣][^'\n]*[.!?])'/g;

it('Korean sentences that requirements quote are those of the interface [UI-11]', () => {
  const code = ['apps/web/src', 'apps/server/src', 'packages/contract/src']
    .flatMap(filesBelow)
    .filter((path) => /\.tsx?$/.test(path) && !/\.(test|fixture)\./.test(path))
    .map(read)
    .join('\n')
    .replace(WHITE, ' ');
  const quoted = filesBelow('docs/requirements').flatMap((page) =>
    [...read(page).matchAll(QUOTED)].map(([, text]) => ({ page, text })),
  );
  expect(quoted.length).toBeGreaterThan(30);
  expect(quoted.filter(({ text }) => !patternOf(text).test(code))).toEqual([]);
});

it('code that documents quote is in the files that they link to', () => {
  const pages = [...filesBelow('docs'), 'README.md', 'CONTRIBUTING.md'].filter((path) =>
    path.endsWith('.md'),
  );
  const linesOf = (text) => text.split('\n').map((line) => line.trim());
  const quoted = pages.flatMap((page) => {
    const text = read(page);
    const links = [...text.matchAll(/\]\(([^)#:\s]+\.tsx?)\)/g)];
    const code = new Set(links.flatMap(([, to]) => linesOf(read(join(dirname(page), to)))));
    return [...text.matchAll(/^ *```ts\n([\s\S]*?)^ *```$/gm)]
      .flatMap(([, block]) => linesOf(block))
      .filter((line) => line !== '')
      .map((line) => ({ page, line, isThere: code.has(line) }));
  });
  expect(quoted.length).toBeGreaterThan(10);
  expect(quoted.filter(({ isThere }) => !isThere)).toEqual([]);
});
