import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

export type StoreFile = (
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

const DEMO_FILES: Record<string, () => Promise<Buffer>> = {
  '4주차 실습 안내.docx': () => makeDocument(guide),
  '역전파 유도 정리.docx': () => makeDocument(derivation),
  '연결리스트_실습.zip': () => makeZip({ 'list.c': listCode, '읽어보세요.txt': guide.join('\n') }),
  '조위_수온_예제.zip': () => makeZip({ '조위_수온.csv': tides }),
};

export async function storeDemoFiles(
  names: readonly string[],
  store: StoreFile,
): Promise<ReadonlyMap<string, StoredFile>> {
  const stored = new Map<string, StoredFile>();
  for (const name of new Set(names)) {
    const make = DEMO_FILES[name];
    if (make === undefined) throw new Error(`unknown demo file: ${name}`);
    stored.set(name, await store(name, await make()));
  }
  return stored;
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

function makeZip(entries: Record<string, string>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(entries)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return buffer(zip.outputStream);
}
