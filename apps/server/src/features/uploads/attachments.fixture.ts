import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import type { CallResult, SignedIn, TestApp } from '../../testing/test-app.ts';

export async function makeZip(names: readonly string[], text = '부표'): Promise<Buffer> {
  const zip = new ZipFile();
  for (const name of names) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return buffer(zip.outputStream);
}

/**
 * A ZIP64 file whose locator, or else whose end record, points to `offset`. The record follows the
 * local headers.
 */
export async function makeZip64(at: 'locator' | 'record', offset: bigint): Promise<Buffer> {
  const zip = await makeZip(['a']);
  const end = zip.subarray(-22);
  const start = zip.length - end.length;
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(1n, 32);
  record.writeBigUInt64LE(at === 'record' ? offset : 0n, 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(at === 'locator' ? offset : BigInt(start), 8);
  return Buffer.concat([zip.subarray(0, start), record, locator, end]);
}

/** The smallest file that passes as a PDF. */
export const makePdf = (text = '해도'): Buffer =>
  Buffer.from(`%PDF-1.7\n%${text}\n1 0 obj\n<<>>\nendobj\n%%EOF\n`);

const SECTOR = 512;
const END = 0xfffffffe;

/** A compound file with these streams; its directory continues in a second sector. */
export function makeCompound(names: readonly string[]): Buffer {
  const header = Buffer.alloc(SECTOR, 0xff);
  header.fill(0, 0, 76);
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(header);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(END, 68);
  header.writeUInt32LE(0, 76);
  const table = Buffer.alloc(SECTOR, 0xff);
  for (const [index, next] of [0xfffffffd, 2, END].entries()) table.writeUInt32LE(next, index * 4);
  const directory = Buffer.alloc(SECTOR * 2);
  for (const [index, name] of ['Root Entry', 'one', 'two', 'three', ...names].entries()) {
    const at = index * 128;
    directory.write(name, at, 'utf16le');
    directory.writeUInt16LE((name.length + 1) * 2, at + 64);
  }
  return Buffer.concat([header, table, directory]);
}

/** One file of each allowed type. */
export async function makeFiles() {
  return {
    pdf: makePdf(),
    hwp: makeCompound(['FileHeader', 'DocInfo']),
    doc: makeCompound(['WordDocument']),
    xls: makeCompound(['Workbook']),
    ppt: makeCompound(['PowerPoint Document']),
    hwpx: await makeZip(['mimetype', 'Contents/content.hpf']),
    docx: await makeZip(['[Content_Types].xml', 'word/document.xml']),
    xlsx: await makeZip(['[Content_Types].xml', 'xl/workbook.xml']),
    pptx: await makeZip(['[Content_Types].xml', 'ppt/presentation.xml']),
    zip: await makeZip(['과제/main.py']),
    txt: Buffer.from('\ufeff첫 줄\r\n둘째 줄\f'),
    csv: Buffer.from('이름,학번\n김나루,20260001\n'),
    md: Buffer.from('# 제목\n\n본문'),
    py: Buffer.from('print("안녕")\n'),
    ipynb: Buffer.from('\n{"cells": [], "nbformat": 4}'),
    parquet: Buffer.from('PAR1\0\x01PAR1', 'latin1'),
    npy: Buffer.from('\x93NUMPY\x01\0', 'latin1'),
    npz: await makeZip(['x.npy']),
    h5: Buffer.from('\x89HDF\r\n\x1a\n\0', 'latin1'),
    pt: await makeZip(['model/data.pkl']),
    pth: await makeZip(['model/data.pkl']),
    onnx: Buffer.from([0x08, 0x08, 0x12, 0x00]),
    safetensors: Buffer.from('\x02\0\0\0\0\0\0\0{"a":{}}', 'latin1'),
  };
}

export const presignFile = (
  t: TestApp,
  as: SignedIn,
  filename: string,
  more: { contentType?: string; size?: number } = {},
): Promise<CallResult> => {
  const query = new URLSearchParams({ filename });
  if (more.contentType !== undefined) query.set('contentType', more.contentType);
  if (more.size !== undefined) query.set('size', String(more.size));
  return t.call('GET', `/api/attachments/presign?${query}`, { as });
};

export const putFile = (
  t: TestApp,
  uploadUrl: string,
  body: Buffer,
  contentType = 'application/octet-stream',
): Promise<CallResult> =>
  t.call('PUT', uploadUrl, { body, headers: { 'content-type': contentType } });

/** Uploads a file the way the web app does; returns its key. */
export async function uploadFile(
  t: TestApp,
  as: SignedIn,
  filename = '조류표.pdf',
  body = makePdf(),
): Promise<string> {
  const { json } = await presignFile(t, as, filename);
  const { status, text } = await putFile(t, json.uploadUrl, body);
  if (status !== 200) throw new Error(`upload refused: ${text}`);
  return json.key;
}
