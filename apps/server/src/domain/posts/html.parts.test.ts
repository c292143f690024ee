import { isSafeLink } from '@naru/contract/formats';
import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import { describe, expect, it } from 'vitest';
import { findDisallowed } from './disallowed.fixture.ts';
import {
  createCleanCache,
  fullImageUrl,
  readContent,
  resanitizePost,
  sanitizeOnce,
  sanitizePost,
  sanitizeYielding,
} from './html.ts';
import { linkAttributes } from './html-rules.ts';
import { escapeText, htmlToText } from './html-text.ts';
import { createCellCounter } from './tables.ts';
import { HOSTILE } from './vectors.fixture.ts';

const MARKS = `<p>${'a\u0301'}${'\u0301'.repeat(10_000)}</p>`;
const atContent = (message: string) =>
  expect.objectContaining({ errors: [{ field: 'content', message }] });

describe('isSafeLink', () => {
  it.each([
    ['https://a.example', true],
    ['HTTP://a.example/b', true],
    ['x https://a.example', false],
    ['javascript:https://a.example', false],
    ['view-source:https://a.example', false],
    ['https://a.example b', false],
    ['https://a.example\\b', false],
    ['ftp://a.example', false],
    ['https://name@a.example', false],
    ['https://:secret@a.example', false],
    ['https://', false],
  ])('%j: %s', (url, expected) => {
    expect(isSafeLink(url)).toBe(expected);
  });
});

describe('attributes', () => {
  it.each([
    ['a link without address', '<a>x</a>', '<a>x</a>'],
    [
      'a link with blanks around',
      '<a href=" https://a.example ">x</a>',
      '<a href="https://a.example" rel="noopener noreferrer nofollow ugc" target="_blank">x</a>',
    ],
    ['a picture without address', 'a<img alt="x">b', 'ab'],
    ['a picture without text', '<img src="/files/a.webp">', '<img src="/files/a.webp" alt="" />'],
    [
      'sides',
      '<img src="/files/a.webp" width="0" height="100000">',
      '<img src="/files/a.webp" alt="" />',
    ],
    ['text struck out', '<strike>x</strike>', '<s>x</s>'],
    [
      'alignment in any case',
      '<h3 style="TEXT-ALIGN:CENTER">x</h3>',
      '<h3 style="text-align:center">x</h3>',
    ],
    ['no alignment', '<p style="text-align:left">x</p><h2>y</h2>', '<p>x</p><h2>y</h2>'],
    [
      'a size',
      '<span style="font-size: 12.5PX">x</span><span>y</span>',
      '<span style="font-size:12.5px">x</span><span>y</span>',
    ],
    ['a relative address', '<a href="//a.example">x</a>', '<a>x</a>'],
  ])('%s', (_name, source, clean) => {
    expect(sanitizePost(source)).toBe(clean);
  });

  it('of cells', () => {
    const cell = (tag: string) =>
      `<table><tbody><tr><${tag} colspan="2" rowspan="3" style="text-align:right">x</${tag}></tr></tbody></table>`;
    for (const tag of ['td', 'th']) expect(sanitizePost(cell(tag))).toBe(cell(tag));
  });

  it('cut what a picture shows after 300, and no character in two', () => {
    const alt = (text: string) => sanitizePost(`<img src="/files/a.webp" alt="${text}">`);
    expect(alt('가'.repeat(301))).toBe(alt('가'.repeat(300)));
    expect(alt('가'.repeat(300))).not.toBe(alt('가'.repeat(299)));
    expect(alt(`${'가'.repeat(299)}🚢`)).toBe(alt('가'.repeat(299)));
  });

  it('of links are the same for other callers', () => {
    expect(linkAttributes({})).toEqual({});
    expect(linkAttributes({ href: 'javascript:alert(1)' })).toEqual({});
    expect(linkAttributes({ href: 'https://a.example' })).toMatchObject({ target: '_blank' });
  });
});

describe('whole posts', () => {
  it('become the same in turns as at once', async () => {
    const twice = '<p><table><tr><td><p>a<div></p></td></tr></table>';
    for (const source of [twice, ...HOSTILE.filter((_, place) => place % 10 === 0)]) {
      expect(await sanitizeYielding(source)).toBe(sanitizePost(source));
    }
  });

  it('let others work between the rounds', async () => {
    const long = '가'.repeat(5_000);
    const settlesAtOnce = async (html: string) => {
      let isOver = false;
      const work = sanitizeYielding(html).then(() => {
        isOver = true;
      });
      for (let n = 0; n < 20; n += 1) await Promise.resolve();
      const wasOver = isOver;
      await work;
      return wasOver;
    };
    expect(await settlesAtOnce(`<p>${long}</p>`)).toBe(true);
    expect(await settlesAtOnce(`<div>${long}</p>`)).toBe(false);
  });

  it('of 4,000 characters let nobody wait', async () => {
    const turns = async (html: string) => {
      let count = 0;
      const other = setImmediate(() => {
        count += 1;
      });
      await sanitizeYielding(html);
      clearImmediate(other);
      return count;
    };
    expect(await turns('<b>가</b>'.repeat(500))).toBe(0);
    expect(await turns(`${'<b>가</b>'.repeat(500)}x`)).toBe(1);
  });

  it('that cannot be read any more are empty, and other failures are thrown', () => {
    expect(resanitizePost('<b>'.repeat(101))).toBe('');
    expect(resanitizePost('<p>x</p>')).toBe('<p>x</p>');
    expect(() => resanitizePost({} as never)).toThrow(TypeError);
  });

  it('have at most 64 KB', () => {
    const post = (bytes: number) => `<p>${'a'.repeat(bytes - 7)}</p>`;
    expect(readContent(post(LIMITS.contentMaxBytes)).text).toHaveLength(LIMITS.contentMaxBytes - 7);
    const tooLong = () => readContent(post(LIMITS.contentMaxBytes + 1));
    expect(tooLong).toThrow(atContent(TEXTS.contentTooLong));
  });

  it('say what is wrong at their field', () => {
    expect(() => sanitizePost('<b>'.repeat(101))).toThrow(atContent(TEXTS.contentTooDeep));
    const behindOthers = `${'<p>x</p>'.repeat(100)}${'<b>'.repeat(101)}`;
    expect(() => sanitizePost(behindOthers)).toThrow(atContent(TEXTS.contentTooDeep));
    expect(() => htmlToText(MARKS)).toThrow(atContent(TEXTS.marksTooMany));
  });

  it('say which tags open and close', () => {
    const steps: [string, number][] = [];
    sanitizeOnce('<p><b>x</b></p>', { onTag: (tag, step) => steps.push([tag, step]) });
    expect(steps).toEqual([
      ['p', 1],
      ['b', 1],
      ['b', -1],
      ['p', -1],
    ]);
  });
});

describe('texts', () => {
  it('become HTML and back', () => {
    expect(escapeText('a < b & c > d')).toBe('a &lt; b &amp; c &gt; d');
    expect(htmlToText('a &lt; b &amp; c &gt; d &quot;e&quot;')).toBe('a < b & c > d "e"');
  });

  it('of any size of a picture name the full one', () => {
    const names = ['a_thumb.webp', 'a_medium.webp', 'a.webp', 'a_thumb.webp.webp'];
    expect(names.map(fullImageUrl)).toEqual(['a.webp', 'a.webp', 'a.webp', 'a_thumb.webp.webp']);
  });

  it('that were clean are not cleaned again', () => {
    const seen: string[] = [];
    const clean = createCleanCache((text) => {
      seen.push(text);
      return text.trim();
    });
    expect(['a', 'a', ' a', ' a', 'b'].map(clean)).toEqual(['a', 'a', 'a', 'a', 'b']);
    expect(seen).toEqual(['a', ' a', ' a', 'b']);
  });

  it('that were clean are remembered up to 5,000', () => {
    let cleaned = 0;
    const clean = createCleanCache((text) => {
      cleaned += 1;
      return text;
    });
    const isCleaned = (text: number) => {
      const before = cleaned;
      clean(String(text));
      return cleaned > before;
    };
    for (let n = 0; n < 5_000; n += 1) isCleaned(n);
    expect([0, 5_000, 0, 1].map(isCleaned)).toEqual([false, true, false, true]);
  });
});

describe('the counter of cells', () => {
  const opened = (tags: string[], counter = createCellCounter()) => {
    for (const tag of tags)
      tag.startsWith('/') ? counter.close(tag.slice(1)) : counter.open(tag, {});
  };
  const rows = (count: number, cells: number, cell = 'td') =>
    Array.from({ length: count }, () => ['tr', ...Array<string>(cells).fill(cell)]).flat();

  it('counts to 5,000 and not further, heads too', () => {
    for (const cell of ['td', 'th']) {
      const most = ['table', ...rows(50, 100, cell)];
      expect(() => opened(most)).not.toThrow();
      expect(() => opened([...most, cell])).toThrow(atContent(TEXTS.contentTableTooBig));
    }
  });

  it('goes on with the outer table where one ends inside of it', () => {
    const row = (cells: number) => `<tr>${'<td>1</td>'.repeat(cells)}</tr>`;
    const inner = '<table><tr><td>1</td></tr></table>';
    const uneven = `<table><tr>${'<td>1</td>'.repeat(99)}<td>${inner}</td></tr>`;
    expect(() => sanitizePost(`${uneven}${row(1).repeat(49)}</table>`)).not.toThrow();
    expect(() => sanitizePost(`${uneven}${row(1).repeat(50)}</table>`)).toThrow(
      TEXTS.contentTableTooBig,
    );
  });

  it('counts cells without a row or table, and no rows without cells', () => {
    const cells = (count: number) => Array<string>(count).fill('td');
    expect(() => opened(cells(5_000))).not.toThrow();
    expect(() => opened(cells(5_001))).toThrow(TEXTS.contentTableTooBig);
    expect(() => opened(['table', ...cells(100), ...rows(50, 1)])).not.toThrow();
    expect(() => opened(['table', ...cells(101), ...rows(50, 1)])).toThrow(
      TEXTS.contentTableTooBig,
    );
    expect(() => opened(['table', ...rows(5_001, 0)])).not.toThrow();
    expect(() => opened(['table', ...rows(50, 100), 'p', 'p'])).not.toThrow();
  });

  it('fills uneven rows up, of one table alone', () => {
    const uneven = ['table', ...rows(1, 100), ...rows(49, 1)];
    expect(() => opened(uneven)).not.toThrow();
    expect(() => opened([...uneven, 'tr'])).toThrow(TEXTS.contentTableTooBig);
    expect(() => opened([...uneven, '/table', 'tr', 'p'])).not.toThrow();
    expect(() =>
      opened(['table', ...rows(1, 2), 'table', ...rows(1, 3), '/table', ...rows(99, 1)]),
    ).not.toThrow();
    expect(() => opened([...uneven, '/p', 'tr'])).toThrow(TEXTS.contentTableTooBig);
  });
});

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

it('reads thousands of cells, nested and broken tables in one round [HTML-15, HTML-19]', () => {
  const hostile = [
    '<table>'.repeat(90),
    '<td>'.repeat(4_900),
    '<tr>'.repeat(4_900),
    '<table><tr><td colspan=100>'.repeat(30),
    `<table>${'<col span=100 hidden>'.repeat(3_000)}<tr hidden><td>1</td></tr></table>`,
    table(1_000, 5),
  ];
  for (const source of hostile) {
    const clean = sanitizeOnce(source);
    expect(findDisallowed(clean)).toEqual([]);
    expect(sanitizeOnce(clean)).toBe(clean);
  }
});
