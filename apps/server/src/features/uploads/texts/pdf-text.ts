import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Pages that are read. */
const PAGES = 500;

/** The library makes matrices while it loads, which drawing alone needs. */
const drawing = globalThis as { DOMMatrix?: unknown; ImageData?: unknown; Path2D?: unknown };
drawing.DOMMatrix ??= class {};
drawing.ImageData ??= class {};
drawing.Path2D ??= class {};

/** What the pages of a PDF say, until there is enough. Throws for a damaged file and for one with a password. */
export async function pdfText(bytes: Uint8Array, most: number): Promise<string> {
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const task = getDocument({
    // It refuses a Buffer.
    data: new Uint8Array(bytes),
    isEvalSupported: false,
    enableXfa: false,
    cMapUrl: join(folder, 'cmaps/'),
    cMapPacked: true,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    const pdf = await task.promise;
    let text = '';
    for (let page = 1; page <= Math.min(PAGES, pdf.numPages) && text.length < most; page += 1) {
      text += `${await pdf
        .getPage(page)
        .then(textOfPage)
        .catch(() => '')}\n`;
    }
    return text;
  } finally {
    await task.destroy();
  }
}

type Page = Awaited<
  ReturnType<Awaited<ReturnType<typeof import('pdfjs-dist').getDocument>['promise']>['getPage']>
>;

async function textOfPage(page: Page): Promise<string> {
  const { items } = await page.getTextContent();
  return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
}
