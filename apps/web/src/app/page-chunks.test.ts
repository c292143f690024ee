import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '..');
/** Static imports and exports of values, by their path or package. */
const IMPORTS = /^(?:import|export)\s(?!type\s)(?:[^'";]*?\sfrom\s)?'([^']+)'/gm;
const HEAVY = /^(?:@tiptap|prosemirror|lowlight|highlight\.js|katex)/;

const FOR_CLICKS = /^(?:radix-ui|sonner|zod|react-hook-form|@hookform)/;
const CONTRACT = join(SOURCE, '../../../packages/contract/src');

/** The module that an import names; undefined for one of a package. */
function moduleOf(name: string, importer: string): string | undefined {
  if (name.startsWith('.')) return join(importer, '..', name);
  const [, part] = /^@naru\/contract\/(.+)/.exec(name) ?? [];
  return part && join(CONTRACT, `${part}.ts`);
}

/** Packages of a kind that arrive with a module, each with the module that imports it. */
function heavyOf(path: string, heavy: RegExp, seen = new Set<string>()): string[] {
  if (seen.has(path) || !/\.tsx?$/.test(path)) return [];
  seen.add(path);
  const named = [...readFileSync(path, 'utf8').matchAll(IMPORTS)].map(([, name = '']) => name);
  return named.flatMap((name) => {
    if (heavy.test(name)) return [`${path} -> ${name}`];
    const module = moduleOf(name, path);
    return module ? heavyOf(module, heavy, seen) : [];
  });
}

const inSource = (path: string) => heavyOf(join(SOURCE, path), HEAVY);

it.each([
  'main.tsx',
  'pages/home/home-page.tsx',
  'pages/community/board-page.tsx',
  'pages/community/post-page.tsx',
  'pages/study/lecture-post-page.tsx',
  'pages/mypage/handled-page.tsx',
  'pages/chat/chat-page.tsx',
])('%s loads neither editor nor highlighter nor formulas by itself [POST-19]', (page) => {
  expect(inSource(page)).toEqual([]);
});

it.each(['main.tsx', 'pages/community/board-page.tsx', 'pages/community/post-page.tsx'])(
  '%s loads forms, schemas and layers only when they open [UI-234]',
  (page) => {
    expect(heavyOf(join(SOURCE, page), FOR_CLICKS)).toEqual([]);
  },
);

it('the pages that write load the editor [POST-19]', () => {
  expect(inSource('pages/write/write-page.tsx').join()).toContain('@tiptap');
});
