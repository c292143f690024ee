import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { crc32, deflateSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';

const WORDS = ['등대', '부표', '항로', '점검', '기록', '파도', '바람', 'lighthouse', 'log', '2026'];
/** Text without end, the same in each run. */
function* wordsWithoutEnd() {
  for (let at = 1; ; at = (at * 48_271) % 2_147_483_647) yield WORDS[at % WORDS.length];
}
const source = wordsWithoutEnd();
const sentence = (count) => Array.from({ length: count }, () => source.next().value).join(' ');

/** Lines of `line` until there are so many bytes. */
function until(bytes, line) {
  const lines = [];
  for (let size = 0; size < bytes; size += Buffer.byteLength(lines.at(-1)) + 1)
    lines.push(line(lines.length));
  return lines;
}

/** A picture that no compression makes smaller. */
function pngOf(side) {
  const rows = Array.from({ length: side }, () =>
    Buffer.concat([Buffer.from([0]), randomBytes(side * 3)]),
  );
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(Buffer.concat(rows), { level: 1 });
  return Buffer.concat([
    start,
    chunk('IHDR', head),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Pages of text with a picture each. */
function pdfOf(bytes) {
  const side = 150;
  const count = Math.ceil(bytes / (side * side * 3 + 3_000));
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  const add = (object) => objects.push(object);
  const stream = (head, data) => `<<${head}/Length ${data.length}>>\nstream\n${data}\nendstream`;
  const kids = Array.from({ length: count }, () => {
    const picture = add(
      stream(
        `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/ColorSpace/DeviceRGB/BitsPerComponent 8`,
        randomBytes(side * side * 3).toString('latin1'),
      ),
    );
    const lines = Array.from(
      { length: 40 },
      (_, at) =>
        `1 0 0 1 60 ${780 - at * 14} Tm (page of the lighthouse, line ${at} of its log) Tj`,
    );
    const text = add(
      stream('', `BT /F 10 Tf ${lines.join(' ')} ET q 150 0 0 150 60 40 cm /P Do Q`),
    );
    return add(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>/XObject<</P ${picture} 0 R>>>>/Contents ${text} 0 R>>`,
    );
  });
  objects[1] = `<</Type/Pages/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]/Count ${kids.length}>>`;
  const parts = ['%PDF-1.7\n'];
  let size = parts[0].length;
  const places = objects.map((object, at) => {
    const place = size;
    parts.push(`${at + 1} 0 obj\n${object}\nendobj\n`);
    size += parts.at(-1).length;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  const end = `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${size}\n%%EOF\n`;
  return Buffer.from(`${parts.join('')}${table}${end}`, 'latin1');
}

/** Documents of Hangul: fifty pages of text, and pictures. */
async function hangulOf(bytes) {
  // A package of the server.
  const { resolve } = createRequire(new URL('../../apps/server/package.json', import.meta.url));
  const { initSync, HwpDocument } = await import(resolve('@rhwp/core'));
  globalThis.measureTextWidth = (_, text) => text.length * 8;
  initSync({ module: readFileSync(resolve('@rhwp/core/rhwp_bg.wasm')) });
  const document = HwpDocument.createEmpty();
  document.createBlankDocument();
  const pictures = 8;
  const side = Math.floor(Math.sqrt(bytes / pictures / 3));
  for (let at = 0; at < pictures; at += 1) {
    document.insertText(0, 0, 0, sentence(1_200));
    document.insertPicture(0, 0, 0, '', pngOf(side), 20_000, 20_000, side, side, 'png', '');
    document.splitParagraph(0, 0, 0);
  }
  return { hwp: Buffer.from(document.exportHwp()), hwpx: Buffer.from(document.exportHwpx()) };
}

function notebookOf(bytes) {
  const cells = until(bytes, (at) =>
    JSON.stringify({
      cell_type: 'code',
      execution_count: at + 1,
      source: [`# ${sentence(8)}\n`, `plot(${at})\n`],
      outputs: [
        { output_type: 'stream', text: [sentence(30)] },
        { output_type: 'display_data', data: { 'image/png': pngOf(100).toString('base64') } },
      ],
    }),
  );
  return `{"nbformat":4,"metadata":{},"cells":[${cells.join(',')}]}`;
}

/** Rows whose words no compression makes much smaller. */
function workbookOf(bytes) {
  const word = () => randomBytes(6).toString('base64url');
  const cell = (column, row) =>
    `<c r="${column}${row}" t="inlineStr"><is><t>${word()}</t></is></c>`;
  const rows = until(
    bytes * 6.5,
    (at) =>
      `<row r="${at + 1}">${['A', 'B', 'C', 'D', 'E', 'F'].map((column) => cell(column, at + 1)).join('')}</row>`,
  );
  const entries = {
    'xl/workbook.xml': '<workbook><sheets><sheet name="기록" r:id="a"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`,
  };
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(entries).map(([name, xml]) => [name, strToU8(xml)]))),
  );
}

/** A file of each kind that previews show, each of about so many bytes, by its extension. */
export async function makeFiles(bytes) {
  const lines = (line) => Buffer.from(until(bytes, line).join('\n'));
  return {
    pdf: pdfOf(bytes),
    ...(await hangulOf(bytes)),
    ipynb: Buffer.from(notebookOf(bytes)),
    xlsx: workbookOf(bytes),
    csv: lines((at) => `${at},${sentence(8).replaceAll(' ', ',')}`),
    md: lines((at) => (at % 20 === 0 ? `## ${sentence(4)}\n\n$x_{${at}}^2$\n` : sentence(20))),
    py: lines((at) => `def watch_${at}(log):  # ${sentence(6)}\n    return log + ${at}`),
    png: pngOf(Math.floor(Math.sqrt(bytes / 3))),
  };
}
