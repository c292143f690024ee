import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import { describe, expect, it } from 'vitest';
import { readContent, sanitizeOnce, sanitizePost } from './html.ts';
import { htmlToText } from './html-text.ts';

const LINK_END = '" rel="noopener noreferrer nofollow ugc" target="_blank">';

describe('lines of every kind of block become paragraphs', () => {
  it.each([
    ['첫 줄<div>둘째</div>', '<p>첫 줄</p><p>둘째</p>'],
    [
      '첫 줄<div>둘째</div><div><br></div><div>넷째</div>',
      '<p>첫 줄</p><p>둘째</p><p><br /></p><p>넷째</p>',
    ],
    ['<div>가<div>나</div>다</div>라', '<p>가</p><p>나</p><p>다</p><p>라</p>'],
    ['<section><h1>제목</h1>글</section>', '<h2>제목</h2><p>글</p>'],
    ['<h4>가</h4><h5>나</h5><h6>다</h6>', '<h3>가</h3><h3>나</h3><h3>다</h3>'],
    ['<dl><dt>기간</dt><dd>3일</dd></dl>', '<p>기간</p><p>3일</p>'],
    ['<center>가운데</center>', '<p style="text-align:center">가운데</p>'],
    ['<div align="right">끝</div>', '<p style="text-align:right">끝</p>'],
    ['글<hr>글', '<p>글</p><hr /><p>글</p>'],
    ['가<br>나', '가<br />나'],
    ['<li>가<div>나</div></li>', '<li><p>가</p><p>나</p></li>'],
    [
      '<table><tr><td>가<div>나</div></td></tr></table>',
      '<table><tr><td><p>가</p><p>나</p></td></tr></table>',
    ],
    ['<blockquote>가<p>나</p></blockquote>', '<blockquote><p>가</p><p>나</p></blockquote>'],
    ['<b><p>가</p><p>나</p></b>', '<p><strong>가</strong></p><p><strong>나</strong></p>'],
    ['<ul><li>가</li><ul><li>나</li></ul></ul>', '<ul><li><p>가</p><ul><li>나</li></ul></li></ul>'],
    ['<pre><div>a</div><div>b</div></pre>', '<pre>a\nb\n</pre>'],
    [
      '<p>위<img src="/files/a.webp">아래</p>',
      '<p>위</p><img src="/files/a.webp" alt="" /><p>아래</p>',
    ],
  ])('%s [HTML-28]', (source, html) => {
    expect(sanitizePost(source)).toBe(html);
  });
});

describe('white space', () => {
  it.each([
    [
      'of the source between blocks goes',
      '<p>가</p>\n\n  <p>나</p> <ul>\n  <li>다</li>\n</ul>\n',
      '<p>가</p><p>나</p><ul><li>다</li></ul>',
    ],
    [
      'with a line break is one space',
      '<p>\n    한 줄\n    이어서 <b>굵게</b>\n    끝\n</p>',
      '<p>한 줄 이어서 <strong>굵게</strong> 끝</p>',
    ],
    ['beside br goes', '<p>가<br>\n  나\n<br>다</p>', '<p>가<br />나<br />다</p>'],
    ['beside tags is one', '<p>가\n<b>\n나</b>\n</p>', '<p>가 <strong>나</strong></p>'],
    ['that was typed stays', '<p>  홍  길동\t\t92 </p>', '<p>  홍  길동\t\t92 </p>'],
    ['in code stays', '<pre><code>a\n\n  b\r\n</code></pre>', '<pre><code>a\n\n  b\n</code></pre>'],
    [
      'in a cell goes',
      '<table>\n<tr>\n<td> </td>\n<td>\n가\n</td></tr></table>',
      '<table><tr><td></td><td>가</td></tr></table>',
    ],
  ])('%s [HTML-29]', (_name, source, html) => {
    expect(sanitizePost(source)).toBe(html);
  });
});

describe('attributes with a meaning', () => {
  it.each([
    ['<ol start="3" type="A"><li>가</li></ol>', '<ol start="3" type="A"><li>가</li></ol>'],
    ['<ol start="1" type="1" reversed><li>가</li></ol>', '<ol><li>가</li></ol>'],
    ['<ol start="-4"><li>가</li></ol>', '<ol><li>가</li></ol>'],
    ['<ol start="99999999999"><li>가</li></ol>', '<ol><li>가</li></ol>'],
    ['10<span style="vertical-align: super">-3</span>', '10<sup>-3</sup>'],
    ['H<span style="font-size:9px;vertical-align:sub">2</span>', 'H<sub>2</sub>'],
    ['<font color="#ff0000" size="7">빨강</font>', '<span data-color="red">빨강</span>'],
    ['<font color="constructor">x</font>', '<span>x</span>'],
    [
      '<input type="checkbox" checked>한 일<br><input type=checkbox>할 일',
      '<span>☑</span>한 일<br /><span>☐</span>할 일',
    ],
    ['<input type="text" value="x">글', '글'],
    [
      '<table><colgroup><col width="120.4"><col width="9"><col span="2" width="50px"></colgroup><tr><td>x</td></tr></table>',
      '<table><colgroup><col width="120" /><col /><col width="50" span="2" /></colgroup><tr><td>x</td></tr></table>',
    ],
    [
      '<table><colgroup><col></colgroup><tr><td>x</td></tr></table>',
      '<table><tr><td>x</td></tr></table>',
    ],
    [
      '<a href="MAILTO:a@b.ac.kr?subject=x&bcc=y@z.kr">메일</a>',
      `<a href="MAILTO:a@b.ac.kr${LINK_END}메일</a>`,
    ],
    ['<a href="tel:+82-51-410-1234">전화</a>', `<a href="tel:+82-51-410-1234${LINK_END}전화</a>`],
    ['<a href="mailto:a@b.kr,c@d.kr">x</a><a href="tel:1;ext=2">x</a>', '<a>x</a><a>x</a>'],
    ['<td align="center">x</td>', '<td style="text-align:center">x</td>'],
  ])('%s [HTML-30]', (source, html) => {
    expect(sanitizePost(source)).toBe(html);
  });
});

it('drops the one empty paragraph behind a last block that the editor adds, and no blank line of the writer [HTML-29]', () => {
  for (const block of [
    '<ul><li><p>가</p></li></ul>',
    '<hr />',
    '<img src="/files/a.webp" alt="" />',
  ]) {
    expect(sanitizePost(`${block}<p></p>`)).toBe(block);
    expect(sanitizePost(`${block}<p></p><p></p>`)).toBe(`${block}<p></p><p></p>`);
  }
  expect(sanitizePost('<p>가</p><p></p>')).toBe('<p>가</p><p></p>');
});

it('writes exponents and indices as text that cannot be misread [HTML-30]', () => {
  const { text } = readContent(
    '<p>10<sup>-3</sup> H<sub>2</sub>O x<sup>k</sup> 2<sup>k+1</sup> a<sub>가나</sub></p>',
  );
  expect(text).toBe('10⁻³ H₂O x^k 2^(k+1) a_(가나)');
  expect(htmlToText('<p><sup></sup>가</p>')).toBe('가');
});

it.each([
  ['an address', `<a href="https://a.example/${'a'.repeat(30_000)}">${'<p>x'.repeat(8_000)}</a>`],
  ['marks', `${'<b><i><u><s><sup>'.repeat(15)}${'<div>x</div>'.repeat(5_000)}`],
  ['lines', `${'<div>'.repeat(90)}${'<br>'.repeat(15_000)}`],
  ['items', '<ul>'.repeat(45) + '<li>x'.repeat(10_000)],
])(
  'arranges 64 KB with %s around blocks in one round, which adds at most 64 KB of tags that are opened again [HTML-15]',
  (_, source) => {
    const clean = sanitizeOnce(source);
    expect(clean.length).toBeLessThan(source.length * 4);
    expect(sanitizeOnce(clean)).toBe(clean);
  },
);

it('refuses a body as soon as one round made it too long [HTML-15]', () => {
  const source = `${'<b>'.repeat(60)}${'<div>x</div>'.repeat(5_000)}`;
  expect(sanitizeOnce(source).length).toBeGreaterThan(LIMITS.contentMaxBytes);
  expect(() => readContent(source)).toThrow(
    expect.objectContaining({ errors: [{ field: 'content', message: TEXTS.contentTooLong }] }),
  );
});
