import { TEXTS } from '@naru/contract/texts';
import { expect, it } from 'vitest';
import { cpuTimeOf } from '../../testing/cpu-time.ts';
import { findDisallowed } from './disallowed.fixture.ts';
import { readContent, sanitizePost } from './html.ts';

const row = (cells: number, cell = '<td>1</td>') => `<tr>${cell.repeat(cells)}</tr>`;
const table = (rows: number, columns: number, cell?: string) =>
  `<table>${row(columns, cell).repeat(rows)}</table>`;

it('keeps the cells of a pasted table apart, in the page and in the search text [HTML-19]', () => {
  const { html, text } = readContent(
    '<p>시험</p><table style="width:9px" class="a"><colgroup><col></colgroup><thead><tr><th>구분</th><th>일정</th></tr></thead>' +
      '<tbody><tr><td><p>1차</p></td><td><p>12.1</p></td></tr><tr><td>2차</td><td>2.12.8</td></tr></tbody></table>',
  );
  expect(html).toBe(
    '<p>시험</p><table><tr><th>구분</th><th>일정</th></tr>' +
      '<tbody><tr><td><p>1차</p></td><td><p>12.1</p></td></tr><tr><td>2차</td><td>2.12.8</td></tr></tbody></table>',
  );
  expect(text).toBe('시험\n구분 일정\n1차 12.1\n2차 2.12.8');
});

it.each([
  ['<td colspan="1000000000">x</td>', '<td>x</td>'],
  ['<td colspan="101" rowspan="100">x</td>', '<td rowspan="100">x</td>'],
  ['<td colspan="-3" rowspan="2e9">x</td>', '<td>x</td>'],
  ['<th colspan="0" rowspan="1">x</th>', '<th>x</th>'],
  ['<td style="position:fixed" class="a" width="9" headers="b" bgcolor="red">x</td>', '<td>x</td>'],
])('makes %s into %s [HTML-19]', (cell, clean) => {
  const wrap = (inner: string) => `<table><tbody><tr>${inner}</tr></tbody></table>`;
  expect(sanitizePost(wrap(cell))).toBe(wrap(clean));
});

it('accepts 5,000 cells and refuses more, also by merged cells and uneven rows [HTML-19]', () => {
  expect(sanitizePost(table(100, 50)).match(/<td>/g)).toHaveLength(5_000);
  const tooMany = [
    table(101, 50),
    table(2, 2_501),
    table(60, 42) + table(60, 42),
    table(1, 1, '<td colspan="100" rowspan="51">1</td>'),
    `<table>${row(100)}${row(1).repeat(50)}</table>`,
  ];
  for (const html of tooMany) {
    expect(() => sanitizePost(html)).toThrow(TEXTS.contentTableTooBig);
  }
});

it('reads thousands of cells, nested and broken tables in bounded time [HTML-15, HTML-19]', async () => {
  const hostile = [
    '<table>'.repeat(90),
    '<td>'.repeat(4_900),
    '<tr>'.repeat(4_900),
    '<table><tr><td colspan=100>'.repeat(30),
    table(1_000, 5),
  ];
  for (const source of hostile) {
    expect(await cpuTimeOf(() => sanitizePost(source))).toBeLessThan(500);
    const clean = sanitizePost(source);
    expect(findDisallowed(clean)).toEqual([]);
    expect(sanitizePost(clean)).toBe(clean);
  }
});
