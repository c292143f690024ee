import { describe, expect, it } from 'vitest';
import type { PageJob } from './content.ts';
import { decodePage } from './decode-page.ts';
import { parsePage } from './parse-page.ts';
import { findDays } from './read-dates.ts';
import { readInstant } from './read-instant.ts';
import { articlesIn, errorIn, LIST_URL, NOW, sourceOf } from './reading.fixture.ts';

describe('pages', () => {
  const TABLE = { row: 'table.list tr', title: 'td.title', date: 'td.date', number: 'td.no' };
  const CALLS = sourceOf({
    type: 'html',
    list: { ...TABLE, id: { from: 'call' } },
    pageUrl: 'https://www.example.ac.kr/board/view.do?articleNo={id}',
  });

  const rowOf = (number: string, id: string, title: string, date = '2026.11.20') =>
    `<tr><td class="no">${number}</td>
    <td class="title"><a href="#none" onclick="event.preventDefault(); fnView('${id}', 'N');">
      ${title} <span class="blind"></span></a></td><td class="date">${date}</td></tr>`;
  const tableOf = (...rows: string[]) =>
    `<html><body><table class="list"><tr><th>번호</th><th>제목</th></tr>${rows.join('')}</table>`;
  describe('a list whose links are script calls', () => {
    it('has ids, dates and pins [SRC-05] [SRC-06]', () => {
      const page = tableOf(
        rowOf('<b>공지</b>', '900', '수강신청\n 안내'),
        rowOf('<img src="notice.gif" alt="">', '901', '등록금 &amp; 장학'),
        rowOf('12', '12345', '학생회 소식', '26-11-19'),
        rowOf('', '12344', '번호 없는 글', '모름'),
      );
      expect(articlesIn(CALLS, page)).toEqual({
        faults: [{ place: '번호 없는 글', message: expect.stringContaining('날짜를 읽지 못해') }],
        articles: [
          {
            sourceId: '900',
            title: '수강신청 안내',
            content: '',
            targetUrl: 'https://www.example.ac.kr/board/view.do?articleNo=900',
            publishedAt: new Date('2026-11-20T00:00:00+09:00'),
            isPinned: true,
            attachments: [],
          },
          expect.objectContaining({ sourceId: '901', title: '등록금 & 장학', isPinned: true }),
          expect.objectContaining({
            sourceId: '12345',
            isPinned: false,
            publishedAt: new Date('2026-11-19T00:00:00+09:00'),
          }),
          expect.objectContaining({ sourceId: '12344', isPinned: false, publishedAt: null }),
        ],
      });
    });

    it('leaves out headings that are cells, too [SRC-05]', () => {
      const head = '<thead><tr><td class="no">번호</td><td class="title">제목</td></tr></thead>';
      const page = tableOf(rowOf('2', '7', '안내')).replace('<tr>', `${head}<tr>`);
      expect(articlesIn(CALLS, page)).toMatchObject({ articles: [{ sourceId: '7' }], faults: [] });
    });

    it('has an article once that is pinned and in its own place [SRC-05]', () => {
      const page = tableOf(
        rowOf('12', '7', '안내'),
        rowOf('공지', '7', '안내'),
        rowOf('11', '6', '글'),
      );
      expect(articlesIn(CALLS, page).articles).toMatchObject([
        { sourceId: '7', isPinned: true },
        { sourceId: '6', isPinned: false },
      ]);
    });

    it('keeps what can be read of broken markup, and names the other rows [SRC-07]', () => {
      const page = `<table class=list><tr><td class=no>2<td class=title><a onclick="fnView('2')">둘
      <tr><td class=no>1<td class=title><a onclick="fnView()">하나</a><tr><td class="title"></td></tr`;
      const { articles, faults } = articlesIn(CALLS, page);
      expect(articles).toMatchObject([{ sourceId: '2', title: '둘' }]);
      expect(faults).toEqual([
        {
          place: '목록 2번째 줄',
          message: '글의 번호를 찾지 못했습니다. 값이 있는 스크립트: 없음',
        },
        { place: '목록 3번째 줄', message: '제목을 찾지 못했습니다.' },
      ]);
    });
  });

  describe('ids of articles', () => {
    const idOf = (id: object | undefined, row: string, more = {}) => {
      const list = { row: 'li', title: 'a', ...(id !== undefined && { id }), ...more };
      return articlesIn(sourceOf({ type: 'html', list }), `<ul>${row}</ul>`).articles[0];
    };
    const link = (href: string, more = '') => `<li ${more}><a href="${href}">글</a></li>`;

    it.each([
      [
        'parameter',
        { from: 'parameter', name: 'articleNo' },
        link('?mode=view&amp;articleNo=123'),
        '123',
      ],
      ['segment', { from: 'segment', position: 2 }, link('/bbs/123/view'), '123'],
      ['last segment', { from: 'segment', position: 1 }, link('../artcl/77/'), '77'],
      [
        'attribute of the row',
        { from: 'attribute', name: 'data-id' },
        link('/a', 'data-id=" 5 "'),
        '5',
      ],
      [
        'call in an address',
        { from: 'call', argument: 2 },
        link("javascript:view('B1',%2042)"),
        '42',
      ],
      [
        'address',
        undefined,
        link('/view;jsessionid=AB12.node1?no=3#top'),
        'https://www.example.ac.kr/view?no=3',
      ],
    ])('come from the %s [SRC-05]', (_, id, row, expected) => {
      const pageUrl = id?.from === 'call' ? { pageUrl: 'https://www.example.ac.kr/v/{1}/{2}' } : {};
      const list = { row: 'li', title: 'a', ...(id !== undefined && { id }) };
      const config = sourceOf({ type: 'html', list, ...pageUrl });
      expect(articlesIn(config, `<ul>${row}</ul>`).articles[0]?.sourceId).toBe(expected);
    });

    it('are hashes when they are too long, the same each time [SRC-05]', () => {
      const row = link(`/view?q=${'a'.repeat(300)}`);
      const id = idOf(undefined, row)?.sourceId;
      expect(id).toMatch(/^sha256:[0-9a-f]{64}$/);
      expect(idOf(undefined, row)?.sourceId).toBe(id);
    });

    it('fill the address of the page, encoded [SRC-05]', () => {
      const config = sourceOf({
        type: 'html',
        list: { row: 'li', title: 'a', id: { from: 'call', argument: 2 } },
        pageUrl: 'https://www.example.ac.kr/v?board={1}&no={id}',
      });
      const row = `<li><a onclick="view('a&amp;b/', '42')">글</a></li>`;
      expect(articlesIn(config, row).articles).toMatchObject([
        { sourceId: '42', targetUrl: 'https://www.example.ac.kr/v?board=a%26b%2F&no=42' },
      ]);
    });

    it.each([
      'javascript:alert(1)',
      'data:text/html,x',
      'http://user:word@example.ac.kr/',
      'http://',
      '',
    ])('are none of a link that leads nowhere: %s [SRC-05]', (href) => {
      const config = sourceOf({ type: 'html', list: { row: 'li', title: 'a' } });
      expect(errorIn(config, link(href))).toMatchObject({ code: 'LAYOUT_CHANGED' });
    });

    it('start from the base of the page, and the link may be beside or around the title [SRC-05]', () => {
      const base = '<head><base href="/other/"></head>';
      const beside = { link: 'td.go a' };
      const row = '<li><b><a href="x">글</a></b></li>';
      expect(idOf(undefined, base + row)?.targetUrl).toBe('https://www.example.ac.kr/other/x');
      const around = '<li><a href="y"><strong>글</strong></a></li>';
      expect(idOf(undefined, around, { title: 'strong' })?.targetUrl).toBe(
        new URL('y', LIST_URL).href,
      );
      const apart = '<table><tr><td>글</td><td class="go"><a href="/z">보기</a></td></tr></table>';
      const list = { row: 'tr', title: 'td', ...beside };
      const [article] = articlesIn(sourceOf({ type: 'html', list }), apart).articles;
      expect(article?.targetUrl).toBe('https://www.example.ac.kr/z');
    });
  });

  describe('a page that was redesigned', () => {
    it.each([
      ['has other markup', '<div class="new-list"><a href="/1">글</a></div>'],
      ['is a text', '점검 중입니다.'],
      [
        'has one id for all',
        tableOf(...['글', '소식', '안내', '모집', '공고'].map((t, i) => rowOf(`${i}`, '1', t))),
      ],
    ])('is distinguished from a list: it %s [SRC-07]', (_, page) => {
      expect(errorIn(CALLS, page)).toMatchObject({
        code: 'LAYOUT_CHANGED',
        message: expect.any(String),
      });
    });
  });

  describe('the page of an article', () => {
    const detail = {
      body: '.view-body',
      title: 'h2',
      date: '.info .date',
      attachments: '.files a',
      attachmentUrl: 'https://www.example.ac.kr/down?f={1}&n={2}',
    };
    const read = (html: string) => {
      const as: PageJob['as'] = { page: 'detail', rule: { detail } };
      const url = 'https://www.example.ac.kr/board/view.do?articleNo=1';
      const body = Buffer.from(html);
      return parsePage({ body, contentType: null, url, now: NOW, charset: 'auto', as });
    };

    it('has title, date, body as found, and files [SRC-05]', () => {
      const body =
        '<p onclick="x()">본문</p><script>alert(1)</script><table><tbody><tr><td>1</td></tr></tbody></table>';
      const html = `<h2>긴 제목 전체</h2><p class="info">작성자 <i class="date">2026.11.20 10:00</i></p>
      <div class="view-body"> ${body} </div><ul class="files">
      <li><a href="/files/%EC%95%88%EB%82%B4.hwp">안내.hwp</a></li>
      <li><a href="/files/b.pdf"></a></li><li><a href="/files/b.pdf">again</a></li>
      <li><a href="javascript:fn_down('F_1','0')" title="표.xlsx"></a></li>
      <li><a href="javascript:void(0)">아무 곳</a></li></ul>`;
      expect(read(html)).toEqual({
        detail: {
          titled: { title: '긴 제목 전체' },
          faults: [],
          publishedAt: new Date('2026-11-20T10:00:00+09:00'),
          content: body,
          attachments: [
            { name: '안내.hwp', url: 'https://www.example.ac.kr/files/%EC%95%88%EB%82%B4.hwp' },
            { name: 'b.pdf', url: 'https://www.example.ac.kr/files/b.pdf' },
            { name: '표.xlsx', url: 'https://www.example.ac.kr/down?f=F_1&n=0' },
          ],
        },
      });
    });

    it('is refused without a body, and with one that is too long [SRC-07]', () => {
      expect(read('<h2>제목</h2>')).toMatchObject({ error: { code: 'LAYOUT_CHANGED' } });
      const long = `<div class="view-body">${'a'.repeat(1_000_001)}</div>`;
      expect(read(long)).toMatchObject({ error: { code: 'TOO_LARGE' } });
    });
  });
});

describe('dates and characters', () => {
  describe('the date of an article', () => {
    it.each([
      ['2026.11.20', '2026-11-20T00:00:00+09:00'],
      ['2026-11-20', '2026-11-20T00:00:00+09:00'],
      ['2026/1/2', '2026-01-02T00:00:00+09:00'],
      ['26.11.20', '2026-11-20T00:00:00+09:00'],
      ['작성일 2026. 11. 20. 09:05', '2026-11-20T09:05:00+09:00'],
      ['2026년 11월 20일 (금) 오후 2:30', '2026-11-20T14:30:00+09:00'],
      ['2026.11.20 오전 12:10:05', '2026-11-20T00:10:05+09:00'],
      ['20261120', '2026-11-20T00:00:00+09:00'],
      ['11-20', '2026-11-20T00:00:00+09:00'],
      ['12.24', '2025-12-24T00:00:00+09:00'],
      ['09:30', '2026-11-23T09:30:00+09:00'],
      ['2026-11-20T09:30:00', '2026-11-20T09:30:00+09:00'],
      ['2026-11-20T00:30:00Z', '2026-11-20T09:30:00+09:00'],
      ['Fri, 20 Nov 2026 09:30:00 +0900', '2026-11-20T09:30:00+09:00'],
      ['Fri, 20 Nov 2026 00:30:00 GMT', '2026-11-20T09:30:00+09:00'],
      ['20 Nov 2026 09:30 KST', '2026-11-20T09:30:00+09:00'],
      ['Fri, 20 Nov 2026 09:30:00', '2026-11-20T09:30:00+09:00'],
    ])('is read from %s [SRC-06]', (text, expected) => {
      expect(readInstant(text, NOW)).toEqual(new Date(expected));
    });

    it.each(['', '엊그제', '2026.13.40', '2026-02-30', '조회 1234', '25:99', '0'.repeat(100_000)])(
      'is not read from %.20s [SRC-06]',
      (text) => {
        expect(readInstant(text, NOW)).toBeNull();
      },
    );
  });

  describe('days of a range', () => {
    const at = (year: number | null, month: number, day: number) => ({ year, month, day });
    it.each([
      ['2026.3.2 ~ 3.6', [at(2026, 3, 2), at(null, 3, 6)]],
      ['2026.03.02.(월)~2026.03.06.(금)', [at(2026, 3, 2), at(2026, 3, 6)]],
      ['03.02-03.06', [at(null, 3, 2), at(null, 3, 6)]],
      ['12월 30일 ~ 1월 2일', [at(null, 12, 30), at(null, 1, 2)]],
      ['2026년 3월 2일', [at(2026, 3, 2)]],
      ['미정', []],
    ])('are read from %s [SRC-06]', (text, days) => {
      expect(findDays(text)).toMatchObject(days);
    });
  });

  describe('the character set of a page', () => {
    /** 똠, which only CP949 has, in front of 공지. */
    const korean = Buffer.from([0x8c, 0x63, 0xb0, 0xf8, 0xc1, 0xf6]);
    const decode = (body: Buffer, contentType: string | null = null, charset = 'auto' as const) =>
      decodePage(body, { charset, contentType });

    it('comes from the configuration before all others [SRC-04]', () => {
      const page = { charset: 'euc-kr' as const, contentType: 'text/html; charset=utf-8' };
      expect(decodePage(korean, page)).toBe('똠공지');
    });

    it.each(['EUC-KR', 'ks_c_5601-1987', 'MS949', '"euc-kr"'])(
      'comes from the header: %s [SRC-04]',
      (name) => {
        expect(decode(korean, `text/html;charset=${name}`)).toBe('똠공지');
      },
    );

    it('comes from the page, in each of its forms [SRC-04]', () => {
      for (const head of [
        '<meta charset="euc-kr">',
        '<meta http-equiv="Content-Type" content="text/html; charset=euc-kr">',
        '<?xml version="1.0" encoding="euc-kr"?>',
      ]) {
        const page = Buffer.concat([Buffer.from(head), korean]);
        expect(decode(page, 'text/html')).toBe(`${head}똠공지`);
      }
    });

    it('comes from the byte order mark, which is left out [SRC-04]', () => {
      const eight = Buffer.from('\ufeff공지');
      const sixteen = Buffer.from('\ufeff공지', 'utf16le');
      expect([decode(eight, 'text/html; charset=euc-kr'), decode(sixteen)]).toEqual([
        '공지',
        '공지',
      ]);
    });

    it('is guessed of a page that names none, or one that nobody knows [SRC-04]', () => {
      for (const name of [null, 'text/html; charset=x-none']) {
        expect([decode(korean, name), decode(Buffer.from('똠공지'), name)]).toEqual([
          '똠공지',
          '똠공지',
        ]);
      }
    });
  });
});
