import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { hangulEntries } from './hangul-file.ts';

type StoreFile = (
  name: string,
  bytes: Buffer,
) => Promise<{ key: string; name: string; contentType: string; bytes: number }>;

export type StoredFile = Awaited<ReturnType<StoreFile>>;

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const DOCUMENT = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const guide = [
  '4주차 실습 안내',
  '1. 뼈대 코드의 list.c에서 비어 있는 함수 네 개를 채웁니다.',
  '2. make test를 돌려 모두 통과하는지 봅니다.',
  '3. 더미 노드를 쓴 까닭을 보고서에 두세 줄로 적습니다.',
];
const derivation = [
  '역전파 유도 정리',
  '1. 출력층의 오차를 손실의 미분으로 둡니다.',
  '2. 앞 층의 오차는 뒤 층의 오차에 가중치의 전치를 곱하고 활성 함수의 미분을 곱한 것입니다.',
  '3. 가중치의 기울기는 오차와 입력의 바깥곱입니다.',
];
const listCode = `#include <stdlib.h>

struct node { int value; struct node *next; };

/* 더미 노드 하나로 시작합니다. */
struct node *list_new(void) { return calloc(1, sizeof(struct node)); }
`;
const tides = [
  'time,level_cm,water_c',
  ...Array.from({ length: 48 }, (_, hour) => {
    const level = 65 + 58 * Math.sin((hour / 12.42) * 2 * Math.PI);
    const water = 17.5 + 0.8 * Math.sin((hour / 24) * 2 * Math.PI);
    return `${hour}:00,${level.toFixed(1)},${water.toFixed(2)}`;
  }),
].join('\n');

const schedule = [
  '수강신청 일정 요약',
  '',
  '장바구니      사흘간, 매일 10:00 시작',
  '4학년         장바구니 다음 주 첫날 10:00',
  '3학년         둘째 날 10:00',
  '1·2학년       셋째 날 10:00',
  '',
  '전공필수 과목은 증원하지 않습니다.',
];
/** The mark makes Excel read the text as UTF-8. */
const fullCourses = [
  '\ufeff과목,분반,정원,증원',
  '자료구조,001,45,불가',
  '자료구조,002,45,불가',
  '운영체제,001,40,불가',
  '기계학습,001,40,불가',
  '확률과 통계,001,50,가능',
  '',
].join('\r\n');
const proof = [
  '재학 확인서 (체험용 예시)',
  '',
  '이름  문새벽     학번  20259999',
  '소속  인공지능공학부 1학년',
  '',
  '이 문서는 화면을 보여 주려고 만든 것이며 효력이 없습니다.',
];

const gradients = JSON.stringify({
  nbformat: 4,
  nbformat_minor: 5,
  metadata: { kernelspec: { name: 'python3', language: 'python' } },
  cells: [
    {
      cell_type: 'markdown',
      metadata: {},
      source: ['# 경사 하강법 실습\n', '손실은 $L(w) = (w - 3)^2$ 입니다.'],
    },
    {
      cell_type: 'code',
      execution_count: 1,
      metadata: {},
      source:
        'w = 0.0\nfor step in range(3):\n    w -= 0.4 * 2 * (w - 3)\n    print(step, round(w, 3))',
      outputs: [{ output_type: 'stream', name: 'stdout', text: '0 2.4\n1 2.88\n2 2.976\n' }],
    },
  ],
});
const grading = [
  ['항목', '배점'],
  ['과제', 30],
  ['중간고사', 30],
  ['기말고사', 40],
] as const;

const festival = [
  '학술제 계획',
  '1. 학생 발표와 포스터를 한자리에서 봅니다.',
  '2. 준비 인원은 학생회 여섯 명과 도우미 네 명입니다.',
];
const budget = [
  ['항목', '금액'],
  ['다과', '120,000원'],
  ['포스터 인쇄', '85,000원'],
  ['안내 깃발', '45,000원'],
] as const;

const DEMO_FILES: Record<string, () => Promise<Buffer>> = {
  '4주차 실습 안내.docx': () => makeDocument(guide),
  '역전파 유도 정리.docx': () => makeDocument(derivation),
  '경사 하강법 실습.ipynb': async () => Buffer.from(gradients),
  '학술제 계획.hwpx': () => makeZip(hangulEntries(festival, budget)),
  '배점표.xlsx': () => makeWorkbook(grading),
  '연결리스트_실습.zip': () => makeZip({ 'list.c': listCode, '읽어보세요.txt': guide.join('\n') }),
  '조위_수온_예제.zip': () => makeZip({ '조위_수온.csv': tides }),
  '수강신청 일정.pdf': async () => makePdf(schedule),
  '증원 여부.csv': async () => Buffer.from(fullCourses),
  '재학 확인서.pdf': async () => makePdf(proof),
};

/** Throws on an unknown name. */
export function makeDemoFile(name: string): Promise<Buffer> {
  const make = DEMO_FILES[name];
  if (make === undefined) throw new Error(`unknown demo file: ${name}`);
  return make();
}

export async function storeDemoFiles(
  names: readonly string[],
  store: StoreFile,
): Promise<ReadonlyMap<string, StoredFile>> {
  const stored = new Map<string, StoredFile>();
  for (const name of new Set(names)) {
    stored.set(name, await store(name, await makeDemoFile(name)));
  }
  return stored;
}

interface Use {
  ownerId: number;
  position: number;
  at: Date;
}

/** The row of a stored file; the caller adds its post or inquiry. */
export function fileRow(
  { files }: { files: ReadonlyMap<string, StoredFile> },
  name: string,
  { ownerId, position, at }: Use,
) {
  const file = files.get(name);
  if (file === undefined) throw new Error(`unknown demo file: ${name}`);
  const times = { createdAt: at, readyAt: at, attachedAt: at };
  return { ...file, ...times, ownerId, position, status: 'ready' };
}

/** One page of text in the Korean font that every reader of PDF files brings along. */
function makePdf(lines: readonly string[]): Buffer {
  const shown = lines.map((line) => `<${utf16Hex(line)}> Tj T*`).join('\n');
  const text = `BT /F1 13 Tf 24 TL 64 760 Td\n${shown}\nET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${text.length}>>\nstream\n${text}\nendstream`,
    '<</Type/Font/Subtype/Type0/BaseFont/HYGoThic-Medium/Encoding/UniKS-UTF16-H/DescendantFonts[6 0 R]>>',
    '<</Type/Font/Subtype/CIDFontType0/BaseFont/HYGoThic-Medium/CIDSystemInfo<</Registry(Adobe)/Ordering(Korea1)/Supplement 1>>/FontDescriptor 7 0 R>>',
    '<</Type/FontDescriptor/FontName/HYGoThic-Medium/Flags 4/FontBBox[-6 -145 1003 880]/ItalicAngle 0/Ascent 752/Descent -271/CapHeight 737/StemV 58>>',
  ];
  let file = '%PDF-1.5\n';
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  const end = `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + table + end);
}

function utf16Hex(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex');
}

function makeDocument(lines: readonly string[]): Promise<Buffer> {
  const paragraphs = lines.map((line) => `<w:p><w:r><w:t>${line}</w:t></w:r></w:p>`).join('');
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
  return makeZip({
    '[Content_Types].xml': `${head}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${DOCUMENT}"/></Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `${head}<w:document xmlns:w="${WORD}"><w:body>${paragraphs}</w:body></w:document>`,
  });
}

function makeWorkbook(rows: readonly (readonly (string | number)[])[]): Promise<Buffer> {
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const cell = (value: string | number) =>
    typeof value === 'number'
      ? `<c><v>${value}</v></c>`
      : `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const lines = rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('');
  const relation = (type: string, target: string) =>
    `${head}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`;
  return makeZip({
    '[Content_Types].xml': `${head}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
    '_rels/.rels': relation('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${OFFICE}"><sheets><sheet name="배점" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relation('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `${head}<worksheet xmlns="${main}"><sheetData>${lines}</sheetData></worksheet>`,
  });
}

function makeZip(entries: Record<string, string>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(entries)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return buffer(zip.outputStream);
}
