import type { FileHandle } from 'node:fs/promises';

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
export async function isText(file: FileHandle, start = ''): Promise<boolean> {
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
