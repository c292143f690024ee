import iconv from 'iconv-lite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createForeignPages } from '../../../platform/foreign-pages/foreign-pages.ts';
import { type LocalSite, startLocalSite } from '../../../testing/local-site.ts';
import { readSource, type SourceReading } from './read-source.ts';
import { parsePageHere, sourceOf } from './reading.fixture.ts';

let site: LocalSite;
let other: LocalSite;

beforeAll(async () => {
  [site, other] = await Promise.all([startLocalSite(), startLocalSite()]);
});
beforeEach(() => {
  site.pages.clear();
  site.requests.length = 0;
});
afterAll(() => Promise.all([site.close(), other.close()]));

const LIST = {
  row: 'tr',
  title: 'td.title',
  id: { from: 'parameter', name: 'no' },
  number: 'td.no',
};
const listOf = (fields = {}) =>
  sourceOf({
    type: 'html',
    url: `${site.origin}/list`,
    list: LIST,
    detail: { body: '.body', attachments: '.files a' },
    ...fields,
  });

const rowOf = (id: number, title = `글 ${id}`, number = String(id)) =>
  `<tr><td class="no">${number}</td><td class="title"><a href="/view?no=${id}">${title}</a></td></tr>`;
const tableOf = (...rows: string[]) => `<table>${rows.join('')}</table>`;
const pageOf = (id: number) =>
  `<div class="body"><p onclick="steal()">본문 ${id}</p><script>steal()</script></div>
   <p class="files"><a href="/files/${id}.hwp">첨부 ${id}.hwp</a></p>`;

function addPages(count: number): void {
  for (let id = 1; id <= count; id += 1) site.pages.set(`/view?no=${id}`, { body: pageOf(id) });
}

type Options = Partial<Parameters<typeof readSource>[2]>;

function read(
  config = listOf(),
  options: Options & { state?: Parameters<typeof readSource>[1] } = {},
) {
  const { state = null, ...others } = options;
  const fetchPage = createForeignPages({
    siteUrl: 'https://naru.example.ac.kr',
    localOrigins: [site.origin],
  });
  return readSource(config, state, { fetchPage, parsePage: parsePageHere, ...others });
}

function articlesOf(reading: SourceReading) {
  if (reading.status !== 'read' || reading.content.kind !== 'articles') throw new Error('none');
  return reading.content.articles;
}

describe('a source of articles', () => {
  it('has 200 articles with their pages, as they are, in both character sets [SRC-04] [SRC-05]', async () => {
    addPages(200);
    const ids = Array.from({ length: 200 }, (_, index) => 200 - index);
    const page = tableOf(...ids.map((id) => rowOf(id, `똠 ${id}`)));
    const read200 = async (charset: string, body: Buffer, config = listOf()) => {
      site.pages.set('/list', {
        body,
        headers: { 'content-type': `text/html; charset=${charset}` },
      });
      const articles = articlesOf(await read(config));
      expect(articles.map(({ sourceId }) => Number(sourceId))).toEqual(ids);
      return articles[0];
    };
    expect(await read200('utf-8', Buffer.from(page))).toEqual({
      sourceId: '200',
      title: '똠 200',
      content: '<p onclick="steal()">본문 200</p><script>steal()</script>',
      targetUrl: `${site.origin}/view?no=200`,
      publishedAt: null,
      isPinned: false,
      attachments: [{ name: '첨부 200.hwp', url: `${site.origin}/files/200.hwp` }],
    });
    const old = await read200('euc-kr', iconv.encode(page, 'cp949'), listOf({ detail: undefined }));
    expect(old).toMatchObject({ title: '똠 200', content: '' });
  });

  it('is not read again while its list is unchanged [SRC-03]', async () => {
    addPages(1);
    site.pages.set('/list', (response, headers) => {
      const isKnown = headers['if-none-match'] === '"1"';
      response
        .writeHead(isKnown ? 304 : 200, { etag: '"1"' })
        .end(isKnown ? '' : tableOf(rowOf(1)));
    });
    const first = await read();
    if (first.status !== 'read') throw new Error('not read');
    expect(first.state).toEqual({ etag: '"1"', lastModified: null });
    expect(await read(listOf(), { state: first.state })).toEqual({ status: 'unchanged' });
    expect(site.requests).toEqual(['/list', '/view?no=1', '/list']);
  });

  it('has the pages of new articles and of the newest ten only [SRC-09]', async () => {
    addPages(16);
    const ids = Array.from({ length: 14 }, (_, index) => 14 - index);
    const pins = [rowOf(16, '새 공지', '공지'), rowOf(15, '공지', '공지')];
    site.pages.set('/list', { body: tableOf(...pins, ...ids.map((id) => rowOf(id))) });
    const isKnown = (id: string, { title }: { title: string }) => id !== '2' && title !== '새 공지';
    const articles = articlesOf(await read(listOf(), { isKnown }));
    expect(articles.map(({ sourceId }) => Number(sourceId))).toEqual([16, ...ids.slice(0, 10), 2]);
    expect(site.requests).toHaveLength(13);
  });

  it('names the pages that cannot be read, and tries its list again then [SRC-07]', async () => {
    addPages(3);
    site.pages.set('/view?no=2', { body: '<p>삭제된 글</p>' }).delete('/view?no=3');
    const rows = [
      rowOf(3),
      rowOf(2),
      rowOf(1),
      rowOf(9).replace('/view', 'http://www.example.org/'),
    ];
    site.pages.set('/list', { body: tableOf(...rows), headers: { etag: '"1"' } });
    const reading = await read();
    expect(articlesOf(reading).map(({ sourceId }) => sourceId)).toEqual(['1']);
    expect(reading).toMatchObject({
      state: { etag: null, lastModified: null },
      faults: [
        { place: '글 3', message: '서버가 404 상태로 응답했습니다.' },
        { place: '글 2', message: '글의 본문을 찾지 못했습니다.' },
        { place: '글 9', message: expect.stringContaining('www.example.org') },
      ],
    });
  });

  it('was redesigned when its list, or all its pages, are different [SRC-07]', async () => {
    addPages(2);
    site.pages.set('/list', { body: '<div class="cards"></div>' });
    await expect(read()).rejects.toMatchObject({ code: 'LAYOUT_CHANGED' });
    site.pages.set('/list', { body: tableOf(rowOf(1), rowOf(2)) });
    const redesigned = listOf({ detail: { body: '.article' } });
    await expect(read(redesigned)).rejects.toMatchObject({ code: 'LAYOUT_CHANGED' });
  });

  it('is left alone when its server fails three times in a row, or ten times [SRC-09]', async () => {
    addPages(6);
    for (const id of [2, 4, 5, 6]) site.pages.set(`/view?no=${id}`, { status: 500 });
    site.pages.set('/list', { body: tableOf(...[1, 2, 3, 4, 5, 6].map((id) => rowOf(id))) });
    await expect(read()).rejects.toMatchObject({ code: 'HTTP_STATUS' });
    site.pages.set('/view?no=5', { body: pageOf(5) });
    expect(articlesOf(await read())).toHaveLength(3);
    const ids = Array.from({ length: 24 }, (_, index) => index + 1);
    for (const id of ids) {
      site.pages.set(`/view?no=${id}`, id % 2 === 0 ? { status: 500 } : { body: pageOf(id) });
    }
    site.pages.set('/list', { body: tableOf(...ids.map((id) => rowOf(id))) });
    site.requests.length = 0;
    await expect(read()).rejects.toMatchObject({ code: 'HTTP_STATUS' });
    expect(site.requests.at(-1)).toBe('/view?no=20');
  });

  it('sends no request to an article on this machine [SRC-02]', async () => {
    const address = `http://127.0.0.1:${other.port}/view?no=1`;
    site.pages.set('/list', { body: tableOf(`<tr><td class="title"><a href="${address}">글</a>`) });
    await expect(read()).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
    site.pages.set('/list', { status: 302, headers: { location: address } });
    await expect(read()).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
    expect(other.connections()).toBe(0);
  });

  it('ends when the caller gives up between two pages [SRC-09]', async () => {
    const stop = new AbortController();
    site.pages.set('/list', { body: tableOf(rowOf(1), rowOf(2)) });
    site.pages.set('/view?no=1', () => stop.abort());
    await expect(read(listOf(), { signal: stop.signal })).rejects.toMatchObject({
      code: 'ABORTED',
    });
    expect(site.requests).toEqual(['/list', '/view?no=1']);
  });

  it('shows a part of its pages for a preview [SRC-12]', async () => {
    addPages(3);
    site.pages.set('/list', { body: tableOf(rowOf(3), rowOf(2), rowOf(1)) });
    const articles = articlesOf(await read(listOf(), { maxDetails: 1 }));
    expect(articles.map(({ content }) => content === '')).toEqual([false, true, true]);
  });

  it('may be a feed whose articles have pages [SRC-05]', async () => {
    addPages(1);
    const item = `<item><title>글</title><link>${site.origin}/view?no=1</link></item>`;
    site.pages.set('/rss', { body: `<rss version="2.0"><channel>${item}</channel></rss>` });
    const feed = sourceOf({ type: 'feed', url: `${site.origin}/rss`, detail: { body: '.body p' } });
    expect(articlesOf(await read(feed))).toMatchObject([{ content: '본문 1' }]);
  });
});

describe('other sources', () => {
  it('have menus and dates [SRC-10] [SRC-11]', async () => {
    const csv = '날짜,식당,구분,메뉴\n2026-11-23,교직원,중식,밥\n';
    site.pages.set('/menu.csv', { body: iconv.encode(csv, 'cp949') });
    const ics =
      'BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART;VALUE=DATE:20270302\nSUMMARY:개강\nEND:VEVENT\nEND:VCALENDAR';
    site.pages.set('/term.ics', { body: ics });
    const now = new Date('2026-11-23T12:00:00+09:00');
    const menus = sourceOf({ type: 'menu-csv', url: `${site.origin}/menu.csv` });
    expect(await read(menus, { now })).toMatchObject({
      content: { kind: 'menus', days: [{ date: '2026-11-23', dishes: { LUNCH: ['밥'] } }] },
    });
    const dates = sourceOf({ type: 'ics', url: `${site.origin}/term.ics` });
    expect(await read(dates)).toMatchObject({
      content: { kind: 'dates', dates: [{ title: '개강', startDate: '2027-03-02' }] },
    });
  });
});
