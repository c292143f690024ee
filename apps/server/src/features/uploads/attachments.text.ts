import type { FileHandle } from 'node:fs/promises';

/** Bytes decoded at once, well below a millisecond of work. */
const CHUNK = 65_536;
/** Bell, backspace and escape of logs, the end of a DOS text, and the next line of mainframes. */
const ALLOWED = String.fromCharCode(0x07, 0x08, 0x1a, 0x1b, 0x85);
/** Other control characters that are not white. */
const BINARY = new RegExp(`[^\\P{Cc}\\s${ALLOWED}]`, 'u');
/** Excel writes Korean CSV files in CP949, a superset of EUC-KR, or in UTF-16. */
const ENCODINGS = ['utf-8', 'euc-kr'];
/** Without a byte order mark, Latin letters show UTF-16 by their zero bytes. */
const SAMPLE_BYTES = 512;
const UTF16_MARKS: Record<string, string> = { fffe: 'utf-16le', feff: 'utf-16be' };

interface Reading {
  decoder: TextDecoder;
  /** The first characters that are not blank. */
  start: string;
}

/**
 * Whether the whole file is text in UTF-8, CP949 or UTF-16, and begins with `start`, after blanks. Reads it in parts, so that memory and event loop stay free.
 */
export async function isText(file: FileHandle, start = ''): Promise<boolean> {
  const bytes = Buffer.alloc(CHUNK);
  let readings: Reading[] = [];
  for (let position = 0; ; ) {
    const { bytesRead } = await file.read(bytes, 0, CHUNK, position);
    if (position === 0)
      readings = readingsFor(bytes.subarray(0, Math.min(bytesRead, SAMPLE_BYTES)));
    const part = bytes.subarray(0, bytesRead);
    readings = readings.filter((reading) => accepts(reading, part, start.length));
    if (readings.length === 0) return false;
    if (bytesRead === 0) return readings.some((reading) => reading.start === start);
    position += bytesRead;
  }
}

function readingsFor(head: Buffer): Reading[] {
  const zero = head.indexOf(0);
  const unmarked = zero < 0 ? undefined : zero % 2 === 1 ? 'utf-16le' : 'utf-16be';
  const utf16 = UTF16_MARKS[head.toString('hex', 0, 2)] ?? unmarked;
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
