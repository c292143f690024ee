import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

export function zipOf(entries: Record<string, string>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(entries)) {
    // Compressing takes a quarter of a megabyte for each, all at once.
    zip.addBuffer(Buffer.from(text), name, { compress: text !== '' });
  }
  zip.end();
  return buffer(zip.outputStream);
}

/** A PDF with a page for each text, in letters of its own standard font. */
export function pdfOf(pages: readonly string[]): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  const kids = pages.map((page) => {
    const text = `BT /F1 20 Tf 72 700 Td (${page}) Tj ET`;
    objects.push(`<</Length ${text.length}>>\nstream\n${text}\nendstream`);
    const fonts = '/Resources<</Font<</F1 3 0 R>>>>';
    return objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]${fonts}/Contents ${objects.length} 0 R>>`,
    );
  });
  objects[1] = `<</Type/Pages/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]/Count ${kids.length}>>`;
  let file = '%PDF-1.7\n';
  const places = objects.map((object, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  const end = `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + table + end, 'latin1');
}

const sheet = (text: string) =>
  `<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row></sheetData></worksheet>`;

/** A file of each kind whose text can be read, with the same words in it. */
export async function filesWith(words: string): Promise<Record<string, Buffer>> {
  const { hwp, hwpx } = await hangulWith(words);
  return {
    hwp,
    hwpx,
    docx: await zipOf({
      'word/document.xml': `<w:document><w:p><w:r><w:t>${words}</w:t></w:r></w:p></w:document>`,
    }),
    pptx: await zipOf({
      'ppt/slides/slide1.xml': `<p:sld><a:p><a:r><a:t>${words}</a:t></a:r></a:p></p:sld>`,
    }),
    xlsx: await zipOf({
      'xl/workbook.xml': '<workbook/>',
      'xl/worksheets/sheet1.xml': sheet(words),
    }),
    ipynb: Buffer.from(
      JSON.stringify({
        cells: [
          {
            cell_type: 'code',
            source: ['x = 1\n'],
            outputs: [{ output_type: 'stream', text: [words] }],
          },
        ],
      }),
    ),
    csv: Buffer.from(`이름,값\n${words},1\n`),
    txt: Buffer.from(`\ufeff${words}`, 'utf16le'),
    py: Buffer.from(`# ${words}\n`),
  };
}

/** Documents of Hangul as the library itself writes them, with the words in a table. */
async function hangulWith(words: string) {
  const { initSync, HwpDocument } = await import('@rhwp/core');
  const module = createRequire(import.meta.url).resolve('@rhwp/core/rhwp_bg.wasm');
  const measuring = globalThis as { measureTextWidth?: (font: string, text: string) => number };
  measuring.measureTextWidth = (_, text) => text.length * 8;
  initSync({ module: readFileSync(module) });
  const document = HwpDocument.createEmpty();
  document.createBlankDocument();
  const { paraIdx, controlIdx } = JSON.parse(document.createTable(0, 0, 0, 2, 2));
  document.insertTextInCell(0, paraIdx, controlIdx, 0, 0, 0, words);
  return { hwp: Buffer.from(document.exportHwp()), hwpx: Buffer.from(document.exportHwpx()) };
}

/** A damaged form of a file, the same for the same number: cut, with other bits, or with strange bytes. */
export function damage(file: Buffer, seed: number): Buffer {
  let state = seed * 2_654_435_761 + 1;
  const random = (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0;
    return state % below;
  };
  if (seed % 3 === 0) return file.subarray(0, random(file.length));
  const copy = Buffer.from(file);
  const changes = seed % 3 === 1 ? 1 + random(20) : 200;
  for (let change = 0; change < changes; change += 1) {
    const at = random(copy.length);
    copy[at] = seed % 3 === 1 ? (copy[at] ?? 0) ^ (1 << random(8)) : random(256);
  }
  return copy;
}
