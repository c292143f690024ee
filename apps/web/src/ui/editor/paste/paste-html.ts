import { readSpan } from '@naru/contract/formats';
import { LIMITS } from '@naru/contract/limits';
import { withParticles } from '@naru/contract/particles';
import { TEXTS } from '@naru/contract/texts';
import DOMPurify from 'dompurify';
import { HTML_POLICY } from '../../../lib/html-policy.ts';
import { convertBlocks } from './blocks.ts';
import { convertCode } from './code.ts';
import { nameColors } from './colors.ts';
import { convertFormulas } from './formulas.ts';
import { removeHidden } from './hidden.ts';
import { dropLinks } from './links.ts';
import { convertLists } from './lists.ts';
import { takePictures } from './pictures.ts';
import { tidyElements } from './tidy.ts';
import { convertWords } from './words.ts';

interface Paste {
  /** Elements that the editor has; none when the paste is refused. */
  body: HTMLElement;
  /** Pictures that were embedded in the HTML, to be uploaded; see `pastedPicture`. */
  pictures: File[];
  /** A Korean sentence on what was not taken over, or why nothing was. */
  notice: string | null;
}

/** The class at the end of a selector. */
const CLASS = /\.([\w-]{1,40})$/;
const RULE_MAX = 2_000;
/** Elements of which each takes at least the bytes of an empty line. */
const LINES = 'p,div,li,pre,td,th,h1,h2,h3,h4,h5,h6';
const EMPTY_LINE = '<p></p>';
/** Deeper elements become text. */
const DEEPEST = 150;
/** Elements in which text has no place. */
const PARTS = /^(?:TABLE|TBODY|THEAD|TFOOT|TR|UL|OL)$/;
/** Elements that pages bring in with others' content; sanitising removes some of them. */
const EMBEDDED = /<(?:iframe|embed|object|video|audio)\b/gi;

/**
 * Prepares pasted or dropped HTML of office programs, messengers, code editors and web pages for the parser of
 * the editor. What the page did not show is removed, what posts cannot have is named.
 */
export function preparePaste(source: string): Paste {
  const body = sanitize(source);
  flatten(body);
  if ([...body.querySelectorAll('table')].some(isTooBig))
    return refused(body, TEXTS.contentTableTooBig);
  inlineClasses(body, source);
  // Spaces of our own editor are as they were typed.
  if (body.querySelector('[data-pm-slice]')) body.style.whiteSpace = 'pre-wrap';
  convertFormulas(body);
  removeHidden(body);
  if (isTooLong(body)) return refused(body, TEXTS.contentTooLong);
  convertCode(body);
  convertWords(body);
  const hasOtherNumbers = convertLists(body);
  const { pictures, lost } = takePictures(body);
  const links = dropLinks(body);
  const embedded = source.match(EMBEDDED)?.length ?? 0;
  const hasBackground = nameColors(body);
  convertBlocks(body);
  tidyElements(body);
  const missing = [
    ...(lost > 0 ? [`사진 ${lost}장`] : []),
    ...(embedded > 0 ? [`동영상 등 삽입된 콘텐츠 ${embedded}개`] : []),
    ...(links > 0 ? [`링크 ${links}개`] : []),
    ...(hasOtherNumbers ? ['번호 모양'] : []),
    ...(hasBackground ? ['배경색'] : []),
  ];
  return { body, pictures, notice: noticeOf(missing, lost > 0) };
}

function refused(body: HTMLElement, notice: string): Paste {
  body.replaceChildren();
  return { body, pictures: [], notice };
}

/** No post can have it, and the page would stand still while the editor builds it. */
function isTooLong(body: HTMLElement): boolean {
  const lines = body.querySelectorAll(LINES).length * EMPTY_LINE.length;
  return lines > LIMITS.contentMaxBytes || (body.textContent ?? '').length > LIMITS.contentMaxBytes;
}

function noticeOf(missing: string[], hasPictures: boolean): string | null {
  if (missing.length === 0) return null;
  const sentence = withParticles(`${missing.join(', ')}은(는) 붙여 넣지 못했습니다.`);
  return hasPictures ? `${sentence} 사진은 파일로 저장해 올려 주세요.` : sentence;
}

function sanitize(source: string): HTMLElement {
  return DOMPurify.sanitize(withoutStyleSheets(source), {
    RETURN_DOM: true,
    TRUSTED_TYPES_POLICY: HTML_POLICY,
    // The sources of formulas, which become text.
    ADD_TAGS: ['semantics', 'annotation'],
    ADD_ATTR: ['encoding'],
  }) as HTMLElement;
}

/** Elements below the depth that any text needs become their text: what follows may recurse. */
function flatten(body: HTMLElement): void {
  let level: Element[] = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    for (const element of depth < DEEPEST ? [] : level)
      if (!PARTS.test(element.tagName)) element.replaceChildren(element.textContent ?? '');
    level = level.flatMap(({ children }) => [...children]);
  }
}

function isTooBig({ rows }: HTMLTableElement): boolean {
  let widest = 0;
  let area = 0;
  for (const { cells } of rows) {
    let columns = 0;
    for (const cell of cells) {
      const colspan = readSpan(cell.getAttribute('colspan'));
      columns += colspan;
      area += colspan * readSpan(cell.getAttribute('rowspan'));
    }
    widest = Math.max(widest, columns);
  }
  return Math.max(area, rows.length * widest) > LIMITS.tableCellsMax;
}

/** The content security policy reports every style element that is parsed. */
function withoutStyleSheets(source: string): string {
  const [first = '', ...sheets] = source.split(/<style\b/i);
  return (
    first +
    sheets
      .map((sheet) =>
        sheet
          .split(/<\/style[^>]*>/i)
          .slice(1)
          .join(''),
      )
      .join('')
  );
}

/** The declarations of each class in the style sheets, also in lists of selectors. */
function classRules(source: string): Map<string, string> {
  const rules = new Map<string, string>();
  const sheets = source.split(/<style\b/i).slice(1);
  for (const rule of sheets.flatMap((sheet) => sheet.split(/<\/style/i, 1)[0]?.split('}') ?? [])) {
    const [css = '', selectors = ''] = rule.split('{').reverse();
    if (css.length <= RULE_MAX) addRule(rules, selectors, css);
  }
  return rules;
}

function addRule(rules: Map<string, string>, selectors: string, css: string): void {
  for (const selector of selectors.split(',')) {
    const name = CLASS.exec(selector.trim())?.[1];
    if (name !== undefined) rules.set(name, `${(rules.get(name) ?? '').slice(-RULE_MAX)};${css}`);
  }
}

/** Styles of classes, which Excel and Word use, become styles of the elements. */
function inlineClasses(body: HTMLElement, source: string): void {
  const rules = classRules(source);
  if (rules.size === 0) return;
  for (const element of body.querySelectorAll('[class]')) {
    const css = [...element.classList].map((name) => rules.get(name) ?? '');
    const style = [...css, element.getAttribute('style') ?? ''].filter((part) => part !== '');
    if (style.length > 0) element.setAttribute('style', style.join(';'));
  }
}
