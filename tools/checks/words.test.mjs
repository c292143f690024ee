import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { POST_BOARD_TYPES } from '../../packages/contract/src/boards.ts';
import { root } from '../../scripts/lib/root.mjs';
import { filesBelow, sourceFiles } from '../../scripts/lib/source-files.mjs';

/** Where comments, titles of tests and identifiers have plain words already. */
const PLAIN_FOLDERS = [
  'apps/server/src',
  'apps/web/src',
  'apps/web/vite',
  'packages/contract/src',
  'packages/demo/src',
  'scripts',
  'tools',
  'bench',
  'deploy',
  'e2e',
];
/** Words that stand for several things, and what says which one. */
const VAGUE = [
  [/\b(tells?|told|telling)\b/i, 'notify, send, say, reveal, report'],
  [/\b(hears?|heard)\b/i, 'is notified, receives, listens'],
  [/\bnews\b/i, 'notification, message, new posts'],
  [/\bkept\b/i, 'cached, stored, retained, remaining'],
  [/\bkeepers?\b/i, 'holder, cache'],
  [/\bwish(es)?\b/i, 'request, options, input'],
  [/\btwins?\b/i, 'duplicate'],
  [/\b(forgets?|forgot|forgotten)\b/i, 'evict, delete, clear'],
  [/\blooks? after\b|\bsen[dt]s? away\b/i, 'handles, refuses'],
];
/** Where a word is right, or part of a name that the wire, the database or the release before has. */
const RIGHT = [
  [/^/, /\b(tells?|told)\b[^.:;]{0,30}\bapart\b|\btell-?apart\b/gi],
  [/^/, /\bauthorToldAt\b|\btold(At|To|Items)\b|\b(author_)?told_(at|to|items)\b/g],
  [/^/, /\bboard\\?\/news\b|\bboardNewsSchema\b|\bBoardNews\b/g],
  [/\/(boards\.routes|my-boards)\.ts$/, /\bnews(?=: (async|get))/g],
  [/\/peers\//, /[.{] ?(news|hears)\b|\b(news|hears)(?=[:,]| [=}])|\['hears'\]|naru[_ ]news/g],
  [/\/backup\/target\.ts$/, /'naru news'/g],
  [/\/sources-file\.test|foreign-pages\.test|\/demo-s(chool|ources)/, /["'/@}]news(["']|\.)/g],
  [/\/recognise\/page-names\.ts$/, /\|news\|/g],
  [/\/reading\/titles\.test/, /\bnewsTitle\b/g],
  [/\/drill\.test/, /\bnewsletters\b/g],
  [/\/recognise\/page-names\.ts$/, /\|news\|/g],
  [/academic-calendar|school-response/, /\bkept(?=: )|'kept'/g],
  [/^/, /\bheadsKept\b|\bREPORTS_KEPT\b/g],
];

/** The text without what is right there, identifiers cut into words. */
function plainText(path) {
  let text = readFileSync(join(root, path), 'utf8');
  for (const [where, right] of RIGHT) if (where.test(path)) text = text.replace(right, '');
  return text.replace(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll('_', ' ');
}

function vagueIn(path) {
  return plainText(path)
    .split('\n')
    .flatMap((line, at) =>
      VAGUE.filter(([vague]) => vague.test(line)).map(
        ([vague, instead]) => `${path}:${at + 1} ${vague.exec(line)[0]} -> ${instead}`,
      ),
    );
}

it('comments, titles of tests and identifiers say which of several things they mean [GATE-104]', () => {
  const paths = PLAIN_FOLDERS.flatMap(filesBelow).filter(
    (path) => /\.(tsx?|mjs)$/.test(path) && path !== 'tools/checks/words.test.mjs',
  );
  expect(paths.length).toBeGreaterThan(1500);
  expect(paths.flatMap(vagueIn)).toEqual([]);
});

const names = POST_BOARD_TYPES.join('|');
const COMPARISON = new RegExp(`[!=]== ?'(${names})'|case '(${names})'`);
const CODE = /^apps\/\w+\/src\/.+(?<!\.(test|fixture))\.tsx?$/;

it('reads the behaviour of a board from its descriptor, never from its name', () => {
  const files = sourceFiles().filter((file) => CODE.test(file) && !/\/(testing|demo)\//.test(file));
  expect(files.length).toBeGreaterThan(500);
  const naming = files.filter((file) => COMPARISON.test(readFileSync(join(root, file), 'utf8')));
  expect(naming).toEqual([]);
});

const read = (path) => readFileSync(join(root, path), 'utf8');
const WHITE = /\s+/g;
const SPECIAL = /[.*+?^${}()|[\]\\]/g;
/** Limits in a text are numbers or come from the list of limits. */
const patternOf = (text) =>
  new RegExp(
    text.replace(WHITE, ' ').replace(SPECIAL, '\\$&').replace(/\d+/g, '(?:\\d+|\\$\\{[^}]+\\})'),
  );
/** Sentences in quotation marks; single words are names of things, which inflect. */
const QUOTED_TEXT = /'([^'\n]*[가-힣][^'\n]*[.!?])'/g;

it('Korean sentences that requirements quote are those of the interface [UI-11]', () => {
  const code = ['apps/web/src', 'apps/server/src', 'packages/contract/src']
    .flatMap(filesBelow)
    .filter((path) => /\.tsx?$/.test(path) && !/\.(test|fixture)\./.test(path))
    .map(read)
    .join('\n')
    .replace(WHITE, ' ');
  const quoted = filesBelow('docs/requirements').flatMap((page) =>
    [...read(page).matchAll(QUOTED_TEXT)].map(([, text]) => ({ page, text })),
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
