import { isSafeLink } from '@naru/contract/formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALLOWED_TAGS, findDisallowed } from './disallowed.fixture.ts';
import { isBlank, readContent, readContentYielding, sanitizePost } from './html.ts';
import { HOSTILE } from './vectors.fixture.ts';

function check(source: string): void {
  const clean = sanitizeOrNothing(source);
  expect(findDisallowed(clean), source).toEqual([]);
  expect(sanitizeOrNothing(clean), source).toBe(clean);
}

/** Returns an empty string for HTML that is nested too deeply. */
function sanitizeOrNothing(source: string): string {
  try {
    return sanitizePost(source);
  } catch {
    return '';
  }
}

describe('HTML of the editor, unchanged', () => {
  it.each([
    '<p>글 <strong>굵게</strong> <em>기울임</em> <u>밑줄</u> <s>취소</s> <code>코드</code></p>',
    '<h2>제목</h2><h3>작은 제목</h3><blockquote><p>인용</p></blockquote><hr />',
    '<ul><li><p>하나</p><ol><li><p>둘</p></li></ol></li></ul><pre><code>a &lt; b</code></pre>',
    '<p><a href="https://a.example/?a=1&amp;b=2" rel="noopener noreferrer nofollow ugc" target="_blank">링크</a></p>',
    '<p><span style="font-size:17px">크게</span></p><p></p>',
    '<pre><code class="language-python">print(1)</code></pre><p style="text-align:center"><span data-color="red">빨강</span></p>',
    '<h2 style="text-align:right"><span data-formula="inline">x^2 &lt; 1</span></h2><p><span data-formula="block">\\sum x</span></p>',
    '<table><tbody><tr><th colspan="2" style="text-align:center"><p>구분</p></th></tr><tr><td rowspan="2"><p>1차</p></td><td></td></tr></tbody></table>',
    '<p>위</p><img src="/files/aB_-9.webp" alt="바다" width="1200" height="800" /><p>아래</p>',
    '<p>10<sup>-3</sup>, CO<sub>2</sub></p><p>  두 칸  띄움\t탭</p><p></p><p></p><p>끝<br /><br /></p>',
    '<ol start="3"><li><p>셋째</p><ol type="a"><li><p>가</p></li></ol></li></ol><p><a href="mailto:a@b.kr" rel="noopener noreferrer nofollow ugc" target="_blank">메일</a></p>',
    '<table><colgroup><col width="120" /><col /></colgroup><tbody><tr><td><p>가</p></td><td><p>나</p></td></tr></tbody></table>',
  ])('%s', (html) => {
    expect(sanitizePost(html)).toBe(html);
    expect(findDisallowed(html)).toEqual([]);
  });
});

it('findDisallowed finds every disallowed tag, attribute and value [HTML-01]', () => {
  const html = '<p onclick="x"><svg><a></a></svg><img src="//evil.example/x.webp"><dl></dl></p>';
  expect(findDisallowed(html)).toEqual([
    'p onclick=x',
    'svg',
    'a',
    'img src=//evil.example/x.webp',
    'dl',
  ]);
});

describe('sanitizePost, readContent, isBlank and isSafeLink', () => {
  it.each([
    [
      'clamps font sizes [HTML-08]',
      '<span style="font-size: 500px; color: red">x</span>',
      '<span style="font-size:100px">x</span>',
    ],
    [
      'drops font sizes below 1 [HTML-08]',
      '<span style="FONT-SIZE:0.2px">x</span>',
      '<span style="font-size:1px">x</span>',
    ],
    [
      'drops foreign alignment, colours, classes and kinds [HTML-08, HTML-20]',
      '<p style="text-align:center;position:fixed" class="fixed"><span style="color:red" data-color="url(x)" data-formula="1">x</span></p><pre class="language-python"><code class="language-python fixed">y</code><code class="fixed">z</code></pre>',
      '<p style="text-align:center"><span>x</span></p><pre><code>y</code><code>z</code></pre>',
    ],
    ['drops every other style [HTML-08]', '<p style="font-size:12px">x</p>', '<p>x</p>'],
    [
      'sets rel and target [HTML-09]',
      '<a href="http://a.example" rel="opener" target="_top">x</a>',
      '<a href="http://a.example" rel="noopener noreferrer nofollow ugc" target="_blank">x</a>',
    ],
    [
      'replaces b and i by strong and em [HTML-10]',
      '<b>x</b><i>y</i><del>z</del>',
      '<strong>x</strong><em>y</em><s>z</s>',
    ],
    [
      'keeps the text of other tags [HTML-10]',
      '<div class="a"><dl><dt><dd>x</dd></dt></dl></div>',
      '<p>x</p>',
    ],
    [
      'drops pictures of other sites [HTML-11]',
      'a<img src="https://evil.example/a.png" alt="x">b',
      'ab',
    ],
    [
      'keeps alternative text as text',
      '<img src="/files/a.webp" alt="&lt;b&gt;&quot;">',
      '<img src="/files/a.webp" alt="&lt;b&gt;&quot;" />',
    ],
  ])('%s', (_name, source, clean) => {
    expect(sanitizePost(source)).toBe(clean);
  });

  it('extracts the plain text in NFC, one line per block', () => {
    const { text } = readContent(
      `<h2>${'제목'.normalize('NFD')}</h2><p>한 줄<br>두 줄 &amp;lt; &lt;b&gt;</p><ul><li><p>가</p></li><li><p>나</p></li></ul>`,
    );
    expect(text).toBe('제목\n한 줄\n두 줄 &lt; <b>\n가\n나');
  });

  it('puts code and the source of formulas into the plain text [HTML-20]', () => {
    const { text } = readContent(
      '<p>손실 <span data-formula="inline">\\frac{1}{n}</span> 값</p><pre><code class="language-python">a &lt; b\nc</code></pre>',
    );
    expect(text).toBe('손실 \\frac{1}{n} 값\na < b\nc');
  });

  it('lists each picture once, in order', () => {
    const { imageUrls } = readContent(
      '<img src="/files/b.webp"><p><img src="/files/a_medium.webp"></p><img src="/files/b.webp">',
    );
    expect(imageUrls).toEqual(['/files/b.webp', '/files/a.webp']);
  });

  it.each([
    '',
    '<p></p>',
    '<p>&nbsp;\u200b\u3164</p><br>',
    '<p>\ufffc\u0301</p>',
    '<script>x</script>',
    '<img src="https://a.example/x.png">',
  ])('sees nothing in %j', (html) => expect(isBlank(readContent(html))).toBe(true));
  it.each(['a', '<img src="/files/a.webp">', '<p>.</p>'])('finds visible content in %j', (html) =>
    expect(isBlank(readContent(html))).toBe(false),
  );

  it('accepts only absolute http and https URLs as links', () => {
    expect(isSafeLink('https://ko.example/한글?q=1#x')).toBe(true);
    expect(isSafeLink('HTTP://a.example')).toBe(true);
    expect(isSafeLink('https://a.example:99999')).toBe(false);
    expect(isSafeLink('https://name@a.example')).toBe(false);
    expect(isSafeLink('https://:secret@a.example')).toBe(false);
  });

  it('lets others have their turn between the rounds of a long text [LIMIT-09]', async () => {
    const read = async (html: string) => {
      let turns = 0;
      const other = setImmediate(() => {
        turns += 1;
      });
      const content = await readContentYielding(html);
      clearImmediate(other);
      return { turns, content };
    };
    for (const [html, turns] of [
      ['<b>가</b>'.repeat(2_000), 1],
      ['<b>가</b>', 0],
    ] as const) {
      expect(await read(html)).toEqual({ turns, content: readContent(html) });
    }
    await expect(readContentYielding('<b>'.repeat(101))).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  });

  it('accepts tags that are nested 100 deep and none deeper [POST-02]', () => {
    const nested = (depth: number) => `${'<b>'.repeat(depth)}x${'</b>'.repeat(depth)}`;
    expect(sanitizePost(nested(100))).toContain('x');
    expect(() => sanitizePost(nested(101))).toThrow(
      expect.objectContaining({ code: 'VALIDATION_FAILED' }),
    );
    expect(sanitizePost('<p>x</p>'.repeat(101))).toBe('<p>x</p>'.repeat(101));
  });
});

describe('hostile HTML [HTML-02, HTML-08, HTML-09, HTML-10, HTML-11, HTML-12]', () => {
  it(`neutralises each of ${HOSTILE.length} samples`, () => {
    expect(HOSTILE.length).toBeGreaterThan(150);
    for (const source of HOSTILE) check(source);
  });

  it('neutralises truncated, nested, doubled and re-encoded samples', () => {
    const encode = (text: string) => text.replace(/[<>"'&]/g, (c) => `&#${c.charCodeAt(0)};`);
    for (const source of HOSTILE) {
      check(source.slice(1));
      check(source.slice(0, -1));
      check(source.toUpperCase());
      check(`<p>${source}</p>`);
      check(`<a href="https://a.example/${source}">x</a>`);
      check(`<img src="/files/a.webp" alt='${source}'>`);
      check(`<p title="${source}`);
      check(`${source}${source}`);
      check(encode(source));
      check(source.replace(/ /g, '/'));
      check(source.split('').join('\u200b'));
      check(`<svg>${source}</svg><math>${source}`);
    }
  });

  it('neutralises random mixtures and is idempotent on them', () => {
    const piece = fc.oneof(
      fc.constantFrom(...HOSTILE),
      fc.constantFrom(...HOSTILE.flatMap((one) => one.split(/(?=[<>"'=\s])/))),
      fc.constantFrom(
        ...[...ALLOWED_TAGS, 'div', 'b', 'x-a', 'svg', 'style'].flatMap((tag) => [
          `<${tag}>`,
          `</${tag}>`,
        ]),
      ),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => check(pieces.join(''))),
      { numRuns: 2_000 },
    );
  });

  it('is idempotent on 10,000 random trees [HTML-12]', () => {
    const part = fc.constantFrom(
      ...[
        ...ALLOWED_TAGS,
        'div',
        'b',
        'i',
        'x-a',
        'table',
        'option',
        'button',
        'form',
        'dd',
      ].flatMap((tag) => [`<${tag}>`, `</${tag}>`]),
      'x',
      '&lt;',
      '&',
      '<',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const clean = sanitizeOrNothing(parts.join(''));
        return sanitizeOrNothing(clean) === clean;
      }),
      { numRuns: 10_000 },
    );
  });

  it('sanitises 64 KB of any sample in bounded time [HTML-15]', () => {
    for (const source of HOSTILE.filter((_, place) => place % 5 === 0)) {
      const long = source.repeat(Math.floor(65_000 / Math.max(source.length, 1)));
      expect(findDisallowed(sanitizeOrNothing(long)), source).toEqual([]);
    }
  });

  it.each([' ', '\t', '\u00a0', ' \n', '\n'])(
    'reads a post of nothing but %j in bounded time [INPUT-10]',
    (blank) => {
      const long = blank.repeat(30_000 / blank.length);
      expect(readContent(`<p>가${long}나</p>`).text.replace(/\s/g, '')).toBe('가나');
      expect(isBlank(readContent(`<p>${long}</p>`))).toBe(true);
    },
  );
});
