import type { CodeLanguage } from '@naru/contract/formats';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import css from 'highlight.js/lib/languages/css';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import markdown from 'highlight.js/lib/languages/markdown';
import matlab from 'highlight.js/lib/languages/matlab';
import python from 'highlight.js/lib/languages/python';
import r from 'highlight.js/lib/languages/r';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight, type LanguageFn } from 'lowlight';

const GRAMMARS: Record<CodeLanguage, LanguageFn> = {
  ...{ bash, c, cpp, css, java, javascript, json, markdown, matlab, python, r, sql },
  ...{ typescript, xml, yaml },
};

/** Longer code stays plain, because highlighting would hold up the page. */
const CODE_MAX = 20_000;

const all = createLowlight(GRAMMARS);
const plain = (value: string) => ({
  type: 'root' as const,
  children: [{ type: 'text' as const, value }],
});

/** Highlights code of a known language; never guesses one. */
export const lowlight = {
  ...all,
  highlight: (language: string, code: string) =>
    code.length > CODE_MAX ? plain(code) : all.highlight(language, code),
  highlightAuto: plain,
};

/** Coloured code as a tree: text, or a scope with the classes of its colour. */
export type CodePart = string | { classes: string; parts: CodePart[] };

/**
 * Code that a worker is to highlight, and what it returns: null for code that is too long
 * or needs too many elements.
 */
export type CodeRequest = { language: CodeLanguage; code: string };
export type CodeResponse = { parts: CodePart[]; elements: number } | null;

/** Elements of one block, and how deep they are nested. */
const ELEMENTS_MAX = 5000;
const DEPTH_MAX = 20;

type Node = { type: string; value?: string; children?: Node[]; properties?: object };

/** Highlights code; may take minutes for a hostile one. */
export function partsOf({ language, code }: CodeRequest): CodeResponse {
  if (code.length > CODE_MAX) return null;
  const { children } = lowlight.highlight(language, code);
  const elements = countElements(children as Node[]);
  return elements === null ? null : { parts: (children as Node[]).map(partOf), elements };
}

/** Without recursion: a tree may be ten thousand levels deep. Null for a tree that is too large. */
function countElements(nodes: Node[]): number | null {
  let level = nodes;
  let elements = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    const scopes = level.filter(({ children }) => children !== undefined);
    elements += scopes.length;
    if (elements > ELEMENTS_MAX || depth > DEPTH_MAX) return null;
    level = scopes.flatMap(({ children = [] }) => children);
  }
  return elements;
}

function partOf({ value = '', children, properties }: Node): CodePart {
  if (children === undefined) return value;
  const { className = [] } = (properties ?? {}) as { className?: string[] };
  return { classes: className.join(' '), parts: children.map(partOf) };
}
