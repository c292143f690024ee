import { readSpan, type TextColor } from '@naru/contract/formats';
import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import DOMPurify from 'dompurify';
import { HTML_POLICY } from '../../lib/html-policy.ts';

/** Names that office programs write; browsers report other colours as rgb(). */
const NAMED: Record<string, TextColor> = {
  red: 'red',
  maroon: 'red',
  orange: 'yellow',
  yellow: 'yellow',
  green: 'green',
  lime: 'green',
  teal: 'green',
  olive: 'yellow',
  blue: 'blue',
  navy: 'blue',
  purple: 'violet',
  fuchsia: 'violet',
};
const HEX = /^#[\da-f]{6}$/i;
const RGB = /^rgba?\((\d{1,3}),\s*(\d{1,3}),\s*(\d{1,3})(?:,\s*([\d.]+))?\)$/;

/** Distance of the largest from the smallest channel, below which a colour counts as grey. */
const GREY = 70;

/** Upper limits of the hue in degrees. */
const HUES: [number, TextColor][] = [
  [20, 'red'],
  [70, 'yellow'],
  [195, 'green'],
  [255, 'blue'],
  [330, 'violet'],
  [360, 'red'],
];

/** The nearest colour of the palette for a CSS or HTML colour; null for black, grey, white and unknown. */
function nearestColor(css: string): TextColor | null {
  const channels = channelsOf(css);
  if (channels === null) return NAMED[css.toLowerCase()] ?? null;
  const largest = Math.max(...channels);
  const range = largest - Math.min(...channels);
  if (range < GREY) return null;
  const [red = 0, green = 0, blue = 0] = channels;
  const sixth = [
    ((green - blue) / range + 6) % 6,
    (blue - red) / range + 2,
    (red - green) / range + 4,
  ][channels.indexOf(largest)];
  const hue = (sixth ?? 0) * 60;
  return HUES.find(([limit]) => hue <= limit)?.[1] ?? null;
}

/** Red, green and blue of a colour that is not transparent. */
function channelsOf(css: string): number[] | null {
  if (HEX.test(css)) return [1, 3, 5].map((at) => Number.parseInt(css.slice(at, at + 2), 16));
  const [matched, r, g, b, alpha = '1'] = RGB.exec(css) ?? [];
  return matched === undefined || Number(alpha) === 0 ? null : [Number(r), Number(g), Number(b)];
}

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
    const named = nearestColor(color || (element.getAttribute('color') ?? ''));
    if (named !== null && element.closest('a') === null) element.dataset.color = named;
    hasBackground ||= nearestColor(backgroundColor) !== null;
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
