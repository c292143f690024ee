/** Makes spreadsheets read a file as UTF-8; it comes first. */
export const BYTE_ORDER_MARK = '\ufeff';
/** What spreadsheets run as a formula, also after hidden characters and with full-width signs. */
const FORMULA = /^(?:[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|[\t\r])/u;

/** A line of a CSV file, with its end; every cell is quoted. */
export function csvLineOf(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

/** An apostrophe keeps spreadsheets from running text as a formula. */
function cellOf(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
