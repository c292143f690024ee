import type { SourceConfig } from '@naru/contract/source-config';
import { describe, expect, it } from 'vitest';
import { articlesIn, errorIn, sourceOf } from './reading.fixture.ts';

const HTML = sourceOf({ type: 'html', list: { row: '.list tr', title: '.t', date: '.d' } });
const ITEMS = sourceOf({ type: 'html', list: { row: 'ul.list > li', title: 'a' } });
const JSON_LIST = sourceOf({
  type: 'json',
  list: 'data.items',
  fields: { id: 'no', title: 't', url: 'u' },
});
const WHOLE = sourceOf({ type: 'json', fields: { id: 'no', title: 't', url: 'u' } });
const FEED = sourceOf({ type: 'feed' });

const table = (row: string) =>
  `<table class="list"><thead><tr><th>번호</th><th>제목</th></tr></thead><tbody>${row}</tbody></table>`;
const cell = (text: string) => table(`<tr><td colspan="5">${text}</td></tr>`);
const rss = (items: string) =>
  `<rss version="2.0"><channel><title>공지</title>${items}</channel></rss>`;
const ATOM = '<feed xmlns="http://www.w3.org/2005/Atom"><title>공지</title><id>a</id></feed>';

const EMPTY: [string, SourceConfig, string][] = [
  ...[
    '등록된 게시물이 없습니다.',
    '게시글이 없습니다.',
    '등록된 글이 없습니다',
    '조회된 자료가 없습니다.',
    '검색된 결과가 없습니다.',
    '데이터가 존재하지 않습니다.',
    '게시물이 존재하지 않습니다.',
    '내용이 없습니다.',
    '등록된 공지사항이 없습니다.',
    '게시물 없음',
    'No data',
    'No data available in table',
    'There are no posts.',
    '<img src="no.gif" alt="">',
    '',
  ].map((text): [string, SourceConfig, string] => [text, HTML, cell(text)]),
  ['an empty item', ITEMS, '<ul class="list"><li class="no">등록된 글이 없습니다.</li></ul>'],
  ['a word in place of the list', ITEMS, '<div><p>등록된 게시물이 없습니다.</p></div>'],
  ['JSON', JSON_LIST, '{"data":{"items":[]}}'],
  ['JSON of nothing', JSON_LIST, '{"data":{"items":null}}'],
  ['JSON that is the list', WHOLE, '[]'],
  ['RSS', FEED, rss('')],
  ['Atom', FEED, ATOM],
];

describe('an empty board', () => {
  it.each(EMPTY)('is no error: %s [SRC-168]', (_, config, page) => {
    expect(articlesIn(config, page)).toEqual({ articles: [], faults: [] });
  });

  it.each([
    [
      'a board with a title in another place',
      HTML,
      table('<tr><td class="new">글</td><td>1</td></tr>'),
    ],
    ['several rows', HTML, table('<tr><td>1</td><td>글</td></tr>'.repeat(3))],
    ['a row that leads somewhere', HTML, cell('<a href="/v?no=1">글</a>')],
    ['a list in other markup', HTML, '<div class="new-list"><a href="/1">글</a></div>'],
    ['a page without comments', HTML, '<div>글</div><p>등록된 댓글이 없습니다.</p>'],
    ['a page without dates', HTML, '<p>등록된 일정이 없습니다.</p>'],
    [
      'a sentence with such words',
      HTML,
      '<p>게시물이 없습니다라는 말이 보이면 새로 고침해 주세요.</p>',
    ],
    ['repairs', HTML, '<p>점검 중입니다.</p>'],
    ['JSON of an error', JSON_LIST, '{"error":"500"}'],
    ['JSON of nothing', WHOLE, 'null'],
    ['JSON in other fields', WHOLE, '[{"id":1}]'],
    ['a feed in other fields', FEED, rss('<item><link>/1</link></item>')],
  ])('is distinguished from a redesign: %s [SRC-168] [SRC-07]', (_, config, page) => {
    expect(errorIn(config, page)).toMatchObject({ code: 'LAYOUT_CHANGED' });
  });
});

describe('a date that nobody understands', () => {
  const fault = (text: string) => [{ place: '글', message: expect.stringContaining(text) }];

  it.each([
    [HTML, table('<tr><td class="t"><a href="/1">글</a></td><td class="d">추후 공지</td></tr>')],
    [FEED, rss('<item><title>글</title><link>/1</link><pubDate>추후 공지</pubDate></item>')],
    [
      sourceOf({ type: 'json', fields: { id: 'no', title: 't', url: 'u', date: 'd' } }),
      '[{"no":1,"t":"글","u":"/1","d":"추후 공지"}]',
    ],
  ])('is a fault; the article comes without a date: %# [SRC-169]', (config, page) => {
    const { articles, faults } = articlesIn(config, page);
    expect(articles).toMatchObject([{ title: '글', publishedAt: null }]);
    expect(faults).toEqual(fault('추후 공지'));
  });

  it.each(['', '-', '&nbsp;', '2026.11.20', '11-20'])(
    'is not one that is absent or known: %s [SRC-169]',
    (date) => {
      const row = `<tr><td class="t"><a href="/1">글</a></td><td class="d">${date}</td></tr>`;
      expect(articlesIn(HTML, table(row)).faults).toEqual([]);
    },
  );
});

describe('text in fields of JSON and feeds', () => {
  const config = sourceOf({
    type: 'json',
    fields: { id: 'no', title: 't', url: 'u', content: 'c' },
  });
  const read = (t: string, c = '') =>
    articlesIn(config, JSON.stringify([{ no: 1, u: '/1', t, c }])).articles[0];

  it.each([
    ['장학 &amp; 등록', '장학 & 등록'],
    ['&quot;취업&quot; 특강 &#39;26', `"취업" 특강 '26`],
    ['A &amp;amp; B', 'A & B'],
    ['연구&nbsp;윤리 &#xAC00;', '연구 윤리 가'],
    ['<b>공지</b> 안내<br/>', '공지 안내'],
    ['<span style="color:red">[긴급]</span> 휴강', '[긴급] 휴강'],
    ['List&lt;String&gt; 특강', 'List<String> 특강'],
    ['<필독> 벡터 <T> 안내', '<필독> 벡터 <T> 안내'],
    ['R&D 사업, Q&A; 안내 &sect', 'R&D 사업, Q&A; 안내 &sect'],
  ])('has its characters in titles: %s [SRC-170]', (text, title) => {
    expect(read(text)).toMatchObject({ title });
    const feed = rss(`<item><title><![CDATA[${text}]]></title><link>/1</link></item>`);
    expect(articlesIn(FEED, feed).articles[0]).toMatchObject({ title });
  });

  it.each([
    ['&lt;p&gt;본문 &amp;amp; 안내&lt;/p&gt;', '<p>본문 &amp; 안내</p>'],
    ['<p>A &amp;amp; B &amp;nbsp;</p>', '<p>A &amp; B &nbsp;</p>'],
    ['<p>5 &lt; 7 &amp; 8</p>', '<p>5 &lt; 7 &amp; 8</p>'],
    ['a &lt; b', 'a &lt; b'],
  ])('has its characters in contents: %s [SRC-170]', (text, content) => {
    expect(read('글', text)).toMatchObject({ content });
  });
});
