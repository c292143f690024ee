import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashOfArticle } from '../../domain/sources/hashes.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { BOARDS } from './boards.fixture.ts';
import { articlesIn, NOW, sourceOf } from './reading/reading.fixture.ts';
import { createFakeSites } from './sources.fixture.ts';

const sites = createFakeSites();
let t: TestApp;
let admin: SignedIn;
beforeAll(async () => {
  t = await createTestApp({ fetchPage: sites.fetchPage });
});
beforeEach(async () => {
  t.clock.set(NOW);
  admin = await t.signIn('ADMIN');
  sites.pages.clear();
});
afterAll(() => t.close());

const URL_ = 'https://www.example.ac.kr/list.do';
const VIEW = 'https://www.example.ac.kr/v?no=';
const post = async (path: string, body: unknown) =>
  (await t.call('POST', `/api/admin/sources/${path}`, { as: admin, body })).json;

/** What the address is found to be, and what a dry run of that brings. */
async function look(page: string, more: object = {}) {
  sites.pages.set(URL_, `<!doctype html><meta charset="utf-8">${page}`);
  const { recognised } = await post('recognise', { url: URL_, ...more });
  const { config } = recognised;
  const { preview } = config === null ? { preview: null } : await post('dry-run', config);
  return { ...recognised, preview };
}

const article = (id: number) =>
  sites.pages.set(`${VIEW}${id}`, `<article>${'글 '.repeat(40)}</article>`);
const BADGES = `<table class="b"><tr><td>8</td><td class="t"><a href="/v?no=8"> 시험 안내 <span class="new">새글</span></a></td><td class="d">2026.11.20</td></tr>
  <tr><td>7</td><td class="t"><a href="/v?no=7">강의 안내 <span class="sound_only">댓글</span><span class="cnt_cmt">4</span></a></td><td class="d">11-19</td></tr></table>`;
const CALLS = `<ul class="l">${[70, 71, 72].map((id) => `<li><a href="javascript:void(0);" onclick="goView('${id}','N');">소식 ${id}</a> <span class="d">2026.11.1${id % 10}</span></li>`).join('')}</ul>`;
const DATA = `<table class="b"><tr><td>5</td><td class="t"><a href="javascript:;" class="go" data-params='{"bbsNo":"3","nttNo":"77"}'>시험 안내</a></td><td class="d">2026.11.20</td></tr></table>`;
const DAY = /^2026-11-\d\d/;

describe('a board of an awkward shape', () => {
  it.each([
    [
      'badges and counters',
      BADGES,
      {},
      { from: 'parameter', name: 'no' },
      [
        ['8', '시험 안내'],
        ['7', '강의 안내'],
      ],
    ],
    [
      'empty addresses with calls',
      CALLS,
      { articleUrl: `${VIEW}70` },
      { from: 'call', argument: 1 },
      [
        ['70', '소식 70'],
        ['71', '소식 71'],
        ['72', '소식 72'],
      ],
    ],
    [
      'JSON in an attribute',
      DATA,
      { articleUrl: `${VIEW}77` },
      { from: 'attribute', name: 'data-params', path: 'nttNo' },
      [['77', '시험 안내']],
    ],
  ])(
    'is read by its address and by three fields: %s [SRC-365] [SRC-364]',
    async (_, page, more, id, articles) => {
      for (const one of articles) article(Number(one[0]));
      const { preview, problem } = await look(page, more);
      const shown = (list: { sourceId: string; title: string }[]) =>
        list.map((one) => [one.sourceId, one.title]);
      expect([problem, shown(preview.articles)]).toEqual([null, articles]);
      for (const { targetUrl, sourceId, publishedAt } of preview.articles) {
        expect([targetUrl, publishedAt]).toEqual([
          `${VIEW}${sourceId}`,
          expect.stringMatching(DAY),
        ]);
      }
      const row = page.includes('<table') ? '.b tr' : '.l li';
      const own = {
        type: 'html' as const,
        url: URL_,
        list: { row, title: 'a', date: '.d', id },
        pageUrl: `${VIEW}{id}`,
      };
      expect(shown(articlesIn(sourceOf(own), page).articles)).toEqual(articles);
    },
  );

  const linked = BOARDS.filter(({ list, preset }) => /<td/.test(list) && preset !== 'egov');
  it.each(linked)(
    'has the same titles by selectors and by its preset: $name [SRC-171]',
    ({ url, preset, list }) => {
      const by = (more: object) =>
        articlesIn(sourceOf({ type: 'html', url, ...more }), list).articles;
      const own = by({
        list: { row: 'table tr', title: 'a' },
        preset: undefined,
      });
      const found = by({ preset });
      for (const { title, former, targetUrl } of found) {
        const same = own.find((one) => one.targetUrl === targetUrl);
        if (same === undefined) throw new Error('no such article');
        expect([title, former?.title]).toEqual([same.title, same.former?.title]);
        const both = [
          { ...same, title, publishedAt: null },
          { ...same, publishedAt: null },
        ];
        const [one, other] = both.map((each) => hashOfArticle(each, false));
        expect(one).toEqual(other);
      }
    },
  );

  it('has a fault where the column of dates says something else [SRC-169]', () => {
    const page = (day: string) =>
      `<table><tr><th>번호</th><th>제목</th><th>작성일</th></tr>${[1, 2]
        .map(
          (id) =>
            `<tr><td>${id}</td><td><a href="/v?no=${id}">2학기 안내 ${id}</a></td><td>${day}</td></tr>`,
        )
        .join('')}</table>`;
    const read = (day: string) =>
      articlesIn(
        sourceOf({ type: 'html', preset: 'auto', list: { id: { from: 'parameter', name: 'no' } } }),
        page(day),
      );
    expect(read('추후 공지').faults).toEqual(
      [1, 2].map((id) => ({
        place: `2학기 안내 ${id}`,
        message: expect.stringContaining('추후 공지'),
      })),
    );
    for (const day of ['2026.11.20', '-', '']) expect(read(day).faults).toEqual([]);
  });
});

const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
const DAYS = ['11/23(월)', '11/24(화)'];
const hall = (name: string, dish: string) =>
  `<h4>${name}</h4><table>${row('', ...DAYS)}${row('중식', `${dish}1`, `${dish}2`)}</table>`;
const card = (meal: string, dish: string) => `<div><h4>${meal}</h4><ul><li>${dish}</li></ul></div>`;

describe('menus at an address', () => {
  it.each([
    [
      'the numbered week of a month',
      `<h4 class="w">2026년 11월 5주차 (11.30~12.04)</h4><table class="m"><tr><th>요일</th><th>조식(08:00~09:00)</th><th>중식</th></tr>
      ${['월', '화', '수'].map((day) => `<tr><th>${day}</th><td>빵</td><td>쌀밥<br>국<br><b>5,500원</b></td></tr>`).join('')}</table>`,
      { cafeteria: 'staff', table: 'table.m' },
      ['2026-11-30', '2026-12-01', '2026-12-02'],
    ],
    [
      'cards',
      `<title>교직원식당</title><div><section><h3>11월 23일 (월)</h3>${card('중식', '쌀밥')}${card('석식', '우동')}</section></div>`,
      { cafeteria: 'staff' },
      ['2026-11-23'],
    ],
    [
      'definition lists',
      '<h2>학생식당 식단</h2><div><p>11.23(월)</p><dl><dt>정식</dt><dd>쌀밥, 국</dd></dl><p>11.24(화)</p><dl><dt>정식</dt><dd>카레</dd></dl></div>',
      { cafeteria: 'student' },
      ['2026-11-23', '2026-11-24'],
    ],
    [
      'meals of the day for students',
      `<h2>학생식당 식단</h2><table>${row('', ...DAYS)}${row('중식', '쌀밥', '카레')}</table>`,
      { cafeteria: 'student', meals: expect.objectContaining({ 중식: 'SET_MENU' }) },
      ['2026-11-23', '2026-11-24'],
    ],
  ])('are recognised: %s [SRC-365]', async (_, page, config, days) => {
    const result = await look(page);
    expect(result.config).toMatchObject({ type: 'menu-table', ...config });
    expect(result.preview.menus.map(({ date }: { date: string }) => date)).toEqual(days);
    expect([result.preview.faults, result.notes]).toEqual([[], []]);
  });

  it('of several restaurants are those of the first, and each can be chosen [SRC-365] [SRC-270]', async () => {
    const { config, notes, preview, choices } = await look(
      `<title>식단</title>${hall('학생회관 식당', '가')}${hall('교직원 식당', '나')}`,
    );
    expect(config).toMatchObject({ restaurant: '학생회관 식당' });
    expect(notes).toEqual([expect.stringContaining('학생회관 식당, 교직원 식당')]);
    expect(preview.faults).toEqual([]);
    expect(choices.map(({ name }: { name: string }) => name)).toEqual([
      '학생회관 식당',
      '교직원 식당',
    ]);
    expect(choices[0].config).toEqual(config);
    const other = await post('dry-run', choices[1].config);
    expect(other.preview.menus[0]).toMatchObject({
      cafeteria: 'staff',
      dishes: { LUNCH: ['나1'] },
    });
    expect((await look(`<title>교직원식당</title>${hall('교직원 식당', '나')}`)).notes).toEqual([]);
  });

  it('are neither closed nor dishes in a period of other days, which is a fault [SRC-272]', async () => {
    const closed = '겨울방학 중 운영하지 않습니다. (12/21~2/28)';
    const { config, preview } = await look(
      `<table class="m"><tr><th></th><th>11월 30일(월)</th><th>12월 1일(화)</th></tr><tr><th>중식</th><td colspan=2 rowspan=2>${closed}</td></tr><tr><th>석식</th></tr></table>`,
    );
    expect(config).toMatchObject({ type: 'menu-table' });
    expect(preview).toMatchObject({ error: null, menus: [], faults: [{ place: closed }] });
  });
});

describe('a calendar at an address', () => {
  const PERIODS: [string, string, string][] = [
    ['03.02(월) ~ 03.06(금)', '03-02', '03-06'],
    ['3/2-3/6', '03-02', '03-06'],
    ['3월 2일(월)~6일(금)', '03-02', '03-06'],
    ['3. 2.(월) – 3. 6.(금)', '03-02', '03-06'],
    ['2026.3.2. 10:00 ~ 3.6. 17:00', '03-02', '03-06'],
    ['3.2.~6.', '03-02', '03-06'],
    ['03.02', '03-02', '03-02'],
  ];
  const dates = PERIODS.map(([, start, end]) => [`2026-${start}`, `2026-${end}`]);

  it.each([
    [
      'a table',
      (rows: string[][]) =>
        `<table class="s">${rows.map(([day, what]) => `<tr><td>${day}</td><td>${what}</td></tr>`).join('')}</table>`,
    ],
    [
      'one list',
      (rows: string[][]) =>
        `<ul class="s">${rows.map(([day, what]) => `<li><em>${day}</em><span>${what}</span></li>`).join('')}</ul>`,
    ],
    [
      'a list for each part',
      (rows: string[][]) =>
        [rows.slice(0, 4), rows.slice(4)]
          .map(
            (part) =>
              `<ul class="s">${part.map(([day, what]) => `<li><strong>${day}</strong><p>${what}</p></li>`).join('')}</ul>`,
          )
          .join('<hr>'),
    ],
    [
      'definition lists',
      (rows: string[][]) =>
        rows.map(([day, what]) => `<dl class="e"><dt>${day}</dt><dd>${what}</dd></dl>`).join(''),
    ],
  ])('is recognised: %s [SRC-365]', async (_, build) => {
    const rows = PERIODS.map(([day], at) => [day, `중간고사와 수강신청 ${at}`]);
    const { config, preview } = await look(
      `<title>학사일정</title><h3 class="y">2026학년도</h3>${build(rows)}`,
    );
    expect(config).toMatchObject({ type: 'date-table', year: 'h3.y' });
    expect(
      preview.dates.map((one: { startDate: string; endDate: string }) => [
        one.startDate,
        one.endDate,
      ]),
    ).toEqual(dates);
    expect(preview.faults).toEqual([]);
  });
});

it.each([
  '2026-11-20 09:00:00.0',
  '2026.11.20 09:00',
  'Fri, 20 Nov 2026 00:00:00 GMT',
  'Fri Nov 20 09:00:00 KST 2026',
  '2026-11-20T09:00:00',
  '2026년 11월 20일 09:00',
  '금, 20 11 2026 09:00:00 +0900',
  'Fri, 20 Nov 2026 09:00:00 Asia/Seoul',
  '20261120090000',
])('the feed at an address has its date: %s [SRC-365]', async (day) => {
  sites.pages.set(`${VIEW}1`, `<article>${'글 '.repeat(40)}</article>`);
  sites.pages.set(
    URL_,
    `<rss version="2.0"><channel><title>x</title><item><title>글</title><link>${VIEW}1</link><pubDate>${day}</pubDate></item></channel></rss>`,
  );
  const { recognised } = await post('recognise', { url: URL_ });
  expect(recognised.preview.articles[0].publishedAt).toBe('2026-11-20T09:00:00+09:00');
});
