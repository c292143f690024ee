import type { CsvLineError } from '@naru/contract/fields';

const EMAIL = /^[^\s@"]{1,64}@[^\s@"]{1,190}$/;
const NUMBER = /^(?=.*\d)[0-9a-z]{4,20}$/;
/** A heading of a table: has no digit and no address. */
const HEADING = /학번|교번|이메일|메일|이름|email|number/i;
/** What spreadsheets make of long numbers. */
const EXPONENT = /^\d[\d.]*e\+?\d+$/i;

export interface NamedLine {
  line: number;
  /** A number or an address, in lower case. */
  word: string;
}

/**
 * Finds the number or the address of each line of a pasted text or table; lines count from 1. Blank lines and the
 * heading of a table are skipped.
 */
export function readPeopleLines(text: string): { lines: NamedLine[]; errors: CsvLineError[] } {
  const lines: NamedLine[] = [];
  const errors: CsvLineError[] = [];
  for (const [index, content] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const line = index + 1;
    const cells = content
      .split(/[,;\t]|\s{2,}/)
      .map(clean)
      .filter(Boolean);
    if (cells.length === 0) continue;
    const word = cells.find((cell) => EMAIL.test(cell)) ?? cells.find((cell) => NUMBER.test(cell));
    if (word !== undefined && !EXPONENT.test(word)) lines.push({ line, word });
    else if (!(lines.length === 0 && errors.length === 0 && HEADING.test(content))) {
      errors.push({ line, message: problemOf(cells) });
    }
  }
  return { lines, errors };
}

function clean(cell: string): string {
  return cell
    .normalize('NFKC')
    .replace(/^["'<=\s]+|["'>\s]+$/g, '')
    .toLowerCase();
}

function problemOf(cells: readonly string[]): string {
  return cells.some((cell) => EXPONENT.test(cell))
    ? '학번이 2.02E+07처럼 바뀌어 있습니다. 그 칸의 서식을 텍스트로 바꿔 주세요.'
    : '학번(교번)이나 이메일이 없습니다.';
}
