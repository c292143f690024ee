import type { SourceConfig } from '@naru/contract/source-config';
import iconv from 'iconv-lite';

/** Names that Korean sites give to EUC-KR; its superset CP949 has the syllables that EUC-KR lacks. */
const KOREAN = new Set(
  'euc-kr euckr ks_c_5601-1987 ks_c_5601-1989 ksc5601 ks_c_5601 ms949 cp949 949 uhc windows-949 x-windows-949 korean'.split(
    ' ',
  ),
);
const UTF8 = new Set(['utf-8', 'utf8']);
/** What no database stores. */
const BROKEN = /\0|\p{Surrogate}/gu;
/** Where a page names its own character set. */
const HEAD_BYTES = 4096;

/**
 * The text of a page, without what no database stores. The character set is the configured one, else that
 * of the byte order mark, of the header or of the page itself; a page that names none is UTF-8 if it can
 * be, else EUC-KR.
 */
export function decodePage(
  body: Uint8Array,
  { charset, contentType }: { charset: SourceConfig['charset']; contentType: string | null },
): string {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const name = charset === 'auto' ? findCharset(bytes, contentType) : toName(charset);
  return iconv.decode(bytes, name).replaceAll(BROKEN, '');
}

function findCharset(bytes: Buffer, contentType: string | null): string {
  const mark = charsetOfMark(bytes);
  if (mark !== null) return mark;
  const named = [contentType ?? '', bytes.toString('latin1', 0, HEAD_BYTES)]
    .map((text) => /(?:charset|encoding)\s{0,5}=\s{0,5}["']?\s{0,5}([\w-]{3,30})/i.exec(text)?.[1])
    .map((name) => name?.toLowerCase() ?? '')
    .find((name) => KOREAN.has(name) || UTF8.has(name));
  if (named !== undefined) return toName(named);
  return isUtf8(bytes) ? 'utf-8' : 'cp949';
}

function charsetOfMark([first, second, third]: Buffer): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

function toName(charset: string): string {
  return KOREAN.has(charset) ? 'cp949' : 'utf-8';
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
