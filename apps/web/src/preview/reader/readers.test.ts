import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { HwpDocument, initSync } from '@rhwp/core';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { UnreadableError } from '../parts.ts';
import { readCode } from './code.ts';
import { isHeavyPart } from './heavy.ts';
import { pageSize, shortPage } from './hwp-page.ts';
import { readMarkdown, readNotebook } from './notebook.ts';
import { readSheets } from './sheet.ts';
import { numberText } from './sheet-numbers.ts';
import { parseRows, ROWS, readTable } from './table.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer;

function workbook(row: string): ArrayBuffer {
  const entries = {
    'xl/workbook.xml': '<workbook><sheets><sheet name="예산" r:id="a"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/sharedStrings.xml': '<sst><si><t>등대 &amp; 부표</t></si></sst>',
    'xl/styles.xml':
      '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${row}</sheetData></worksheet>`,
  };
  const all = Object.entries(entries).map(([name, xml]) => [name, new TextEncoder().encode(xml)]);
  return zipSync(Object.fromEntries(all)).buffer as ArrayBuffer;
}

describe('tables', () => {
  it.each([
    [
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['"a,""b""\nc",2', [['a,"b"\nc', '2']]],
    ['"open,1\n2', [['open,1\n2']]],
    ['한,글', [['한', '글']]],
  ])('are rows of %j [FILE-01]', (text, rows) => {
    expect(parseRows(text, ',')).toEqual(rows);
  });

  it('end after many rows and say so [FILE-04]', () => {
    const file = readTable(bytesOf('1,2\n'.repeat(ROWS + 10)), 'csv');
    expect(file.parts).toHaveLength(ROWS / 100);
    expect(file.note).toContain('앞부분만');
  });

  it('are those of a workbook [FILE-01]', () => {
    const file = readSheets(
      workbook('<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" s="1"><v>45292</v></c></row>'),
    );
    expect(file.partAt(0)).toMatchObject({
      title: '예산',
      rows: [[], ['등대 & 부표', '', '2024-01-01']],
    });
  });

  it('of a workbook that unpacks to too much, and of one with a password, are refused [FILE-04]', () => {
    expect(() => readSheets(workbook(' '.repeat(61_000_000)))).toThrow(
      new UnreadableError('large'),
    );
    const secret = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]).buffer;
    expect(() => readSheets(secret)).toThrow(new UnreadableError('password'));
  });

  it.each([
    ['45292', '#14', '2024-01-01'],
    ['45292.5', 'yyyy-mm-dd hh:mm', '2024-01-01 12:00'],
    ['1250000', '#3', '1,250,000'],
    ['0.125', '0.0%', '12.5%'],
    ['0.1', '#0', '0.1'],
    ['x', '#0', 'x'],
  ])('show the number %s with the format %s as %s [FILE-01]', (value, format, text) => {
    expect(numberText(value, format, false)).toBe(text);
  });
});

describe('notebooks and texts', () => {
  it('show cells with their outputs [FILE-01]', () => {
    const cell = {
      ...{ cell_type: 'code', execution_count: 3, source: ['x = 1'] },
      outputs: [
        { output_type: 'error', traceback: ['\u001b[31mboom\u001b[0m'] },
        { output_type: 'display_data', data: { 'image/png': 'AA\n==' } },
      ],
    };
    const file = readNotebook(bytesOf(JSON.stringify({ cells: [cell] })));
    expect(file.partAt(0)).toMatchObject({
      count: '3',
      outputs: [
        { type: 'text', text: 'boom', isError: true },
        { type: 'picture', src: 'data:image/png;base64,AA==' },
      ],
    });
  });

  it('have formulas as MathML [FILE-01]', () => {
    const part = readMarkdown(bytesOf('$x^2$')).partAt(0);
    expect(part.type === 'prose' && part.html).toContain('<math');
  });

  it.each(['{"cells": [', 'null', '[1]', '{"cells": 5}', '{"cells": [1, null, {"outputs": 3}]}'])(
    'of %j end without a crash [FILE-04]',
    (text) => {
      try {
        const file = readNotebook(bytesOf(text));
        for (const at of file.parts.keys()) file.partAt(at);
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadableError);
      }
    },
  );

  it.each([
    ['elements', `<div>\n${'<b>x</b>'.repeat(500_000)}`],
    ['characters', 'wave '.repeat(500_000)],
  ])(
    'of one line of very many %s are parts, none of them heavy in the page [FILE-04]',
    (_, text) => {
      const file = readMarkdown(bytesOf(text));
      expect(file.parts.length).toBeGreaterThan(50);
      const first = file.partAt(0);
      expect(first.type === 'prose' && first.html.length).toBeLessThan(500_000);
      expect(isHeavyPart(first)).toBe(false);
    },
  );

  it('of markup without end are heavy, pictures are not [FILE-04]', () => {
    expect(isHeavyPart({ type: 'prose', html: '<b>x</b>'.repeat(10_001) })).toBe(true);
    expect(isHeavyPart({ type: 'page', svg: `<svg>${'x'.repeat(1_200_000)}` })).toBe(true);
    const picture = `<image href="data:image/png;base64,${'A'.repeat(3_000_000)}"/>`;
    expect(isHeavyPart({ type: 'page', svg: `<svg>${picture}</svg>` })).toBe(false);
    const html = '<i>x</i>'.repeat(6_000);
    const output = { type: 'tables', html, text: '' } as const;
    expect(isHeavyPart({ type: 'cell', count: '', code: [], outputs: [output, output] })).toBe(
      true,
    );
  });

  it('show the first thousand cells and say so [FILE-04]', () => {
    const cells = Array.from({ length: 1_001 }, (_, at) => ({ cell_type: 'raw', source: `${at}` }));
    const file = readNotebook(bytesOf(JSON.stringify({ cells })));
    expect(file.parts).toHaveLength(1_000);
    expect(file.note).toContain('1000');
    expect(file.partAt(999)).toMatchObject({ code: ['999'] });
    expect(file.partAt(1_000)).toMatchObject({ code: [''] });
  });

  it('are shown however long their pictures are [FILE-01]', () => {
    const data = { 'image/png': 'A'.repeat(4_100_000) };
    const cells = [
      { cell_type: 'code', source: 'plot()', outputs: [{ output_type: 'display_data', data }] },
      { cell_type: 'code', source: 'print(1)', outputs: [] },
    ];
    const file = readNotebook(bytesOf(JSON.stringify({ cells })));
    expect(file.partAt(1)).toMatchObject({ code: expect.anything(), outputs: [] });
    expect(file.partAt(0)).toMatchObject({ outputs: [{ type: 'picture' }] });
  });

  it('a page of Hangul full of small letters is not heavy once its fonts and places are short [FILE-01]', () => {
    const letter = `<text x="113.38666666666667" y="-3.5" font-family="&apos;함초롬바탕&apos;,${'&apos;Nanum Myeongjo&apos;,'.repeat(12)}serif" font-size="8" fill="#000000" textLength="5.0800" lengthAdjust="spacingAndGlyphs">a</text>\n`;
    const short = shortPage(letter.repeat(7_500));
    expect(short.slice(0, short.indexOf('\n'))).toBe(
      `<text x="113.38" y="-3.5" font-family="&apos;함초롬바탕&apos;,serif,'Naru Sans'" font-size="8" textLength="5.08" lengthAdjust="spacingAndGlyphs">a</text>`,
    );
    expect(isHeavyPart({ type: 'page', svg: short })).toBe(false);
    const coloured = '<text x="1" font-family="serif" fill="#ff0000">1.234567</text>';
    expect(shortPage(coloured)).toBe(coloured.replace('"serif"', `"serif,'Naru Sans'"`));
  });

  it('a page that the library draws has the same letters at the same places in short [FILE-01]', () => {
    const { resolve } = createRequire(import.meta.url);
    Object.assign(globalThis, { measureTextWidth: (_: string, text: string) => text.length * 8 });
    initSync({ module: readFileSync(resolve('@rhwp/core/rhwp_bg.wasm')) });
    const drawn = HwpDocument.createEmpty();
    drawn.createBlankDocument();
    drawn.insertText(0, 0, 0, '등대지기 lighthouse 2026');
    const svg = drawn.renderPageSvg(0);
    const lettersOf = (page: string) =>
      [...page.matchAll(/<text x="(\d+)[^"]*" y="(\d+)[^>]*>([^<]*)/g)].map(
        ([, x, y, letter]) => `${letter} ${x} ${y}`,
      );
    expect(lettersOf(svg).length).toBeGreaterThan(10);
    expect(lettersOf(shortPage(svg))).toEqual(lettersOf(svg));
    expect(shortPage(svg).length).toBeLessThan(svg.length);
    expect(pageSize(drawn, 0)).toEqual({ width: expect.any(Number), height: expect.any(Number) });
  });

  it('a page of which the library knows no size is as large as others [FILE-04]', () => {
    const getPageInfo = () => {
      throw new Error('no such page');
    };
    expect(pageSize({ getPageInfo }, 1)).toEqual({ width: 794, height: 1123 });
    expect(pageSize({ getPageInfo: () => '{"width":600}' }, 0)).toMatchObject({ width: 600 });
  });

  it.each([
    ['a picture', 'iVBORw0KGgo=', 1],
    ['no picture', '$&$\'" onerror=alert(1)', 0],
    ['more pictures than fit', 'A'.repeat(150_000), 66],
  ])('have the pictures that are pasted into them: %s [FILE-04]', (_, data, most) => {
    const source = '![](attachment:a)\n'.repeat(2_000);
    const cell = { cell_type: 'markdown', source, attachments: { a: { 'image/png': data } } };
    const part = readNotebook(bytesOf(JSON.stringify({ cells: [cell] }))).partAt(0);
    const html = part.type === 'prose' ? part.html : '';
    const shown = html.split(data).length - 1;
    expect(most === 1 ? shown : Math.min(shown, most + 1)).toBe(most === 1 ? 2_000 : most);
    expect(html.length).toBeLessThan(11_000_000);
  });

  it('keep code between fences in parts of code [FILE-01]', () => {
    const file = readMarkdown(bytesOf(`\`\`\`\n${'x = 1\n\n'.repeat(10_000)}\`\`\`\n\nend`));
    const parts = [...file.parts.keys()].map((at) => file.partAt(at));
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts.slice(0, -1))
      expect(part.type === 'prose' && part.html).toContain('<pre>');
  });

  it('are lines with their numbers, in every encoding that the server accepts [FILE-01]', () => {
    const korean = new Uint8Array([0xb5, 0xee, 0xb4, 0xeb]).buffer;
    expect(readCode(korean, 'txt').partAt(0)).toMatchObject({ first: 1, parts: ['등대'] });
    expect(readCode(bytesOf('a\n'.repeat(450)), 'txt').parts).toHaveLength(3);
  });
});
