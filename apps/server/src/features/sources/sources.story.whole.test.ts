import type { lookup } from 'node:dns';
import type { ServerResponse } from 'node:http';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, kstDay } from '../../platform/clock.ts';
import { createForeignPages } from '../../platform/foreign-pages/foreign-pages.ts';
import { type LocalSite, startLocalSite } from '../../testing/local-site.ts';
import { createSecondServer, type SecondServer } from '../../testing/second-server.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const COUNT = 200;
const DEADLINE_MS = 4_000;

const toThisMachine = ((_name: string, _options: unknown, done: (...given: unknown[]) => void) =>
  done(null, [{ address: '127.0.0.1', family: 4 }])) as typeof lookup;

let t: TestApp;
let second: SecondServer;
/** The university's server, and one that no source may reach. */
let school: LocalSite;
let inside: LocalSite;
beforeAll(async () => {
  [school, inside] = await Promise.all([startLocalSite(), startLocalSite()]);
  const fetchPage = createForeignPages({
    siteUrl: 'https://naru.example.ac.kr',
    localOrigins: [school.origin],
    ports: [80, 443, inside.port],
    deadline: DEADLINE_MS,
    resolve: toThisMachine,
  });
  t = await createTestApp({ fetchPage });
  second = await createSecondServer(t, { fetchPage });
});
afterAll(async () => {
  await second.close();
  await t.close();
  await Promise.all([school.close(), inside.close()]);
});

const LIST = '/board/list.do';
const row = (id: number, title = `공지 ${id}`) =>
  `<tr><td class="no">${id}<td><a href="/board/view.do?no=${id}">${title}</a>`;
const listOf = (rows: readonly string[]) =>
  iconv.encode(
    `<meta charset="euc-kr"><table><tbody>${rows.join('\n')}<tr><td class="no">?<td>제목만</table>`,
    'cp949',
  );
const idsFrom = (last: number) => Array.from({ length: COUNT }, (_, n) => last - n);
const HOSTILE = `<table><tr><td onclick="steal()">표</td></tr></table><script>steal()</script>
  <a href="javascript:steal()">여기</a><img src=x onerror=steal()><iframe src="/"></iframe>`;

function publish(id: number, body = `<p>본문 ${id}`): void {
  const page = `<div class="view">${body}</div>`;
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  school.pages.set(`/board/view.do?no=${id}`, { body: page, headers });
}

async function add(config: object): Promise<number> {
  const as = await t.signIn('ADMIN');
  const body = { name: 'school', title: '학교 공지', ...config };
  const { status, json } = await t.call('POST', '/api/admin/sources', { as, body });
  expect(status).toBe(201);
  return json.id;
}

/** Both servers take the run; returns what the panel shows of it. */
async function runOn(id: number, hours = 3) {
  t.clock.advance(hours * 3_600);
  await Promise.all([
    t.services.sources.tasks.source({ id }),
    second.services.sources.tasks.source({ id }),
  ]);
  const as = await t.signIn('MANAGER');
  return (await t.call('GET', `/api/admin/sources/${id}`, { as })).json.source;
}

async function postsOf(boardType: string) {
  const { rows } = await t.db.execute<{ id: number; title: string; content: string }>(
    `select id, title, content from posts where board_type = '${boardType}' and deleted_at is null`,
  );
  return rows;
}

async function noticesOf(memberId: number) {
  const { rows } = await t.db.execute<{ content: string }>(
    `select content from notifications where member_id = ${memberId}`,
  );
  return rows.map(({ content }) => content);
}

it('brings 200 articles once, then what changes, and the panel says what happened [SRC-04, SRC-07, SRC-40, SRC-42, SRC-46, SRC-56, IMPORT-01, IMPORT-03]', async () => {
  const reader = await t.signIn('STUDENT');
  for (const id of idsFrom(COUNT)) publish(id, id === 7 ? HOSTILE : undefined);
  school.pages.set(LIST, { body: listOf(idsFrom(COUNT).map((id) => row(id, `똠방 ${id}`))) });
  const config = {
    type: 'html',
    url: `${school.origin}${LIST}`,
    boardType: 'NOTICE_UNIV',
    hosts: ['inside.example.ac.kr'],
    list: { row: 'tr', title: 'a', id: { from: 'parameter', name: 'no' }, number: '.no' },
    detail: { body: '.view' },
  };
  const id = await add(config);

  expect(await runOn(id)).toMatchObject({
    state: 'READ',
    created: COUNT,
    refused: 1,
    faultCount: 1,
  });
  expect(new Set(school.requests).size).toBe(school.requests.length);
  const first = await postsOf('NOTICE_UNIV');
  expect(first.map(({ title }) => title).sort()).toEqual(
    idsFrom(COUNT)
      .map((no) => `똠방 ${no}`)
      .sort(),
  );
  const hostile = first.find(({ title }) => title === '똠방 7')?.content ?? '';
  expect(hostile).toContain('<td>표</td>');
  expect(hostile).not.toMatch(/script|steal|iframe|onerror|<img/);

  // A new article, a changed one, and a list that knows whether it changed.
  publish(201);
  publish(200, '<p>바뀐 본문');
  const changed = listOf([row(201), ...idsFrom(COUNT).map((no) => row(no, `똠방 ${no}`))]);
  school.pages.set(LIST, (response, headers) => {
    if (headers['if-none-match'] === '"2"') return void response.writeHead(304).end();
    response.writeHead(200, { etag: '"2"' }).end(changed);
  });
  expect(await runOn(id)).toMatchObject({ state: 'READ', created: 1, updated: 1 });
  await t.services.notifications.sendNotifications();
  expect(await noticesOf(reader.id)).toEqual([expect.stringContaining('공지 201')]);
  expect(await postsOf('NOTICE_UNIV')).toHaveLength(COUNT + 1);
  expect(await runOn(id)).toMatchObject({ state: 'SAME', created: 0 });

  // What prevents it from reading: each is a sentence in the panel, and what was brought stays.
  const failures: [string, object | ((response: ServerResponse) => void), RegExp][] = [
    ['a redesign', { body: '<ul><li>새 단장</li></ul>' }, /구조|찾지 못/],
    [
      '50 MB',
      (response) => void response.writeHead(200, { 'content-length': 52_428_800 }).flushHeaders(),
      /MB/,
    ],
    ['silence', () => undefined, /초/],
    ['a redirect', { status: 302, headers: { location: `${inside.origin}/admin` } }, /주소/],
    [
      'a name',
      { status: 302, headers: { location: `http://inside.example.ac.kr:${inside.port}/` } },
      /주소/,
    ],
  ];
  const staff = await t.signIn('MANAGER');
  for (const [name, page, message] of failures) {
    school.pages.set(LIST, page);
    const shown = await runOn(id, 49);
    expect({ name, state: shown.state }).toEqual({ name, state: 'FAILED' });
    expect(shown.error).toMatch(message);
  }
  expect(inside.requests).toEqual([]);
  expect(inside.connections()).toBe(0);
  expect(await postsOf('NOTICE_UNIV')).toHaveLength(COUNT + 1);
  expect(await noticesOf(staff.id)).toEqual([expect.stringContaining('3번 이어서 실패')]);

  school.pages.set(LIST, { body: changed });
  expect(await runOn(id, 49)).toMatchObject({ state: 'READ', failuresInRow: 0, error: null });
  expect(await postsOf('NOTICE_UNIV')).toHaveLength(COUNT + 1);
});

it('shows a week of menus of both kinds, a holiday closed and a missing week not posted [SRC-10, SRC-47]', async () => {
  const days = [1, 2, 3, 4, 5].map((n) => addDays(kstDay(t.clock.now()), n));
  const cells = (values: readonly string[]) => values.map((value) => `<td>${value}</td>`).join('');
  const dishes = ['쌀밥<br>국', '라면', '휴무', '김밥', '국수'];
  const [, , holiday] = days;
  school.pages.set('/staff', {
    body: `<table><tr><th>구분</th>${cells(days)}</tr><tr><th>중식</th>${cells(dishes)}</tr></table>`,
  });
  const lines = days.map((day) =>
    day === holiday ? `${day},학생식당,휴무,` : `${day},학생식당,정식,"비빔밥, 된장국"`,
  );
  school.pages.set('/student.csv', { body: `날짜,식당,구분,메뉴\n${lines.join('\n')}` });
  const table = { type: 'menu-table', cafeteria: 'staff', meals: { 중식: 'LUNCH' } };
  await runOn(await add({ ...table, name: 'staff', url: `${school.origin}/staff` }), 0);
  await runOn(
    await add({ type: 'menu-csv', name: 'student', url: `${school.origin}/student.csv` }),
    0,
  );

  const as = await t.signIn('STUDENT');
  const menu = async (day: string) =>
    (await t.call('GET', `/api/Menu/${day.replaceAll('-', '/')}`, { as })).json;
  const [first = ''] = days;
  expect(await menu(first)).toMatchObject({
    staffState: 'OPEN',
    staffCafeteria: { LUNCH: ['쌀밥', '국'] },
    studentState: 'OPEN',
    studentCafeteria: { SET_MENU: ['비빔밥', '된장국'] },
  });
  expect(await menu(`${holiday}`)).toMatchObject({ staffState: 'CLOSED', studentState: 'CLOSED' });
  expect(await menu(addDays(first, 7))).toMatchObject({
    staffState: 'NOT_POSTED',
    studentState: 'NOT_POSTED',
  });
});
