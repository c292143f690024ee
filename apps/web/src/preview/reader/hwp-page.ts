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

function shortList(list: string): string {
  const names = list.split(',');
  return [...new Set([names[0], names.at(-1), "'Naru Sans'"])].join(',');
}
