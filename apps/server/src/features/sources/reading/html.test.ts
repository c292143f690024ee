import { describe, expect, it } from 'vitest';
import type { PageJob } from './content.ts';
import { parsePage } from './parse-page.ts';
import { articlesIn, errorIn, LIST_URL, NOW, sourceOf } from './reading.fixture.ts';

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
      faults: [],
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
      { place: '목록 2번째 줄', message: '글의 번호를 찾지 못했습니다.' },
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
    ['is empty', tableOf('<tr><td colspan="5">등록된 게시물이 없습니다.</td></tr>')],
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
    const as: PageJob['as'] = { page: 'detail', detail };
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
        title: '긴 제목 전체',
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
