import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { FIRST, SECOND } from './board-pages.fixture.ts';
import { BOARDS } from './boards.fixture.ts';
import { createFakeSites, feedOf } from './sources.fixture.ts';

const sites = createFakeSites();
let t: TestApp;
let admin: SignedIn;
beforeAll(async () => {
  t = await createTestApp({ fetchPage: sites.fetchPage });
});
beforeEach(async () => {
  // Each has a limit of its own.
  admin = await t.signIn('ADMIN');
  await t.db.execute('delete from sources');
  sites.pages.clear();
  sites.requests.length = 0;
});
afterAll(() => t.close());

const post = (path: string, body: unknown) =>
  t.call('POST', `/api/admin/sources/${path}`, { as: admin, body });

async function recognise(url: string, more: object = {}) {
  const { status, json } = await post('recognise', { url, ...more });
  expect(status).toBe(200);
  return json.recognised;
}

describe('an address that is recognised', () => {
  it.each(BOARDS)('is $name [SRC-364, SRC-365]', async (board) => {
    sites.pages.set(board.url, board.list).set(board.articleUrl, board.article);
    const { config, preview, problem } = await recognise(board.url);
    expect(problem).toBeNull();
    expect(preview.total).toBe(2);
    expect(config).toMatchObject({ type: 'html', preset: board.preset, url: board.url });
    const dryRun = (await post('dry-run', config)).json.preview;
    for (const shown of [preview, dryRun]) {
      expect(
        shown.faults.filter(({ place }: { place: string }) => place.startsWith('목록')),
      ).toEqual([]);
      expect(shown.articles).toMatchObject([
        {
          title: FIRST.title,
          targetUrl: board.articleUrl,
          publishedAt: expect.stringMatching(FIRST.day),
          isPinned: true,
          excerpt: expect.stringMatching(/^등록금은 12월 11일까지 .*재무팀입니다\.$/),
          files: [FIRST.file],
        },
        ...(shown.total > 1
          ? [
              {
                title: SECOND.title,
                publishedAt: expect.stringMatching(SECOND.day),
                isPinned: false,
              },
            ]
          : []),
      ]);
    }
  });

  const [k2web] = BOARDS;
  if (k2web === undefined) throw new Error('The first board is missing.');
  const { url, list, articleUrl, article } = k2web;
  const shown = () => sites.pages.set(url, list).set(articleUrl, article);

  it.each([
    ['with the number of a page', `${url}?page=2`],
    ['with empty and passing parameters', `${url}?srSearchVal=&utm_source=x#top`],
    ['of an article', articleUrl],
    [
      'of an article in the address of a menu',
      `https://cs.example.ac.kr/cs/1/subview.do?enc=${Buffer.from(`fnct1|@@|${encodeURIComponent('/bbs/cs/77/9001/artclView.do?')}`).toString('base64')}`,
    ],
  ])('leads to its list: an address %s [SRC-365]', async (what, given) => {
    shown();
    const { config, notes, preview } = await recognise(given);
    expect(config).toMatchObject({ preset: 'k2web', url });
    expect(preview.total).toBe(2);
    expect(notes).toEqual(
      what.startsWith('of an article') ? [expect.stringContaining('글 하나의 주소')] : [],
    );
  });

  it.each([
    ['gnuboard', 'https://dept.example.ac.kr/bbs/board.php?bo_table=notice&wr_id=21'],
    ['gnuboard', 'https://art.example.ac.kr/notice/33'],
    ['mode-view', 'https://biz.example.ac.kr/biz/notice.do?mode=view&articleNo=301'],
    ['kboard', 'https://law.example.ac.kr/notice/?uid=61&mod=document'],
    ['rhymix', 'https://phys.example.ac.kr/index.php?mid=notice&document_srl=4102'],
    ['rhymix', 'https://chem.example.ac.kr/notice/5102'],
    ['egov', 'https://www.example.ac.kr/main/na/ntt/selectNttInfo.do?mi=30&bbsId=23&nttSn=801'],
  ])('leads from an article of %s to its list: %s [SRC-365]', async (preset, given) => {
    for (const board of BOARDS)
      sites.pages.set(board.url, board.list).set(board.articleUrl, board.article);
    const { config, notes } = await recognise(given);
    const lists = BOARDS.filter((board) => board.preset === preset).map((board) => board.url);
    expect(lists).toContain(config?.url);
    expect(notes).toEqual([expect.stringContaining('글 하나의 주소')]);
  });

  it('is followed to where it redirects [SRC-365]', async () => {
    shown();
    const old = 'http://cs.example.ac.kr/bbs/cs/77/artclList.do';
    sites.moved.set(old, url);
    expect((await recognise(old)).config).toMatchObject({ url, preset: 'k2web' });
  });

  it('may be the one of a feed, whose articles are read where it has first words only [SRC-365]', async () => {
    const feed = 'https://cs.example.ac.kr/bbs/cs/77/rssList.do';
    sites.pages.set(feed, feedOf({ id: 1, title: '공지', content: '첫 줄' }));
    sites.pages.set('https://www.example.ac.kr/view?no=1', article);
    const { config, preview } = await recognise(feed);
    expect(config).toMatchObject({ type: 'feed', preset: 'auto' });
    expect(preview.total).toBe(1);
  });

  it('may be the one of a list of JSON [SRC-365]', async () => {
    const api = 'https://lib.example.ac.kr/api/notices';
    const items = [{ seq: 3, subject: '휴관 안내', regDate: '2026-11-20', link: '/notices/3' }];
    sites.pages.set(api, JSON.stringify({ data: { items } }));
    sites.pages.set('https://lib.example.ac.kr/notices/3', article);
    const { config, preview } = await recognise(api);
    expect(config).toMatchObject({
      type: 'json',
      list: 'data.items',
      fields: { id: 'seq', title: 'subject', date: 'regDate', url: 'link' },
    });
    expect(preview.articles).toMatchObject([
      { title: '휴관 안내', targetUrl: 'https://lib.example.ac.kr/notices/3' },
    ]);
  });

  it('may be the one of menus or of a calendar [SRC-365]', async () => {
    const menu = 'https://www.example.ac.kr/menu.do';
    sites.pages.set(
      menu,
      `<title>교직원식당 | 식단</title><table class="menu"><tr><th></th><th>11/23(월)</th><th>11/24(화)</th></tr>
      <tr><th>중식</th><td>쌀밥<br>국</td><td>비빔밥</td></tr></table>`,
    );
    expect((await recognise(menu)).config).toMatchObject({
      type: 'menu-table',
      cafeteria: 'staff',
      table: 'table.menu',
    });
    const dates = 'https://www.example.ac.kr/schedule.do';
    sites.pages.set(
      dates,
      `<h3 class="y">2026학년도</h3><table class="s"><tr><th>기간</th><th>내용</th></tr>${['12.15 ~ 12.21', '12.22', '12.24 ~ 12.31', '2.19'].map((day, at) => `<tr><td>${day}</td><td>기말고사와 방학 ${at}</td></tr>`).join('')}</table>`,
    );
    const { config, preview } = await recognise(dates);
    expect(config).toMatchObject({ type: 'date-table', year: 'h3.y', intervalMinutes: 1440 });
    expect(preview.total).toBe(4);
    const ics = 'https://www.example.ac.kr/c.ics';
    sites.pages.set(
      ics,
      'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART;VALUE=DATE:20270302\r\nSUMMARY:개강\r\nEND:VEVENT\r\nEND:VCALENDAR',
    );
    expect((await recognise(ics)).config).toMatchObject({ type: 'ics' });
  });

  it('has a name and a title of its own, and says which source reads it already [SRC-365]', async () => {
    shown();
    const first = await recognise(url);
    expect(first).toMatchObject({
      same: null,
      config: { title: '컴퓨터공학과 공지사항', boardType: 'NOTICE_DEPT' },
    });
    expect(
      (await t.call('POST', '/api/admin/sources', { as: admin, body: first.config })).status,
    ).toBe(201);
    const second = await recognise(`${url}?page=3`);
    expect(second.same).toMatchObject({ title: '컴퓨터공학과 공지사항' });
    expect(second.config.name).not.toBe(first.config.name);
  });

  it('takes the pattern of a page from one article where scripts hide it [SRC-365]', async () => {
    const hidden = 'https://www.example.ac.kr/notice/list.do';
    const rows = ['9001', '9000'].map(
      (id) =>
        `<li><a href="javascript:void(0)" onclick="goView('${id}','N')">공지 안내 ${id}</a><em>2026.11.20</em></li>`,
    );
    sites.pages.set(hidden, `<ul>${rows.join('')}</ul>`);
    const asked = await recognise(hidden);
    expect(asked).toMatchObject({
      preview: null,
      problem: expect.stringContaining('글 하나를 열고'),
      config: { preset: 'auto' },
    });
    const view = 'https://www.example.ac.kr/notice/view.do?menu=1&no=9001';
    sites.pages.set(view, article);
    const { config, preview } = await recognise(hidden, { articleUrl: view });
    expect(config.pageUrl).toBe('https://www.example.ac.kr/notice/view.do?menu=1&no={id}');
    expect(preview.articles[0]).toMatchObject({ sourceId: '9001', targetUrl: view });
  });
});

describe('an address that cannot be read', () => {
  const page = 'https://www.example.ac.kr/x.do';
  const filled = '<p>학교 안내입니다. 연혁과 교통을 소개합니다.</p>'.repeat(20);

  it.each([
    [
      'an app of scripts',
      '<body><div id="root"></div><script src="/app.js"></script></body>',
      /브라우저에서 내용을 불러옵니다/,
    ],
    ['a login', '<form><input name="id"><input type="password"></form>', /로그인해야/],
    ['a page without a list', filled, /글 목록을 찾지 못했습니다/],
    ['nothing', '', /글 목록을 찾지 못했습니다/],
    ['JSON without articles', '{"a":[1,2]}', /JSON/],
    ['a frame of itself', '<iframe src="/x.do"></iframe>', /찾지 못했습니다/],
    ['two frames of each other', '<iframe src="/y.do"></iframe>', /찾지 못했습니다|페이지를 읽지/],
  ])('says so in words: %s [SRC-366]', async (_name, text, problem) => {
    sites.pages
      .set(page, text)
      .set('https://www.example.ac.kr/y.do', '<iframe src="/x.do"></iframe>');
    const result = await recognise(page);
    expect(result).toMatchObject({
      config: null,
      preview: null,
      problem: expect.stringMatching(problem),
    });
    expect(sites.requests.length).toBeLessThanOrEqual(3);
  });

  it('is a board all the same when it has no article yet [SRC-366]', async () => {
    const empty = 'https://dept.example.ac.kr/bbs/board.php?bo_table=new';
    sites.pages.set(
      empty,
      '<div id="bo_list"><table><tr><th>제목</th></tr><tr><td>게시물이 없습니다.</td></tr></table></div>',
    );
    const { config, preview, notes } = await recognise(empty);
    expect([config.preset, preview.error, preview.total]).toEqual(['gnuboard', null, 0]);
    expect(notes).toEqual([expect.stringContaining('아직 글이 없는')]);
  });

  it('is refused as every page is [SRC-366]', async () => {
    sites.refused.add(page);
    expect(await recognise(page)).toMatchObject({
      config: null,
      problem: expect.stringContaining('내부망'),
    });
    const { json } = await post('recognise', { url: 'file:///etc/passwd' });
    expect(json.errors?.[0]?.field).toBe('url');
    const council = await t.signIn('STUDENT_COUNCIL');
    const denied = await t.call('POST', '/api/admin/sources/recognise', {
      as: council,
      body: { url: page },
    });
    expect(denied.status).toBe(403);
  });

  it('takes tries from the same limit as dry runs [SRC-366]', async () => {
    sites.pages.set(page, filled);
    const tries = Array.from({ length: 21 }, () => post('recognise', { url: page }));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((one) => one === 429)).toHaveLength(1);
  });
});
