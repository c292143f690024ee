import { type FileHandle, open } from 'node:fs/promises';
import { fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';
import { AppError } from '../../platform/errors.ts';
import type { Container, FileKind } from './attachments.names.ts';
import { listStreams } from './compound-file.ts';

const HEAD_BYTES = 32;
/** Entries of a ZIP to read at most; a document has some hundred. */
const ZIP_ENTRIES = 20_000;
const MISMATCH = '파일 내용이 확장자와 다릅니다. 파일을 다시 확인해 주세요.';
const NOT_TEXT = '텍스트로 읽을 수 없는 파일입니다. UTF-8로 저장한 뒤 다시 올려 주세요.';

/** `hwp` is the format before HWP 5. */
const MAGIC_BYTES: Record<Exclude<Container, 'text'>, Buffer> = {
  pdf: Buffer.from('%PDF-'),
  cfb: Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
  hwp: Buffer.from('HWP Document File'),
  zip: Buffer.from([0x50, 0x4b, 0x03, 0x04]),
  jpeg: Buffer.from([0xff, 0xd8, 0xff]),
  png: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
};

/**
 * Checks that the bytes match the extension without unpacking anything. Throws ATTACHMENT_INVALID for
 * empty and truncated files, ATTACHMENT_TYPE_UNSUPPORTED for another format.
 */
export async function checkContent(path: string, kind: FileKind): Promise<void> {
  const file = await open(path, 'r');
  try {
    const container = await containerOf(file);
    if (kind.containers.includes('text')) {
      if (!(await isText(file, kind.contents[0]))) refuse(NOT_TEXT);
      return;
    }
    if (container === null || !kind.containers.includes(container)) refuse();
    if (container === 'zip') await checkZip(file, kind);
    if (container === 'cfb') await checkCompound(file, kind);
  } finally {
    await file.close();
  }
}

async function containerOf(file: FileHandle): Promise<Container | null> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  if (bytesRead === 0) throw new AppError('ATTACHMENT_INVALID');
  const head = buffer.subarray(0, bytesRead);
  const found = Object.entries(MAGIC_BYTES).find(([, start]) => head.indexOf(start) === 0);
  return (found?.[0] as Container | undefined) ?? null;
}

async function checkZip(file: FileHandle, { contents }: FileKind): Promise<void> {
  const names = await listZipNames(file).catch(() => {
    throw new AppError('ATTACHMENT_INVALID');
  });
  if (!contents.every((name) => names.includes(name))) refuse();
}

/** Reports offsets of 2^53 and more as an error; the reader of yauzl throws in a callback, unseen. */
class FileReader extends RandomAccessReader {
  readonly #file: FileHandle;

  constructor(file: FileHandle) {
    super();
    this.#file = file;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    if (!Number.isSafeInteger(position)) {
      callback(new RangeError('offset beyond the file'));
      return;
    }
    this.#file
      .read(buffer, offset, length, position)
      .then(
        ({ bytesRead }) => callback(bytesRead < length ? new RangeError('end of file') : null),
        callback,
      );
  }
}

/** Reads the entry names without unpacking; throws for a broken file. Does not close it. */
async function listZipNames(file: FileHandle): Promise<string[]> {
  const { size } = await file.stat();
  const options = { lazyEntries: true, autoClose: false };
  const zip = await fromRandomAccessReaderPromise(new FileReader(file), size, options);
  const names: string[] = [];
  for await (const { fileName } of zip.eachEntry()) {
    names.push(fileName);
    if (names.length === ZIP_ENTRIES) break;
  }
  return names;
}

async function checkCompound(file: FileHandle, { contents }: FileKind): Promise<void> {
  const names = await listStreams(file);
  if (names.length === 0) throw new AppError('ATTACHMENT_INVALID');
  if (!contents.some((name) => names.includes(name))) refuse();
}

function refuse(message = MISMATCH): never {
  throw new AppError('ATTACHMENT_TYPE_UNSUPPORTED', { message });
}

/** Bytes decoded at once, well below a millisecond of work. */
const CHUNK = 65_536;
/** Control characters other than line breaks, tabs and form feeds. */
const BINARY = /[^\P{Cc}\s]/u;
/** Excel writes Korean CSV files in CP949, a superset of EUC-KR, or in UTF-16. */
const ENCODINGS = ['utf-8', 'euc-kr'];
const UTF16_MARKS: Record<string, string> = { fffe: 'utf-16le', feff: 'utf-16be' };

interface Reading {
  decoder: TextDecoder;
  /** The first characters that are not blank. */
  start: string;
}

/**
 * Whether the whole file is text in UTF-8, CP949, or UTF-16 with a byte order mark, and begins with
 * `start`, after blanks. Reads it in parts, so that memory and event loop stay free.
 */
async function isText(file: FileHandle, start = ''): Promise<boolean> {
  const bytes = Buffer.alloc(CHUNK);
  let readings: Reading[] = [];
  for (let position = 0; ; ) {
    const { bytesRead } = await file.read(bytes, 0, CHUNK, position);
    if (position === 0) readings = readingsFor(bytes.subarray(0, Math.min(bytesRead, 2)));
    const part = bytes.subarray(0, bytesRead);
    readings = readings.filter((reading) => accepts(reading, part, start.length));
    if (readings.length === 0) return false;
    if (bytesRead === 0) return readings.some((reading) => reading.start === start);
    position += bytesRead;
  }
}

function readingsFor(mark: Buffer): Reading[] {
  const utf16 = UTF16_MARKS[mark.toString('hex')];
  const encodings = utf16 === undefined ? ENCODINGS : [utf16];
  return encodings.map((name) => ({
    decoder: new TextDecoder(name, { fatal: true }),
    start: '',
  }));
}

/** Decodes the next part; an empty part is the end. */
function accepts(reading: Reading, part: Buffer, startLength: number): boolean {
  try {
    const text = reading.decoder.decode(part, { stream: part.length > 0 });
    if (reading.start.length < startLength) {
      reading.start = (reading.start + text).trimStart().slice(0, startLength);
    }
    return !BINARY.test(text);
  } catch {
    return false;
  }
}
