import type { HwpDocument } from '@rhwp/core';

/** An A4 page at 96 dpi. */
const A4 = { width: 794, height: 1123 };
/** The library names a dozen fonts at every letter, and places it to a billionth of a pixel. */
const FONTS = /font-family="([^"]*)"/g;
const PLACES = / (x|y|width|height|font-size|textLength)="(-?\d+\.\d\d)\d+"/g;

/**
 * A page of the library with the first font of each letter and the kind of font that every device has, then that of
 * the app: half as long, and a dense page has thousands of letters.
 */
export function shortPage(svg: string): string {
  const known = new Map<string, string>();
  const fontsOf = (_: string, list: string) => {
    const fonts = known.get(list) ?? `font-family="${shortList(list)}"`;
    known.set(list, fonts);
    return fonts;
  };
  return svg
    .replaceAll(FONTS, fontsOf)
    .replaceAll(PLACES, ' $1="$2"')
    .replaceAll(' fill="#000000"', '');
}

/** The size of a page in CSS pixels; that of A4 for one of which the library knows none. */
export function pageSize(document: Pick<HwpDocument, 'getPageInfo'>, at: number): typeof A4 {
  try {
    const { width, height } = JSON.parse(document.getPageInfo(at));
    return { width: Number(width) || A4.width, height: Number(height) || A4.height };
  } catch {
    return A4;
  }
}

function shortList(list: string): string {
  const names = list.split(',');
  return [...new Set([names[0], names.at(-1), "'Naru Sans'"])].join(',');
}
