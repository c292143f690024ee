import { LIMITS } from './limits.ts';

/** Columns or rows of a table cell: 1 unless the attribute is a number from 2 to 100. */
export function readSpan(text: string | null | undefined): number {
  const span = /^[1-9]\d{0,2}$/.test(text ?? '') ? Number(text) : 1;
  return span <= LIMITS.cellSpanMax ? span : 1;
}

/** Colours of text; each theme has its own shade. */
export const TEXT_COLORS = ['red', 'yellow', 'green', 'blue', 'violet'] as const;
export type TextColor = (typeof TEXT_COLORS)[number];

export function isTextColor(text: string | null | undefined): text is TextColor {
  return TEXT_COLORS.some((color) => color === text);
}

/** Languages of code blocks with the names that readers see. */
export const CODE_LANGUAGES = {
  python: 'Python',
  r: 'R',
  c: 'C',
  cpp: 'C++',
  java: 'Java',
  javascript: 'JavaScript',
  typescript: 'TypeScript',
  sql: 'SQL',
  bash: 'Bash',
  json: 'JSON',
  yaml: 'YAML',
  xml: 'HTML, XML',
  css: 'CSS',
  markdown: 'Markdown',
  matlab: 'MATLAB',
} as const;
export type CodeLanguage = keyof typeof CODE_LANGUAGES;

/** Language of a code element's class `language-python`, or null. */
export function readLanguage(className: string | null | undefined): CodeLanguage | null {
  const name = className?.startsWith('language-') ? className.slice('language-'.length) : '';
  return Object.hasOwn(CODE_LANGUAGES, name) ? (name as CodeLanguage) : null;
}

/** How a formula is set: in its line, or in one of its own. */
export const FORMULA_KINDS = ['inline', 'block'] as const;
export type FormulaKind = (typeof FORMULA_KINDS)[number];

export function isFormulaKind(text: string | null | undefined): text is FormulaKind {
  return FORMULA_KINDS.some((kind) => kind === text);
}
