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

const HANGUL = /[가-힣]/g;
/** What decoders put in place of bytes that fit no character. */
const UNREADABLE = /\ufffd/g;

/**
 * The text of a page, without what no database stores. The character set is the configured one, else that
 * of the byte order mark, else what the bytes are: header and page decide where both would do.
 */
export function decodePage(
  body: Uint8Array,
  { charset, contentType }: { charset: SourceConfig['charset']; contentType: string | null },
): string {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const mark = charsetOfMark(bytes);
  const text =
    charset === 'auto' && mark === null
      ? decodeAsFits(bytes, contentType)
      : iconv.decode(bytes, charset === 'auto' ? (mark ?? 'utf-8') : toName(charset));
  return text.replaceAll(BROKEN, '');
}

/** A label is wrong where the bytes are Korean in the other character set, but for a few that are broken. */
function decodeAsFits(bytes: Buffer, contentType: string | null): string {
  const label = labelOf(bytes, contentType);
  const text = iconv.decode(bytes, 'utf-8');
  const [hangul, broken] = [count(text, HANGUL), count(text, UNREADABLE)];
  if (hangul > broken * 2 || (broken === 0 && label !== 'cp949')) return text;
  const korean = iconv.decode(bytes, 'cp949');
  const isKorean = label === 'cp949' || label === null;
  return isKorean || count(korean, UNREADABLE) < broken ? korean : text;
}

/** What header or page name: `utf-8` or `cp949`; null for neither. */
function labelOf(bytes: Buffer, contentType: string | null): string | null {
  const named = [contentType ?? '', bytes.toString('latin1', 0, HEAD_BYTES)]
    .map((text) => /(?:charset|encoding)\s{0,5}=\s{0,5}["']?\s{0,5}([\w-]{3,30})/i.exec(text)?.[1])
    .map((name) => name?.toLowerCase() ?? '')
    .find((name) => KOREAN.has(name) || UTF8.has(name));
  return named === undefined ? null : toName(named);
}

function count(text: string, pattern: RegExp): number {
  let found = 0;
  pattern.lastIndex = 0;
  while (pattern.test(text)) found += 1;
  return found;
}

function charsetOfMark([first, second, third]: Buffer): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

function toName(charset: string): string {
  return KOREAN.has(charset) ? 'cp949' : 'utf-8';
}
