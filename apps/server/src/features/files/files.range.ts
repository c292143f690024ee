export interface ByteRange {
  start: number;
  /** Inclusive. */
  end: number;
}

const SINGLE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * Reads a Range header for an object of `size` bytes. Null means the whole object: no header, one
 * that makes no sense, or several ranges at once, which cost more than they are worth (quality UP-21).
 */
export function readRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | null {
  const [, first, last] = SINGLE.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(first) > Number(last)) return null;
  return start > end ? 'unsatisfiable' : { start, end };
}
