const SAMPLE = 512;

/** The first `most` bytes of a file as a text in UTF-8, CP949 or UTF-16. */
export function plainText(bytes: Uint8Array, most: number): string {
  const part = bytes.subarray(0, most);
  const [first, second] = part;
  const zero = part.subarray(0, SAMPLE).indexOf(0);
  if (first === 0xfe && second === 0xff) return decode(part, 'utf-16be');
  if (first === 0xff && second === 0xfe) return decode(part, 'utf-16le');
  if (zero >= 0) return decode(part, zero % 2 === 1 ? 'utf-16le' : 'utf-16be');
  try {
    // The last character may be cut.
    return new TextDecoder('utf-8', { fatal: true }).decode(part, { stream: true });
  } catch {
    return decode(part, 'euc-kr');
  }
}

const decode = (bytes: Uint8Array, encoding: string) => new TextDecoder(encoding).decode(bytes);
