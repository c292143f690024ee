import type { CsvLineError } from '@naru/contract/fields';
import { eachYielding } from '../../platform/turns.ts';

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

/** Longer than any line of a table of people, and than any of its cells that names one. */
const LINE_MAX = 2_000;
const CELL_MAX = 300;
const TOO_LONG = '줄이 너무 깁니다. 한 줄에 한 사람씩 적어 주세요.';

type Read = { lines: NamedLine[]; errors: CsvLineError[] };

/**
 * Finds the number or the address of each line of a pasted text or table; lines count from 1. Blank lines and the
 * heading of a table are skipped.
 */
export async function readPeopleLines(text: string): Promise<Read> {
  const read: Read = { lines: [], errors: [] };
  const contents = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  await eachYielding(contents.entries(), ([index, content]) => readLine(read, index + 1, content));
  return read;
}

function readLine({ lines, errors }: Read, line: number, content: string): void {
  if (content.length > LINE_MAX) {
    if (content.trim() !== '') errors.push({ line, message: TOO_LONG });
    return;
  }
  const parts = content.split(/[,;\t]|\s{2,}/);
  const cells = parts
    .filter((part) => part.length <= CELL_MAX)
    .map(clean)
    .filter(Boolean);
  if (cells.length === 0 && parts.every((part) => part.length <= CELL_MAX)) return;
  const word = cells.find((cell) => EMAIL.test(cell)) ?? cells.find((cell) => NUMBER.test(cell));
  if (word !== undefined && !EXPONENT.test(word)) lines.push({ line, word });
  else if (!(lines.length === 0 && errors.length === 0 && HEADING.test(content))) {
    errors.push({ line, message: problemOf(cells) });
  }
}

const BEFORE = /["'<=\s]/;
const BEHIND = /["'>\s]/;

/** One expression for both ends would take quadratic time in a run of their characters. */
function clean(cell: string): string {
  const text = cell.normalize('NFKC');
  let [start, end] = [0, text.length];
  while (start < end && BEFORE.test(text.charAt(start))) start += 1;
  while (end > start && BEHIND.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end).toLowerCase();
}

function problemOf(cells: readonly string[]): string {
  return cells.some((cell) => EXPONENT.test(cell))
    ? '학번이 2.02E+07처럼 바뀌어 있습니다. 그 칸의 서식을 텍스트로 바꿔 주세요.'
    : '학번(교번)이나 이메일이 없습니다.';
}
