import { TEXTS } from '@naru/contract/texts';
import { describe, expect, it } from 'vitest';
import { paste } from './paste.fixture.ts';
import { preparePaste } from './paste-html.ts';

/** The text of each cell, row by row. */
function cellsOf(text: string): string[][] {
  const page = new DOMParser().parseFromString(text, 'text/html');
  return [...page.querySelectorAll('tr')].map((row) =>
    [...row.querySelectorAll('td, th')].map((cell) => cell.textContent ?? ''),
  );
}

const CELLS = [
  ['구분', '일정'],
  ['1차', '12.1'],
  ['2차', '2.12.8'],
];

const EXCEL = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style><!--
.xl65 {mso-style-parent:style0; font-weight:700; text-align:center; mso-pattern:black none;}
--></style></head><body><!--StartFragment--><table border=0 width=144 style='border-collapse:collapse'>
<col width=72 span=2><tr height=22><td height=22 class=xl65 width=72>구분</td><td class=xl65>일정</td></tr>
<tr><td>1차</td><td align=right>12.1</td></tr><tr><td>2차</td><td>2.12.8</td></tr></table><!--EndFragment--></body></html>`;

const HWP = `<HTML><BODY><P CLASS=HStyle0 STYLE='text-align:center;'><TABLE border="1" cellspacing="0">
<TR><TD valign="middle" style='width:99px'><P CLASS=HStyle0><SPAN STYLE='font-size:10.0pt'>구분</SPAN></P></TD><TD><P><SPAN>일정</SPAN></P></TD></TR>
<TR><TD><P>1차</P></TD><TD><P>12.1</P></TD></TR><TR><TD><P>2차</P></TD><TD><P>2.12.8</P></TD></TR></TABLE></P></BODY></HTML>`;

const WEB =
  '<div><h3>시험</h3><table><caption>표 1</caption><thead><tr><th>구분</th><th>일정</th></tr></thead><tbody><tr><td>1차</td><td>12.1</td></tr><tr><td>2차</td><td>2.12.8</td></tr></tbody></table></div>';

describe('preparePaste', () => {
  it.each([
    ['Excel', EXCEL],
    ['HWP', HWP],
    ['a web page', WEB],
  ])('keeps the cells of a table of %s [POST-17]', (_name, source) => {
    const { text, notice } = paste(source);
    expect(cellsOf(text)).toEqual(CELLS);
    expect(notice).toBeNull();
  });

  it('keeps bold and centred cells, which Excel styles by class [POST-17]', () => {
    const { text } = paste(EXCEL);
    expect(text).toMatch(/<td style="text-align: center;?"><p><strong>구분<\/strong><\/p><\/td>/);
  });

  it('limits merged cells [HTML-19]', () => {
    const { text } = paste(
      '<table><tr><td colspan="1000000000" rowspan="100000">x</td><td colspan="2">y</td></tr></table>',
    );
    expect(text).not.toContain('1000');
    expect(text).toContain('colspan="2"');
  });

  it('refuses a table of more than 5,000 cells with a sentence [HTML-19]', () => {
    const row = `<tr>${'<td>1</td>'.repeat(51)}</tr>`;
    const { editor, notice } = paste(`<table>${row.repeat(100)}</table>`);
    expect(notice).toBe(TEXTS.contentTableTooBig);
    expect(editor.isEmpty).toBe(true);
    const wide = `<table>${'<tr><td colspan=99>1</td></tr>'.repeat(51)}</table>`;
    expect(preparePaste(wide).notice).toBe(TEXTS.contentTableTooBig);
  });

  it('names pictures that it cannot take and leaves embedded ones at their place [POST-17]', () => {
    const { body, pictures, notice } = preparePaste(
      '<p>글<img src="file:///C:/Users/a.png"><img src="https://a.example/b.png"><img src="data:image/png;base64,iVBORw0KGgo=">뒤<img src="data:image/png;base64,%%"></p>',
    );
    expect(body.innerHTML).toBe('<p>글</p><img src="/files/pasted-0"><p>뒤</p>');
    expect(pictures.map(({ type, size }) => [type, size])).toEqual([['image/png', 8]]);
    expect(notice).toBe('사진 3장은 붙여 넣지 못했습니다. 사진은 파일로 저장해 올려 주세요.');
  });

  it.each([
    ['<span style="color:#C00000">x</span>', 'red'],
    ['<font color="#0070C0">x</font>', 'blue'],
    ['<font color="red">x</font>', 'red'],
    ['<b style="color:rgb(255, 192, 0)">x</b>', 'yellow'],
    ['<span style="color:#7030A0">x</span>', 'violet'],
    ['<span style="color:#00B050">x</span>', 'green'],
    ['<span style="color:#1f2937">x</span>', null],
    ['<span style="color:white">x</span>', null],
    ['<a href="https://a.example" style="color:blue">x</a>', null],
  ])('maps the colour of %s to %s of the palette [POST-18]', (source, color) => {
    const { text, notice } = paste(`<p>${source}</p>`);
    expect(/data-color="(\w+)"/.exec(text)?.[1] ?? null).toBe(color);
    expect(text).not.toContain('color:');
    expect(notice).toBeNull();
  });

  it('keeps cells whose colour is set on the cell or by a class [POST-18]', () => {
    const { text } = paste(
      '<style>.xl9{color:red;}</style><table><tr><td style="color:#C00000">12.1</td><td class="xl9">12.8</td></tr></table>',
    );
    expect(cellsOf(text)).toEqual([['12.1', '12.8']]);
    expect(text.match(/<span data-color="red">12/g)).toHaveLength(2);
  });

  it('reports background colours, which are dropped [POST-18]', () => {
    const { text, notice } = paste('<p><span style="background-color:#ffff00">x</span></p>');
    expect(text).not.toContain('background');
    expect(notice).toBe('배경색은 붙여 넣지 못했습니다.');
    expect(paste('<p style="background-color:white">x</p>').notice).toBeNull();
  });

  it('passes no style sheet to a parser, closed or not', () => {
    const { body } = preparePaste(
      '<p>a</p><STYLE>.a{}</STYLE ><p>b</p><style>p{}</style><style>x<p>c',
    );
    expect(body.innerHTML).toBe('<p>a</p><p>b</p>');
  });

  it.each([
    ['elements', `${'<div>'.repeat(1_500)}끝`],
    ['marks', `<p>${'<b><i>'.repeat(500)}끝`],
    ['lists', `${'<ul><li>'.repeat(500)}끝`],
    ['quotations', `${'<blockquote>'.repeat(1_000)}끝`],
    ['a formula', `<math>${'<msqrt>'.repeat(1_000)}<mi>x</mi>`],
    ['tables', `${'<table><tr><td>'.repeat(200)}끝`],
    ['code', `<pre>${'<span>'.repeat(1_000)}끝`],
  ])('takes deeply nested %s [HTML-14]', (_what, source) => {
    expect(preparePaste(source).body.textContent).toMatch(/끝|x/);
  });

  it('drops scripts, styles and classes', () => {
    const { text } = paste(
      '<style>.a{color:red;position:fixed}</style><table><tr><td class="a" onclick="x" style="position:fixed;inset:0">x<script>y</script></td></tr></table>',
    );
    expect(text).not.toMatch(/script|class=|onclick|fixed|inset/);
  });
});
