import { strFromU8, unzipSync } from 'fflate';
import { UnreadableError } from '../parts.ts';
import { numberText } from './sheet-numbers.ts';
import { fileOf, ROWS, type Table } from './table.ts';

/** Bytes of one unpacked entry, and of all of them. */
const ENTRY = 60_000_000;
const ALL = 120_000_000;
const SHEETS = 20;
const COLUMNS = 200;
const WANTED =
  /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/;
const CELL = /<(?:\w+:)?c\s([^>]*?)(?:\/>|>([\s\S]*?)<\/(?:\w+:)?c>)/g;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The tables of a workbook of Excel (xlsx): what its cells show, without colours, pictures and formulas. */
export function readSheets(bytes: ArrayBuffer) {
  const files = unpack(new Uint8Array(bytes));
  const textOf = (name: string) => {
    const file = files[name];
    return file === undefined ? '' : strFromU8(file);
  };
  const strings = elementsOf(textOf('xl/sharedStrings.xml'), 'si').map((one) => runsOf(one.inner));
  const formats = formatsOf(textOf('xl/styles.xml'));
  const targets = new Map(
    elementsOf(textOf('xl/_rels/workbook.xml.rels'), 'Relationship').map(({ attributes }) => [
      attributeOf(attributes, 'Id'),
      attributeOf(attributes, 'Target').replace(/^\/?(?:xl\/)?/, ''),
    ]),
  );
  const workbook = textOf('xl/workbook.xml');
  const is1904 = /<(?:\w+:)?workbookPr[^>]*date1904="(?:1|true)"/.test(workbook);
  const sheets = elementsOf(workbook, 'sheet').filter(
    ({ attributes }) => !/\sstate="(?:hidden|veryHidden)"/.test(` ${attributes}`),
  );
  const tables = sheets.slice(0, SHEETS).map(({ attributes }): Table => {
    const xml = textOf(`xl/${targets.get(attributeOf(attributes, 'r:id')) ?? ''}`);
    return { title: attributeOf(attributes, 'name'), ...rowsOf(xml, { strings, formats, is1904 }) };
  });
  if (tables.length === 0) throw new UnreadableError('damaged');
  return fileOf(tables);
}

function unpack(bytes: Uint8Array) {
  // A workbook with a password is a compound file.
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) throw new UnreadableError('password');
  let all = 0;
  return unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!WANTED.test(name)) return false;
      all += originalSize;
      if (originalSize > ENTRY || all > ALL) throw new UnreadableError('large');
      return true;
    },
  });
}

interface Looks {
  strings: readonly string[];
  /** Format of each style of cells. */
  formats: readonly string[];
  is1904: boolean;
}

function rowsOf(xml: string, looks: Looks): Pick<Table, 'rows' | 'isCut'> {
  const rows: string[][] = [];
  let isCut = false;
  for (const { attributes, inner } of elementsOf(xml, 'row', ROWS + 1)) {
    const at = Number(attributeOf(attributes, 'r')) - 1 || rows.length;
    if (at >= ROWS || rows.length >= ROWS) {
      isCut = true;
      break;
    }
    while (rows.length < at) rows.push([]);
    rows.push(cellsOf(inner, looks));
  }
  return { rows, isCut };
}

function cellsOf(xml: string, looks: Looks): string[] {
  const cells: string[] = [];
  for (const [, attributes = '', inner = ''] of xml.matchAll(CELL)) {
    const letters = /^[A-Z]{1,3}/.exec(attributeOf(attributes, 'r'))?.[0];
    const at = letters === undefined ? cells.length : columnOf(letters);
    if (at >= COLUMNS || at < cells.length) continue;
    while (cells.length < at) cells.push('');
    cells.push(cellText(attributes, inner, looks));
  }
  return cells;
}

function cellText(attributes: string, inner: string, { strings, formats, is1904 }: Looks): string {
  const type = attributeOf(attributes, 't');
  if (type === 'inlineStr') return runsOf(inner);
  const value = decode(/<(?:\w+:)?v[^>]*>([^<]*)</.exec(inner)?.[1] ?? '');
  if (type === 's') return strings[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type !== '' && type !== 'n') return value;
  return numberText(value, formats[Number(attributeOf(attributes, 's'))] ?? 'General', is1904);
}

/** Formats of numbers by the style of a cell. */
function formatsOf(xml: string): string[] {
  const own = new Map(
    elementsOf(xml, 'numFmt').map(({ attributes }) => [
      attributeOf(attributes, 'numFmtId'),
      attributeOf(attributes, 'formatCode'),
    ]),
  );
  const [styles] = elementsOf(xml, 'cellXfs');
  return elementsOf(styles?.inner ?? '', 'xf').map(({ attributes }) => {
    const id = attributeOf(attributes, 'numFmtId');
    return own.get(id) ?? `#${id}`;
  });
}

/** Elements of a name that do not contain each other, in at most `most` places. */
function elementsOf(xml: string, name: string, most = 2_000_000) {
  const found: { attributes: string; inner: string }[] = [];
  const start = new RegExp(`<(\\w+:)?${name}(?=[\\s/>])([^>]*)>`, 'g');
  for (
    let match = start.exec(xml);
    match !== null && found.length < most;
    match = start.exec(xml)
  ) {
    const [, prefix = '', attributes = ''] = match;
    if (attributes.endsWith('/')) {
      found.push({ attributes, inner: '' });
      continue;
    }
    const end = xml.indexOf(`</${prefix}${name}>`, start.lastIndex);
    if (end < 0) break;
    found.push({ attributes, inner: xml.slice(start.lastIndex, end) });
    start.lastIndex = end;
  }
  return found;
}

function attributeOf(attributes: string, name: string): string {
  return decode(new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1] ?? '');
}

/** Without the readings of Japanese texts. */
function runsOf(xml: string): string {
  const texts = xml
    .replaceAll(/<(?:\w+:)?rPh[\s\S]*?<\/(?:\w+:)?rPh>/g, '')
    .matchAll(/<(?:\w+:)?t(?:\s[^>]*)?>([^<]*)</g);
  return [...texts].map(([, text = '']) => decode(text)).join('');
}

function decode(text: string): string {
  return text.replaceAll(
    /&(?:#(x?)([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g,
    (whole, hex, code, name) => {
      if (name !== undefined) return ENTITIES[name] ?? whole;
      const point = Number.parseInt(code, hex === '' ? 10 : 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
    },
  );
}

function columnOf(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
