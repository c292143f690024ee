import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { root } from '../../scripts/lib/root.mjs';

/** Folders with texts of the interface; the demo's content is what members write. */
const FOLDERS = ['apps/web/src', 'apps/server/src', 'packages/contract/src'];
const START_PAGE = 'apps/web/index.html';
const HANGUL = /[가-힣]/;

/** Paths of the source files with texts that people read, relative to the root. */
export function filesWithTexts() {
  const paths = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(tsx?|html)$/.test(entry.name))
      .map(({ name, parentPath }) => join(parentPath, name).slice(root.length + 1))
      .filter((path) => !/\.(test|fixture)\.|testing\/|gallery\//.test(path)),
  );
  return [START_PAGE, ...paths];
}

/** The text of a node that people read; expressions in templates and markup become `…`. */
function textOf(node) {
  if (node.type === 'JSXText') return node.value;
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : '';
  if (node.type !== 'TemplateLiteral') return '';
  return node.quasis.map(({ value }) => value.cooked ?? value.raw).join('…');
}

/** The markup between two tags as one sentence: `{count}개` belongs together. */
function textOfChildren({ children }) {
  return children
    .map((child) => {
      if (child.type === 'JSXText') return child.value;
      if (child.type !== 'JSXExpressionContainer') return '\n';
      return child.expression.type === 'Literal' ? textOf(child.expression) : '…';
    })
    .join('');
}

function* nodesBelow(node) {
  if (!node || typeof node !== 'object') return;
  if (Array.isArray(node)) {
    for (const child of node) yield* nodesBelow(child);
    return;
  }
  if (typeof node.type === 'string') yield node;
  for (const [key, child] of Object.entries(node)) {
    if (key !== 'children' || node.type !== 'JSXElement') yield* nodesBelow(child);
    else yield* nodesBelow(child.filter(({ type }) => type !== 'JSXText'));
  }
}

/** What a page says between its tags and in its attributes. */
function textsOfPage(path, source) {
  return source.split('\n').flatMap((line, at) =>
    line
      .split(/[<>"]/)
      .map((text) => text.trim())
      .filter((text) => HANGUL.test(text))
      .map((text) => ({ path, line: at + 1, text })),
  );
}

/** All Korean texts of a file with the line each begins in: string literals, templates, and markup. */
export function textsOf(path) {
  const source = readFileSync(join(root, path), 'utf8');
  if (!HANGUL.test(source)) return [];
  return path.endsWith('.html') ? textsOfPage(path, source) : textsOfCode(path, source);
}

function textsOfCode(path, source) {
  const found = [];
  for (const node of nodesBelow(parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts' }))) {
    const texts =
      node.type === 'JSXElement' || node.type === 'JSXFragment'
        ? textOfChildren(node).split('\n\n')
        : [textOf(node)];
    for (const text of texts) {
      const plain = text.replace(/\s+/g, ' ').trim();
      if (!HANGUL.test(plain)) continue;
      const line = source.slice(0, node.start).split('\n').length;
      found.push({ path, line, text: plain });
    }
  }
  return found;
}
