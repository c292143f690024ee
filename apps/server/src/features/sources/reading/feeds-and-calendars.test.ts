import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../../platform/clock.ts';
import { articlesIn, datesIn, errorIn, sourceOf } from './reading.fixture.ts';

describe('feeds and lists', () => {
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
      expect(code(rss('<item><link>/1</link></item>'))).toBe('LAYOUT_CHANGED');
    });

    it('expands no entities of its own and reads no file [SRC-08]', () => {
      const laughs = Array.from({ length: 9 }, (_, index) => {
        const inner = index === 0 ? 'lol' : `&l${index - 1};`.repeat(10);
        return `<!ENTITY l${index} "${inner}">`;
      }).join('');
      const head = `<!DOCTYPE rss [${laughs}<!ENTITY file SYSTEM "file:///etc/passwd">]>`;
      const page = rss('<item><title>글 &l8;&file;</title><link>/1</link></item>', head);
      const error = errorIn(FEED, page);
      const titles =
        error === null ? articlesIn(FEED, page).articles.map(({ title }) => title) : [];
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
});

describe('calendars', () => {
  describe('a calendar file', () => {
    const config = sourceOf({ type: 'ics' });
    const calendar = (...events: string[]) =>
      ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR'].join('\r\n');
    const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n');

    it('has the days of its events; the last day is the one before DTEND [SRC-11]', () => {
      const file = calendar(
        event(
          'UID:a@b',
          'DTSTART;VALUE=DATE:20270302',
          'DTEND;VALUE=DATE:20270303',
          'SUMMARY:1학기\\, 개강',
        ),
        event(
          'UID:b@b',
          'DTSTART;VALUE=DATE:20270420',
          'DTEND;VALUE=DATE:20270427',
          'SUMMARY:중간',
          ' 고사',
        ),
        event('UID:c@b', 'DTSTART;VALUE=DATE:20270501', 'SUMMARY:하루'),
        event('UID:d@b', 'DTSTART;VALUE=DATE:20270601', 'DURATION:P3D', 'SUMMARY:사흘'),
        event('DTSTART;VALUE=DATE:20270701', 'DTEND;VALUE=DATE:20270701', 'SUMMARY:같은 날'),
      );
      const dateOf = (sourceId: string, title: string, startDate: string, endDate = startDate) => ({
        sourceId,
        title,
        startDate,
        endDate,
      });
      expect(datesIn(config, file)).toEqual({
        dates: [
          dateOf('a@b', '1학기, 개강', '2027-03-02'),
          dateOf('b@b', '중간고사', '2027-04-20', '2027-04-26'),
          dateOf('c@b', '하루', '2027-05-01'),
          dateOf('d@b', '사흘', '2027-06-01', '2027-06-03'),
          dateOf(expect.any(String), '같은 날', '2027-07-01'),
        ],
        faults: [],
      });
    });

    it('says which events it could not read as they are [SRC-07]', () => {
      const file = calendar(
        event('UID:1', 'DTSTART;VALUE=DATE:20270302', 'SUMMARY:개강'),
        event('UID:2', 'DTSTART:20270302T090000Z', 'SUMMARY:회의'),
        event('UID:3', 'DTSTART;VALUE=DATE:20270302', 'RRULE:FREQ=HOURLY', 'SUMMARY:매일'),
        event('UID:4', 'DTSTART;VALUE=DATE:20270302', 'STATUS:CANCELLED', 'SUMMARY:취소'),
        event('UID:5', 'DTSTART;VALUE=DATE:20270302', 'SUMMARY: '),
      );
      const { dates, faults } = datesIn(config, file);
      expect(dates.map(({ sourceId }) => sourceId)).toEqual(['1', '2', '3']);
      expect(faults.map(({ place }) => place)).toEqual(['3번째 일정 ‘매일’', '5번째 일정']);
    });

    it('of many years has the latest of its events [SRC-11]', () => {
      const events = Array.from({ length: 1_010 }, (_, index) => {
        const day = addDays('2026-01-01', index);
        return event(
          `UID:${index}`,
          `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
          'SUMMARY:일정',
        );
      });
      const { dates } = datesIn(config, calendar(...events));
      const days = dates.map(({ startDate }) => startDate).toSorted();
      expect([days.length, days[0], days.at(-1)]).toEqual([1_000, '2026-01-11', '2028-10-06']);
    });

    it('is recognised among other files [SRC-07]', () => {
      expect(errorIn(config, '<html>점검</html>')?.code).toBe('NOT_READABLE');
      expect(errorIn(config, '')?.code).toBe('NOT_READABLE');
      expect(errorIn(config, calendar())?.code).toBe('LAYOUT_CHANGED');
    });
  });

  describe('a table of dates', () => {
    const config = sourceOf({
      type: 'date-table',
      row: 'tr',
      event: 'td.what',
      date: 'td.when',
      year: 'h2',
    });
    const row = (when: string, what: string) =>
      `<tr><td class="when">${when}</td><td class="what">${what}</td></tr>`;
    const page = (...rows: string[]) =>
      `<h2>2026학년도 학사일정</h2><table>${rows.join('')}</table>`;

    it('has days in all forms; January belongs to the next year [SRC-11]', () => {
      const { dates, faults } = datesIn(
        config,
        page(
          '<tr><th>날짜</th><th>내용</th></tr>',
          row('3.2(월)', '개강'),
          row('2026.04.20 ~ 04.24', '중간고사'),
          row('6월 15일 ~ 19일', '기말고사'),
          row('12.28(월) ~ 1.8(금)', '계절학기'),
          row('02.19', '학위수여식'),
        ),
      );
      expect(faults).toEqual([]);
      expect(dates.map(({ title, startDate, endDate }) => [title, startDate, endDate])).toEqual([
        ['개강', '2026-03-02', '2026-03-02'],
        ['중간고사', '2026-04-20', '2026-04-24'],
        ['기말고사', '2026-06-15', '2026-06-19'],
        ['계절학기', '2026-12-28', '2027-01-08'],
        ['학위수여식', '2027-02-19', '2027-02-19'],
      ]);
      expect(dates[0]?.sourceId).toBe('2026-03-02 개강');
    });

    it('may have the last day in a place of its own [SRC-11]', () => {
      const apart = sourceOf({
        type: 'date-table',
        row: 'li',
        event: 'b',
        date: '.from',
        end: '.to',
      });
      const list = '<li><b>방학</b><i class="from">2026-12-22</i><i class="to">2027-02-28</i></li>';
      expect(datesIn(apart, list).dates).toMatchObject([
        { startDate: '2026-12-22', endDate: '2027-02-28' },
      ]);
    });

    it('names rows that cannot be read [SRC-07]', () => {
      const { dates, faults } = datesIn(
        config,
        page(
          row('3.2', '개강'),
          row('미정', '축제'),
          row('2.30', '없는 날'),
          row('3.2', ''),
          row('3.9~3.4', '거꾸로'),
        ),
      );
      expect(dates).toHaveLength(1);
      expect(faults.map(({ place }) => place)).toEqual([
        '2번째 줄',
        '3번째 줄',
        '4번째 줄',
        '5번째 줄',
      ]);
    });

    it.each([
      ['no row', '<p>점검</p>'],
      ['no date', page(row('미정', '축제'))],
      ['no year', `<table>${row('3.2', '개강')}</table>`],
    ])('was redesigned when it has %s [SRC-07]', (_, html) => {
      expect(errorIn(config, html)?.code).toBe('LAYOUT_CHANGED');
    });
  });
});
