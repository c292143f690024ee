import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '..');
/** Static imports and exports of values, by their path or package. */
const IMPORTS = /^(?:import|export)\s(?!type\s)(?:[^'";]*?\sfrom\s)?'([^']+)'/gm;
const HEAVY = /^(?:@tiptap|prosemirror|lowlight|highlight\.js|katex)/;

/** Heavy packages that arrive with a module, each with the modules that lead to it. */
function heavyOf(path: string, seen = new Set<string>()): string[] {
  if (seen.has(path) || !/\.tsx?$/.test(path)) return [];
  seen.add(path);
  const named = [...readFileSync(path, 'utf8').matchAll(IMPORTS)].map(([, name = '']) => name);
  return named.flatMap((name) => {
    if (HEAVY.test(name)) return [`${path} -> ${name}`];
    return name.startsWith('.') ? heavyOf(join(path, '..', name), seen) : [];
  });
}

const inSource = (path: string) => heavyOf(join(SOURCE, path));

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

it('the pages that write load the editor [POST-19]', () => {
  expect(inSource('pages/write/write-page.tsx').join()).toContain('@tiptap');
});
