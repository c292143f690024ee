import type { CodeLanguage } from '@naru/contract/formats';
import { CODE_MAX, lowlight } from './lowlight.ts';

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
