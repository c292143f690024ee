import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cpuTimeOf } from '../testing/cpu-time.ts';
import { readLargeTable, readTable } from './csv.ts';
import { columnLetter } from './csv-heading.ts';

const OPTIONS = {
  headings: { name: '이름', place: '장소' },
  maxLines: 1000,
  empty: 'empty',
  tooLarge: 'too large',
};

it.each([
  ['one cell', `이름,장소\n${' '.repeat(490_000)}가,나`],
  ['many cells', `이름,장소\n${`${' '.repeat(4_900)}가,${'\u3000'.repeat(90)}나\n`.repeat(98)}`],
  ['nothing', ' '.repeat(490_000)],
])('white space in front of %s holds nobody up [LIMIT-09]', async (_name, csv) => {
  // The parser alone takes three times as long.
  const read = () => readLargeTable(csv, OPTIONS);
  await read();
  expect(await cpuTimeOf(read)).toBeLessThan(60);
});

it('reads padded cells like others, and what is quoted as it is written [MEMB-61]', () => {
  const plain = readTable('이름,장소\n가,"나, 다\n   라"\n\n마,바', OPTIONS);
  const padded = ' 이름 ,\u00a0장소\n\u3000 가  ,  "나, 다\n   라" \n \t\n마,\u00a0바 ';
  expect(readTable(padded, OPTIONS)).toEqual(plain);
  expect(plain.lines[0]?.cells.place).toBe('나, 다\n   라');
  const tabs = readTable('이름\t 장소\n\t 나\n가\t', OPTIONS);
  expect(tabs.lines.map(({ cells }) => cells)).toEqual([
    { name: '', place: '나' },
    { name: '가', place: '' },
  ]);
});

it.each([
  ['a tab', '\t'],
  ['a comma', ','],
  ['a semicolon', ';'],
])('keeps cells of white space in their columns between %s [MEMB-61]', (_name, sign) => {
  const headings = { name: '이름', year: '학년', place: '장소' };
  const lines = [
    ['이름', '학년', '장소'],
    ['가', ' ', '나'],
    [' ', '\u3000', ' 다'],
    ['라', '  ', ''],
  ];
  const csv = lines.map((cells) => cells.join(sign)).join('\n');
  expect(readTable(csv, { ...OPTIONS, headings }).lines.map(({ cells }) => cells)).toEqual([
    { name: '가', year: '', place: '나' },
    { name: '', year: '', place: '다' },
    { name: '라', year: '', place: '' },
  ]);
});

const CELL = fc.constantFrom('', '', '가', '나 다', '라\n마', '"바"', '사, 아', '합계', '-');
const TABLE = fc.record({
  sign: fc.constantFrom(',', '\t', ';'),
  above: fc.array(fc.array(CELL, { maxLength: 4 }), { maxLength: 3 }),
  heading: fc.shuffledSubarray(['이름', '장소', '성명', '비고', '', '연락처', ' '], {
    minLength: 4,
  }),
  rows: fc.array(fc.array(CELL, { maxLength: 9 }), { maxLength: 12 }),
});

it('reads each cell, or names its column or its line [LECT-197]', () => {
  const headings = { name: ['이름', '성명'], place: '장소' };
  fc.assert(
    fc.property(TABLE, ({ sign, above, heading, rows }) => {
      const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
      const all = [...above, heading, ...rows];
      const csv = all.map((cells) => cells.map(quoted).join(sign)).join('\r\n');
      const { lines, errors, reading } = readTable(csv, {
        ...OPTIONS,
        headings,
        optional: ['place'],
      });
      if (reading.columns.length === 0) return errors.length > 0;
      const named = new Set([...errors, ...reading.ignored].map(({ line }) => line));
      const read = new Map(lines.map(({ line, cells }) => [line, Object.values(cells)]));
      // A row of merged headings above names the columns that have no other.
      const names = (column: number) => [
        heading[column]?.trim() || `${columnLetter(column)}열(제목 없음)`,
        above.at(-1)?.[column]?.replaceAll('\n', ' ') ?? '',
      ];
      const unread = (column: number) =>
        names(column).some((name) => reading.unread.includes(name));
      const isFound = (cell: string, line: number, column: number) =>
        cell === '' ||
        named.has(line) ||
        unread(column) ||
        reading.unread.includes(cell.replaceAll('\n', ' ')) ||
        read.get(line)?.includes(cell);
      return all.every(
        (cells, at) =>
          at === above.length || cells.every((cell, column) => isFound(cell, at + 1, column)),
      );
    }),
  );
});

it.each([
  ['titles above it', '주소록\n\n이름,장소\n가,나'],
  ['a second row below merged cells', '사람,,비고\n이름,장소,\n가,나,다'],
  ['a semicolon, below a title with commas', '주소록, 전체, 2026\n이름;장소\n가;나'],
  ['white space and marks', '* 이 름 ;장소(방)\n가;나'],
  ['cells that stay text', '이름,장소\n="가","나"'],
])('finds a heading with %s [LECT-197]', (_name, csv) => {
  const { lines, errors } = readTable(csv, OPTIONS);
  expect(errors).toEqual([]);
  expect(lines.map(({ cells }) => cells)).toEqual([{ name: '가', place: '나' }]);
});

it('names the missing columns beside those that are there [LECT-197]', () => {
  const { errors } = readTable('목록\n이름,연락처\n가,1', OPTIONS);
  expect(errors).toEqual([
    { line: 2, message: '제목 줄에 장소 열이 없습니다. 이 줄에 있는 것: 이름, 연락처' },
  ]);
});
