import { rename, styleOf, unwrap } from './css.ts';

/** Attributes that mean something in our texts; `class` names the language of code. */
const ATTRIBUTES = new Set([
  ...['href', 'src', 'alt', 'width', 'height', 'colspan', 'rowspan', 'span', 'start', 'type'],
  ...['data-color', 'data-formula', 'data-pm-slice'],
]);
const ALIGNED = /text-align\s*:\s*(center|right)/i;
const SIZE = /(?:^|[;\s])font-size\s*:\s*(\d+(?:\.\d+)?px)/i;
/** The size that text has without one. */
const BASE_SIZE = /^16(?:\.0+)?px$/;
const NOT_BOLD = /(?:^|[;\s])font-weight\s*:\s*(?:normal|[1-4]00)/i;
const BOLD = 'strong,b';

/** Leaves of each element what the schema of the editor reads. */
export function tidyElements(body: HTMLElement): void {
  for (const element of body.querySelectorAll<HTMLElement>('*')) {
    const style = styleOf(element);
    for (const { name } of [...element.attributes])
      if (!isMeant(name, element)) element.removeAttribute(name);
    tidy(NOT_BOLD.test(style) ? endBold(element) : element, style);
  }
}

/** Google Docs puts a whole fragment into a `b` that is not bold. */
function endBold(element: HTMLElement): HTMLElement {
  const plain = element.matches(BOLD) ? rename(element, 'span') : element;
  // In the notation of the rule with which the editor ends bold text.
  if (plain.closest(BOLD)) plain.style.fontWeight = '400';
  return plain;
}

function tidy(element: HTMLElement, style: string): void {
  const align = ALIGNED.exec(style)?.[1];
  if (/^(?:SPAN|FONT)$/.test(element.tagName)) tidySpan(element, style);
  else if (align) element.style.textAlign = align.toLowerCase();
}

function isMeant(name: string, { tagName }: Element): boolean {
  return ATTRIBUTES.has(name) || (name === 'class' && tagName === 'CODE');
}

function tidySpan(span: HTMLElement, style: string): void {
  const size = SIZE.exec(style)?.[1] ?? '16px';
  if (span.tagName === 'SPAN' && !BASE_SIZE.test(size)) span.style.fontSize = size;
  if (!span.hasAttributes()) unwrap(span);
}
