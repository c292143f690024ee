import { UnreadableError } from '../parts.ts';

/** Characters of a text that are read. */
const CHARACTERS = 4_000_000;
const SAMPLE = 512;

/** The beginning of a text in UTF-8, CP949 or UTF-16, as the server accepts it. */
export function decodeText(bytes: ArrayBuffer): { text: string; isCut: boolean } {
  const text = decodeWhole(bytes).replaceAll('\r\n', '\n');
  return { text: text.slice(0, CHARACTERS), isCut: text.length > CHARACTERS };
}

/** All of it, for formats that mean nothing without their end. */
export function decodeWhole(bytes: ArrayBuffer): string {
  const text = read(new Uint8Array(bytes));
  if (text.trim() === '') throw new UnreadableError('empty');
  return text;
}

function read(bytes: Uint8Array): string {
  const zero = bytes.subarray(0, SAMPLE).indexOf(0);
  const [first, second] = bytes;
  if (first === 0xfe && second === 0xff) return decode(bytes, 'utf-16be');
  if (first === 0xff && second === 0xfe) return decode(bytes, 'utf-16le');
  if (zero >= 0) return decode(bytes, zero % 2 === 1 ? 'utf-16le' : 'utf-16be');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decode(bytes, 'euc-kr');
  }
}

const decode = (bytes: Uint8Array, encoding: string) => new TextDecoder(encoding).decode(bytes);
