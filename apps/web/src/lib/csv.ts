/** Makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/** What spreadsheets run as a formula, also after hidden characters and with full-width signs. */
const FORMULA = /^(?:[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|[\t\r])/u;

/** A file for spreadsheets. Quotes where needed; a space, which reading it again drops, keeps text from running. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => row.map(cell).join(','));
  return `${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`;
}

export function csvBlob(csv: string): Blob {
  return new Blob([csv], { type: 'text/csv;charset=utf-8' });
}

/** Decodes UTF-16 with its mark, UTF-8, else CP949, which Excel writes in Korea; null for binary files. */
export function decodeCsv(bytes: ArrayBuffer): string | null {
  for (const encoding of [...wideEncoding(bytes), 'utf-8', 'euc-kr']) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      return text.includes('\0') ? null : text;
    } catch {
      // Try the next encoding.
    }
  }
  return null;
}

function wideEncoding(bytes: ArrayBuffer): string[] {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return ['utf-16le'];
  return first === 0xfe && second === 0xff ? ['utf-16be'] : [];
}

/** A file of Excel: a zip archive (xlsx) or an OLE file (xls). */
export function isWorkbook(bytes: ArrayBuffer): boolean {
  const [first, second] = new Uint8Array(bytes);
  return (first === 0x50 && second === 0x4b) || (first === 0xd0 && second === 0xcf);
}

export function isWorkbookName(name: string): boolean {
  return /\.(?:xlsx?|xlsm|xlsb|ods)$/i.test(name);
}

function cell(text: string): string {
  const safe = FORMULA.test(text) ? ` ${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
