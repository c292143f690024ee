import { expect, it } from 'vitest';
import { cpuTimeOf } from '../testing/cpu-time.ts';
import { readLargeTable, readTable } from './csv.ts';

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
