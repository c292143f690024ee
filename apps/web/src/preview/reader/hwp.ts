import init, { HwpDocument } from '@rhwp/core';
import { type ReadFile, UnreadableError } from '../parts.ts';
import { pageSize, shortPage } from './hwp-page.ts';

const PAGES = 10_000;

type Measuring = typeof globalThis & { measureTextWidth?: (font: string, text: string) => number };

/** Ten megabytes. */
export const loadHwp = () => init();

/** Documents of Hangul (HWP 3, HWP 5 and HWPX), page by page. */
export async function readHwp(bytes: ArrayBuffer, font: ArrayBuffer | null): Promise<ReadFile> {
  await measureWith(font);
  const document = open(new Uint8Array(bytes));
  const count = Math.min(PAGES, document.pageCount());
  if (count === 0) throw new UnreadableError('empty');
  return {
    parts: Array.from({ length: count }, (_, at) => pageSize(document, at)),
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
