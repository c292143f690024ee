import { type FileHandle, open } from 'node:fs/promises';
import { ATTACHMENT_REFUSALS } from '@naru/contract/attachments';
import { fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';
import { AppError } from '../../platform/errors.ts';
import type { Container, FileKind } from './attachments.names.ts';
import { isRefused, refuseContent } from './attachments.refusals.ts';
import { isText } from './attachments.text.ts';
import { listStreams } from './compound-file.ts';

/** Within them a PDF begins, as its readers have it. */
const HEAD_BYTES = 1024;
/** Entries of a ZIP to read at most; a document has some hundred. */
const ZIP_ENTRIES = 20_000;

/** `hwp` is the format before HWP 5. */
const MAGIC_BYTES: Record<Exclude<Container, 'text'>, Buffer> = {
  pdf: Buffer.from('%PDF-'),
  cfb: Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
  hwp: Buffer.from('HWP Document File'),
  zip: Buffer.from([0x50, 0x4b, 0x03, 0x04]),
  jpeg: Buffer.from([0xff, 0xd8, 0xff]),
  png: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  parquet: Buffer.from('PAR1'),
  npy: Buffer.from('\x93NUMPY', 'latin1'),
  hdf5: Buffer.from('\x89HDF\r\n\x1a\n', 'latin1'),
  // The version of the format, then the name of the program.
  onnx: Buffer.from([0x08]),
  // A length of eight bytes goes before.
  safetensors: Buffer.from('{"'),
};
const SAFETENSORS_AT = 8;

/**
 * Checks that the bytes match the extension without unpacking anything. Throws ATTACHMENT_INVALID for
 * empty and truncated files, ATTACHMENT_TYPE_UNSUPPORTED for another format.
 */
export async function checkContent(path: string, kind: FileKind): Promise<void> {
  const file = await open(path, 'r');
  try {
    const head = await headOf(file);
    const found = containersOf(head);
    if (kind.containers.includes('text')) {
      if (!(await isText(file, kind.contents[0]))) refuseContent({ head, found, kind });
      return;
    }
    const container = found.find((one) => kind.containers.includes(one));
    const names = await namesIn(file, container ?? found[0]);
    if (container === undefined || isRefused(names, container, kind)) {
      const isPlain = found.length === 0 && (await isText(file));
      refuseContent({ head, found, kind, names, isPlain });
    }
  } finally {
    await file.close();
  }
}

async function headOf(file: FileHandle): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  if (bytesRead === 0) {
    throw new AppError('ATTACHMENT_INVALID', { message: ATTACHMENT_REFUSALS.empty });
  }
  return buffer.subarray(0, bytesRead);
}

/** What the file may be by its first bytes. */
function containersOf(head: Buffer): Container[] {
  const found = Object.entries(MAGIC_BYTES).filter(([name, start]) => {
    const at = head.indexOf(start);
    return name === 'pdf' ? at >= 0 : at === (name === 'safetensors' ? SAFETENSORS_AT : 0);
  });
  return found.map(([name]) => name as Container);
}

/** Entries of a ZIP, streams of a compound file. Throws ATTACHMENT_INVALID for a broken one. */
async function namesIn(file: FileHandle, container: Container | undefined): Promise<string[]> {
  if (container === 'zip') {
    return listZipNames(file).catch(() => {
      throw new AppError('ATTACHMENT_INVALID');
    });
  }
  const names = container === 'cfb' ? await listStreams(file) : [];
  if (container === 'cfb' && names.length === 0) throw new AppError('ATTACHMENT_INVALID');
  return names;
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
