import { readSpan } from '@naru/contract/formats';
import { LIMITS } from '@naru/contract/limits';
import { nearestTextColor } from '@naru/contract/text-colors';
import { TEXTS } from '@naru/contract/texts';
import DOMPurify from 'dompurify';
import { HTML_POLICY } from '../../lib/html-policy.ts';

type Paste = {
  /** For the editor's parser; empty when it is refused. */
  html: string;
  /** Pictures that were embedded in the HTML, to be uploaded. */
  pictures: File[];
  /** Korean sentences on what was not taken over. */
  notices: string[];
};

const OWN_PICTURE = /^\/files\//;
const EMBEDDED = /^data:(image\/(?:png|jpeg|webp|gif));base64,([\w+/=\s]+)$/;
const CLASS_RULE = /\.([\w-]{1,40})\s{0,4}\{([^{}]{0,2000})\}/g;

/**
 * Prepares pasted or dropped HTML of Excel, HWP and web pages. Styles of classes, which Excel uses,
 * become styles of the elements; embedded pictures become files.
 */
export function preparePaste(source: string): Paste {
  const body = DOMPurify.sanitize(withoutStyleSheets(source), {
    RETURN_DOM: true,
    TRUSTED_TYPES_POLICY: HTML_POLICY,
  }) as HTMLElement;
  if ([...body.querySelectorAll('table')].some(isTooBig))
    return { html: '', pictures: [], notices: [TEXTS.contentTableTooBig] };
  inlineClasses(body, source);
  const { pictures, lost } = takePictures(body);
  const hasBackground = nameColors(body);
  const notices = [
    ...(lost === 0 ? [] : [lostPictures(lost)]),
    ...(hasBackground ? [BACKGROUND_DROPPED] : []),
  ];
  return { html: body.innerHTML, pictures, notices };
}

const BACKGROUND_DROPPED =
  '배경색은 붙여 넣지 못했습니다. 강조할 곳은 글자 색이나 굵게로 표시해 주세요.';

function lostPictures(count: number): string {
  return `사진 ${count}장은 붙여 넣지 못했습니다. 사진 파일로 저장한 뒤 사진 단추로 올려 주세요.`;
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

function inlineClasses(body: HTMLElement, source: string): void {
  const rules = new Map<string, string>();
  for (const [, name = '', css = ''] of source.matchAll(CLASS_RULE)) rules.set(name, css);
  if (rules.size === 0) return;
  for (const element of body.querySelectorAll('[class]')) {
    const css = [...element.classList].map((name) => rules.get(name) ?? '');
    const style = [...css, element.getAttribute('style') ?? ''].filter((part) => part !== '');
    if (style.length > 0) element.setAttribute('style', style.join(';'));
  }
}

/** Names the nearest colour of the palette; true when a background colour is dropped. */
function nameColors(body: HTMLElement): boolean {
  let hasBackground = false;
  for (const element of body.querySelectorAll<HTMLElement>('[style], font[color]')) {
    const { color, backgroundColor } = element.style;
    const named = nearestTextColor(color || (element.getAttribute('color') ?? ''));
    if (named !== null && element.closest('a') === null) element.dataset.color = named;
    hasBackground ||= nearestTextColor(backgroundColor) !== null;
  }
  return hasBackground;
}

function takePictures(body: HTMLElement): { pictures: File[]; lost: number } {
  const pictures: File[] = [];
  let lost = 0;
  for (const image of body.querySelectorAll('img')) {
    const src = image.getAttribute('src') ?? '';
    if (OWN_PICTURE.test(src)) continue;
    const file = embeddedFile(src);
    if (file) pictures.push(file);
    else lost += 1;
    image.remove();
  }
  return { pictures, lost };
}

function embeddedFile(src: string): File | null {
  const [, type = '', data = ''] = EMBEDDED.exec(src) ?? [];
  try {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    return bytes.length === 0 ? null : new File([bytes], '붙여 넣은 사진', { type });
  } catch {
    return null;
  }
}
