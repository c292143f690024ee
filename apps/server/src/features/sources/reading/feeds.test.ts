import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { articlesIn, errorIn, sourceOf } from './reading.fixture.ts';

const FEED = sourceOf({ type: 'feed' });

const rss = (items: string, head = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>${head}<rss version="2.0"
    xmlns:content="http://purl.org/rss/1.0/modules/content/"
    xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>공지</title>${items}</channel></rss>`;

describe('a feed', () => {
  it('of RSS has articles with bodies, dates and files [SRC-05]', () => {
    const page = rss(`<item><title>수강 &amp; 신청\n안내</title><link>/view?no=1</link>
        <guid isPermaLink="false">n-1</guid><pubDate>Fri, 20 Nov 2026 09:00:00 +0900</pubDate>
        <description>요약</description><content:encoded><![CDATA[<p>본문</p>]]></content:encoded>
        <enclosure url="/f/%ED%91%9C.pdf" length="1" type="application/pdf"/></item>
      <item><title>둘</title><link>https://www.example.ac.kr/view?no=2</link>
        <description>&lt;b&gt;둘&lt;/b&gt;</description><dc:date>2026-11-19T00:00:00Z</dc:date></item>`);
    expect(articlesIn(FEED, page)).toEqual({
      faults: [],
      articles: [
        {
          sourceId: 'n-1',
          title: '수강 & 신청 안내',
          content: '<p>본문</p>',
          targetUrl: 'https://www.example.ac.kr/view?no=1',
          publishedAt: new Date('2026-11-20T09:00:00+09:00'),
          isPinned: false,
          attachments: [{ name: '표.pdf', url: 'https://www.example.ac.kr/f/%ED%91%9C.pdf' }],
        },
        expect.objectContaining({
          sourceId: 'https://www.example.ac.kr/view?no=2',
          content: '<b>둘</b>',
          publishedAt: new Date('2026-11-19T00:00:00Z'),
        }),
      ],
    });
  });

  it('of Atom, RDF and JSON has the same [SRC-05]', () => {
    const pages = [
      `<feed xmlns="http://www.w3.org/2005/Atom"><title>t</title><id>f</id><updated>2026-11-20T00:00:00Z</updated>
        <entry><id>a-1</id><title>글</title><link rel="alternate" href="/a"/><link rel="enclosure" href="/x.hwp"/>
        <published>2026-11-20T00:00:00Z</published><content type="html">&lt;p&gt;본문&lt;/p&gt;</content></entry></feed>`,
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
        xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>t</title></channel>
        <item rdf:about="a-1"><title>글</title><link>/a</link><description>&lt;p&gt;본문&lt;/p&gt;</description>
        <dc:date>2026-11-20T00:00:00Z</dc:date></item></rdf:RDF>`,
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: 't',
        items: [
          {
            id: 'a-1',
            title: '글',
            url: '/a',
            content_html: '<p>본문</p>',
            date_published: '2026-11-20T00:00:00Z',
          },
        ],
      }),
    ];
    for (const page of pages) {
      expect(articlesIn(FEED, page).articles).toMatchObject([
        {
          sourceId: 'a-1',
          title: '글',
          content: '<p>본문</p>',
          targetUrl: 'https://www.example.ac.kr/a',
          publishedAt: new Date('2026-11-20T00:00:00Z'),
        },
      ]);
    }
  });

  it('may be in EUC-KR, as its first line says [SRC-04]', () => {
    const page = rss('<item><title>똠방각하</title><link>/a</link></item>').replace(
      'UTF-8',
      'euc-kr',
    );
    expect(articlesIn(FEED, iconv.encode(page, 'cp949'), 'text/xml').articles).toMatchObject([
      { title: '똠방각하' },
    ]);
  });

  it('names entries that cannot be read, and has others once [SRC-07]', () => {
    const page = rss(`<item><link>/1</link></item><item><title>주소 없음</title></item>
      <item><title>글</title><link>javascript:x()</link></item>
      <item><title>글</title><link>/1</link></item><item><title>글</title><link>/1</link></item>`);
    const { articles, faults } = articlesIn(FEED, page);
    expect(articles).toHaveLength(1);
    expect(faults).toEqual([
      { place: '1번째 글', message: '제목이 없습니다.' },
      { place: '주소 없음', message: '글의 주소가 없습니다.' },
      { place: '글', message: '글의 주소가 없습니다.' },
    ]);
  });

  it('is recognised among other pages [SRC-07]', () => {
    const code = (page: string) => errorIn(FEED, page)?.code;
    expect(code('<html><body>점검 중</body></html>')).toBe('NOT_READABLE');
    expect(code('')).toBe('NOT_READABLE');
    expect(code(rss(''))).toBe('LAYOUT_CHANGED');
  });

  it('expands no entities of its own and reads no file [SRC-08]', () => {
    const laughs = Array.from({ length: 9 }, (_, index) => {
      const inner = index === 0 ? 'lol' : `&l${index - 1};`.repeat(10);
      return `<!ENTITY l${index} "${inner}">`;
    }).join('');
    const head = `<!DOCTYPE rss [${laughs}<!ENTITY file SYSTEM "file:///etc/passwd">]>`;
    const page = rss('<item><title>글 &l8;&file;</title><link>/1</link></item>', head);
    const error = errorIn(FEED, page);
    const titles = error === null ? articlesIn(FEED, page).articles.map(({ title }) => title) : [];
    expect(titles.join('').length).toBeLessThan(50);
    expect(titles.join('')).not.toContain('root:');
  });
});

describe('a list of JSON', () => {
  const fields = {
    id: 'no',
    title: 'subject',
    url: 'link',
    content: 'body.html',
    date: 'written',
    pinned: 'isTop',
    attachments: { list: 'files', name: 'name', url: 'path' },
  };
  const config = sourceOf({
    type: 'json',
    list: 'data.0.items',
    fields,
    pageUrl: 'https://www.example.ac.kr/view/{id}',
  });
  const listOf = (...items: unknown[]) => JSON.stringify({ data: [{ items }] });

  it('is read by the paths of its fields [SRC-05]', () => {
    const page = listOf(
      {
        no: 12,
        subject: ' 안내 ',
        link: '/n/12',
        body: { html: '<p>본문</p>' },
        written: 1_795_132_800,
        isTop: 'Y',
        files: [
          { name: '표.xlsx', path: '/f/1' },
          { name: '', path: '/f/b.pdf' },
          { path: 'ftp://x' },
          7,
        ],
      },
      { no: '11', subject: '글', written: 20261119, isTop: false },
      { no: '10', subject: '글', written: 1_795_132_800_000, files: 'none' },
      { no: '9', subject: '글', written: '2026-11-20 10:00' },
    );
    expect(articlesIn(config, page)).toEqual({
      faults: [],
      articles: [
        {
          sourceId: '12',
          title: '안내',
          content: '<p>본문</p>',
          targetUrl: 'https://www.example.ac.kr/n/12',
          publishedAt: new Date(1_795_132_800_000),
          isPinned: true,
          attachments: [
            { name: '표.xlsx', url: 'https://www.example.ac.kr/f/1' },
            { name: 'b.pdf', url: 'https://www.example.ac.kr/f/b.pdf' },
          ],
        },
        expect.objectContaining({
          targetUrl: 'https://www.example.ac.kr/view/11',
          publishedAt: new Date('2026-11-19T00:00:00+09:00'),
          isPinned: false,
        }),
        expect.objectContaining({ publishedAt: new Date(1_795_132_800_000), attachments: [] }),
        expect.objectContaining({ publishedAt: new Date('2026-11-20T10:00:00+09:00') }),
      ],
    });
  });

  it('names items that cannot be read [SRC-07]', () => {
    const page = listOf(null, { no: 1 }, { subject: '글' }, { no: 2, subject: '글' });
    expect(articlesIn(config, page).faults).toEqual([
      { place: '목록 1번째 글', message: '글의 번호를 찾지 못했습니다.' },
      { place: '목록 2번째 글', message: '제목을 찾지 못했습니다.' },
      { place: '목록 3번째 글', message: '글의 번호를 찾지 못했습니다.' },
    ]);
  });

  it.each([
    ['NOT_READABLE', '<html>'],
    ['NOT_READABLE', ''],
    ['LAYOUT_CHANGED', '{"data":[{"list":[]}]}'],
    ['LAYOUT_CHANGED', '{"data":[{"items":[]}]}'],
    ['LAYOUT_CHANGED', '{"data":[{"items":[{"id":1}]}]}'],
    ['LAYOUT_CHANGED', '5'],
  ])('is %s: %s [SRC-07]', (code, page) => {
    expect(errorIn(config, page)?.code).toBe(code);
  });

  it('may have half a character in an id [SRC-08]', () => {
    const [article] = articlesIn(config, listOf({ no: '\ud800', subject: '공지' })).articles;
    expect(article?.targetUrl).toBe('https://www.example.ac.kr/view/%EF%BF%BD');
  });

  it('has no fields that every object inherits [SRC-08]', () => {
    const inherited = sourceOf({
      type: 'json',
      fields: { id: 'constructor.name', title: '__proto__.constructor.name', url: 'url' },
    });
    expect(errorIn(inherited, '[{"url":"/1"}]')?.code).toBe('LAYOUT_CHANGED');
  });

  it('may be nested without an end [SRC-08]', () => {
    expect(errorIn(config, '['.repeat(200_000))?.code).toBe('NOT_READABLE');
    expect(errorIn(config, `${'['.repeat(50_000)}${']'.repeat(50_000)}`)?.code).toBeDefined();
  });
});
