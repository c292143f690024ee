import init, { HwpDocument } from '@rhwp/core';
import { type ReadFile, UnreadableError } from '../parts.ts';
import { shortPage } from './hwp-page.ts';

const PAGES = 10_000;
/** An A4 page at 96 dpi, until its size is known. */
const A4 = { width: 794, height: 1123 };
const SIZE = /<svg[^>]*?\swidth="([\d.]+)[^"]*"[^>]*?\sheight="([\d.]+)/;

type Measuring = typeof globalThis & { measureTextWidth?: (font: string, text: string) => number };

/** Ten megabytes. */
export const loadHwp = () => init();

/** Documents of Hangul (HWP 3, HWP 5 and HWPX), page by page. */
export async function readHwp(bytes: ArrayBuffer, font: ArrayBuffer | null): Promise<ReadFile> {
  await measureWith(font);
  const document = open(new Uint8Array(bytes));
  const count = Math.min(PAGES, document.pageCount());
  if (count === 0) throw new UnreadableError('empty');
  const first = SIZE.exec(document.renderPageSvg(0));
  const width = Number(first?.[1]) || A4.width;
  const height = Number(first?.[2]) || A4.height;
  return {
    parts: Array.from({ length: count }, () => ({ width, height })),
    partAt: (at) => ({ type: 'page', svg: shortPage(document.renderPageSvg(at)) }),
  };
}

function open(bytes: Uint8Array): HwpDocument {
  try {
    return new HwpDocument(bytes);
  } catch (error) {
    throw new UnreadableError(
      /암호|비밀번호|password|encrypt|배포용/i.test(String(error)) ? 'password' : 'damaged',
    );
  }
}

/** The library asks how wide texts are. */
async function measureWith(font: ArrayBuffer | null): Promise<void> {
  if (font !== null) {
    const { fonts } = self as unknown as { fonts?: FontFaceSet };
    const face = new FontFace('Naru Sans', font, { weight: '400 800' });
    fonts?.add(await face.load());
  }
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  let current = '';
  (globalThis as Measuring).measureTextWidth = (wanted, text) => {
    if (context === null) return text.length * 8;
    if (wanted !== current) context.font = wanted;
    current = wanted;
    return context.measureText(text).width;
  };
}
