import { damage, filesWith, pdfOf, zipOf } from './texts.fixture.ts';

export interface HostileFile {
  what: string;
  ending: string;
  bytes: Buffer;
  /** Made to do harm; others are damaged. */
  isMade: boolean;
}

/** A file of each kind whose text can be read. */
export async function healthyFiles(): Promise<Record<string, Buffer>> {
  return { ...(await filesWith(WORDS)), pdf: pdfOf(['Lighthouse', 'watch']) };
}

const DEEP = 1_000_000;
const MEGABYTE = 1_048_576;
const WORDS = '등대지기 점검표';
/** More than is unpacked of one. */
const TOO_MUCH = 'A'.repeat(61 * MEGABYTE);

/** A PDF of these objects, the first of them its catalogue; without a table of places. */
function pdfWith(objects: readonly string[], trailer = ''): Buffer {
  const all = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.7\n${all}trailer\n<</Root 1 0 R${trailer}>>\n%%EOF\n`, 'latin1');
}

const CATALOGUE = '<</Type/Catalog/Pages 2 0 R>>';
const PAGE = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R>>';
const stream = (text: string) => `<</Length ${text.length}>>\nstream\n${text}\nendstream`;
const PASSWORD = `/Encrypt<</Filter/Standard/V 2/R 3/Length 128/P -4/O<${'ab'.repeat(32)}>/U<${'cd'.repeat(32)}>>>/ID[<${'ef'.repeat(16)}><${'ef'.repeat(16)}>]`;

/** Files that are made to take all time or memory, or to lead a reader in a circle. */
async function madeFiles(): Promise<[string, string, Buffer][]> {
  const sheet = (xml: string) =>
    zipOf({
      'xl/workbook.xml': '<workbook><sheets><sheet name="s" r:id="a"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/></Relationships>',
      'xl/worksheets/sheet1.xml': `<worksheet>${xml}</worksheet>`,
    });
  return [
    ['lists in lists', 'ipynb', Buffer.from(`{"cells":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`)],
    ['objects without end', 'ipynb', Buffer.from('{"cells":[{"a":'.repeat(DEEP / 10))],
    ['cells without number', 'ipynb', Buffer.from(`{"cells":[${'{},'.repeat(DEEP)}{}]}`)],
    [
      'a sheet as large as can be',
      'xlsx',
      await sheet(
        '<dimension ref="A1:XFD1048576"/><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row><row r="1e9"><c r="ZZZ99"><v>1</v></c></row></sheetData>',
      ),
    ],
    ['a sheet that unpacks to too much', 'xlsx', await sheet(TOO_MUCH)],
    [
      'ends without a start',
      'docx',
      await zipOf({ 'word/document.xml': `${'<w:x>'.repeat(200)}${'</b>'.repeat(10 * DEEP)}` }),
    ],
    ['elements in elements', 'docx', await zipOf({ 'word/document.xml': '<w:t>'.repeat(DEEP) })],
    [
      'a text that unpacks to too much',
      'docx',
      await zipOf({ 'word/document.xml': `<w:t>${TOO_MUCH}` }),
    ],
    [
      'sections that unpack to too much',
      'hwpx',
      await zipOf({ 'Contents/section0.xml': `<hp:t>${TOO_MUCH}` }),
    ],
    [
      'entries without number',
      'pptx',
      await zipOf(
        Object.fromEntries(
          Array.from({ length: 60_000 }, (_, at) => [`ppt/slides/slide${at}.xml`, '']),
        ),
      ),
    ],
    [
      'entries of another kind',
      'hwpx',
      await zipOf({
        'Contents/section0.xml': `<w:t>${WORDS}</w:t>`,
        'Contents/header.xml': '<worksheet/>',
      }),
    ],
    ['no entries', 'xlsx', await zipOf({})],
    [
      'pages that are their own pages',
      'pdf',
      pdfWith([CATALOGUE, '<</Type/Pages/Kids[2 0 R 2 0 R]/Count 1000000000>>']),
    ],
    [
      'pages that contain each other',
      'pdf',
      pdfWith([
        CATALOGUE,
        '<</Type/Pages/Kids[3 0 R]/Count 5>>',
        '<</Type/Pages/Kids[2 0 R]/Parent 2 0 R/Count 5>>',
      ]),
    ],
    [
      'a drawing that draws itself',
      'pdf',
      pdfWith([
        CATALOGUE,
        '<</Type/Pages/Kids[3 0 R]/Count 1>>',
        PAGE.replace('/Contents', '/Resources<</XObject<</X 5 0 R>>>>/Contents'),
        stream('/X Do'),
        `<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 5 0 R>>>>/Length 5>>\nstream\n/X Do\nendstream`,
      ]),
    ],
    [
      'operators without end',
      'pdf',
      pdfWith([CATALOGUE, '<</Type/Pages/Kids[3 0 R]/Count 1>>', PAGE, stream('q '.repeat(DEEP))]),
    ],
    ['an array in an array', 'pdf', pdfWith([CATALOGUE, `<</Type/Pages/Kids${'['.repeat(DEEP)}`])],
    [
      'a password',
      'pdf',
      pdfWith([CATALOGUE, '<</Type/Pages/Kids[3 0 R]/Count 1>>', PAGE, stream('')], PASSWORD),
    ],
    ['quotation marks without end', 'csv', Buffer.from('"a""'.repeat(DEEP))],
    ['separators without end', 'csv', Buffer.from(','.repeat(5 * DEEP))],
    ['zeros', 'txt', Buffer.alloc(5 * MEGABYTE)],
  ];
}

/** Files that were made to do harm, then damaged ones of each kind, the same for the same seed. */
export async function hostileFiles(count: number, seed: number): Promise<HostileFile[]> {
  const whole = Object.entries(await healthyFiles());
  const made = (await madeFiles()).map(([what, ending, bytes]) => ({
    ...{ what, ending, bytes },
    isMade: true,
  }));
  const damaged = Array.from({ length: Math.max(0, count - made.length) }, (_, at) => {
    const [ending, bytes] = whole[at % whole.length] ?? ['txt', Buffer.alloc(0)];
    const number = seed + at;
    return {
      what: `damaged ${ending} ${number}`,
      ending,
      bytes: damage(bytes, number),
      isMade: false,
    };
  });
  return [...made, ...damaged].slice(0, count);
}
