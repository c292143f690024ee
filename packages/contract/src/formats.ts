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

/** First number of a list: 1 unless the attribute is a number from 0 to 9,999. */
export function readListStart(text: string | null | undefined): number {
  return /^\d{1,4}$/.test(text ?? '') ? Number(text) : 1;
}

/** Styles of lists that are numbered by letters or Roman numbers: selectors do not distinguish `a` and `A`. */
export const LIST_STYLES = {
  a: 'lower-alpha',
  A: 'upper-alpha',
  i: 'lower-roman',
  I: 'upper-roman',
} as const;
export type ListType = keyof typeof LIST_STYLES;

/** How a list is numbered; null for decimal numbers. */
export function readListType(text: string | null | undefined): ListType | null {
  return text && Object.hasOwn(LIST_STYLES, text) ? (text as ListType) : null;
}

/** Pixels. */
const COLUMN_MIN = 20;
const COLUMN_MAX = 1000;

/** Width of a column in pixels, from 20 to 1,000; null for any other text. */
export function readColumnWidth(text: string | null | undefined): number | null {
  const width = /^\d{1,4}(?:\.\d{1,6})?(?:px)?$/.test(text ?? '')
    ? Number.parseFloat(text ?? '')
    : 0;
  return width >= COLUMN_MIN && width <= COLUMN_MAX ? Math.round(width) : null;
}

const WEB_LINK = /^https?:\/\/[^\s\\\p{Cc}]+$/iu;

/** True for an absolute http or https URL without credentials. */
export function isSafeLink(url: string): boolean {
  if (!WEB_LINK.test(url) || !URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return `${username}${password}` === '';
}

const EMAIL_LINK = /^(mailto:[\w.+-]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,8})(?:\?|$)/i;
const PHONE_LINK = /^tel:\+?\d[\d().-]{1,30}$/i;

/** A link to an e-mail address, without subject and further recipients, or to a telephone number; or null. */
export function readContactLink(href: string | null | undefined): string | null {
  const link = href?.trim() ?? '';
  return EMAIL_LINK.exec(link)?.[1] ?? (PHONE_LINK.test(link) ? link : null);
}
