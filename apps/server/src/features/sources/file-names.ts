import { decodePage } from './reading/decode-page.ts';

/** Bounds the work of the patterns. */
const HEADER_MAX = 1_000;
/** `filename*=UTF-8''…`. */
const EXTENDED = /filename\*\s*=\s*"?([\w-]{1,30})'[\w-]*'([^;"\s]+)/i;
const PLAIN = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i;
/** `=?UTF-8?B?…?=`, as e-mail has it. */
const ENCODED = /^=\?([\w-]{1,30})\?B\?([\w+/=]+)\?=$/i;
/** The size that boards write behind a name, such as `(35 KB)`, `(35.0K)` or `[1.2MB]`. */
const SIZE = /\s*[([]\s*[\d.,]{1,12}\s*(?:[KMG]i?B?|B)(?:yte)?s?\s*[)\]]\s*$/i;

/**
 * The name that a Content-Disposition header gives a file; null without one. Korean servers send UTF-8 or
 * EUC-KR, as they are or percent-encoded.
 */
export function nameOfDisposition(header: string | undefined): string | null {
  const text = header?.slice(0, HEADER_MAX) ?? '';
  const [, charset, extended] = EXTENDED.exec(text) ?? [];
  if (extended !== undefined) return decode(percentBytes(extended), charset);
  const [, quoted, bare] = PLAIN.exec(text) ?? [];
  const value = (quoted?.replaceAll(/\\(.)/g, '$1') ?? bare ?? '').trim();
  const [, name, base64] = ENCODED.exec(value) ?? [];
  if (base64 !== undefined) return decode(Buffer.from(base64, 'base64'), name);
  return value === '' ? null : decode(percentBytes(value));
}

/** The last part of the path of an address. */
export function nameOfAddress(url: string): string {
  const name = new URL(url).pathname.split('/').at(-1) ?? '';
  return decode(percentBytes(name));
}

/** A name as the text of a link shows it, without the size behind it. */
export function nameOfLink(text: string): string {
  return text.replace(SIZE, '').trim();
}

/** The bytes of a text whose characters are bytes, some of them percent-encoded. */
function percentBytes(text: string): Buffer {
  const bytes = text.replaceAll(/%([\da-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return Buffer.from(bytes, 'latin1');
}

function decode(bytes: Buffer, charset = ''): string {
  const contentType = `text/plain; charset=${charset}`;
  return decodePage(bytes, { charset: 'auto', contentType });
}
