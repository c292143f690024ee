import type { PostItem } from '@naru/contract/posts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type SignedIn, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let start: Date;
let manager: SignedIn;
let second: SignedIn;
let fourth: SignedIn;
let unstated: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  start = t.clock.now();
  manager = await t.signIn('MANAGER');
  [second, fourth, unstated] = [await t.signIn(), await t.signIn(), await t.signIn()];
  await setYear(second, 2);
  await setYear(fourth, 4);
});
beforeEach(async () => {
  t.clock.set(start);
  for (const table of ['posts', 'notifications']) await t.db.execute(`delete from ${table}`);
});
afterAll(() => t.close());

const setYear = (as: SignedIn, studyYear: unknown) =>
  t.call('PUT', '/api/member/study-year', { as, body: { studyYear } });
const write = async (body: object) => {
  t.clock.advance(6);
  const notice = { boardType: 'NOTICE', title: '안내', content: '<p>안내</p>', ...body };
  return t.call('POST', '/api/post/post-up', { as: manager, body: notice });
};
const detail = async (id: number) =>
  (await t.call('GET', `/api/post/${id}`, { as: second })).json.dto;
const bell = async (as: SignedIn): Promise<string[]> => {
  await t.services.events.drain();
  const { json } = await t.call('GET', '/api/member/my-notices', { as });
  return json.notices.map(({ content }: { content: string }) => content);
};
const home = async (as: SignedIn, pageSize: number): Promise<number[]> => {
  const body = { types: ['NOTICE'], pageSize };
  const { json } = await t.call('POST', '/api/post/summary-multi', { as, body });
  return json.boards.NOTICE.map(({ id }: PostItem) => id);
};

describe('the audience of a notice', () => {
  it.each([
    [{ title: '졸업 심사', years: [4] }, '<4학년> 졸업 심사', [4]],
    [{ title: '<4학년> 졸업 심사 일정' }, '<4학년> 졸업 심사 일정', [4]],
    [{ title: '<3·4학년> 설명회', years: [4, 3, 3] }, '<3·4학년> 설명회', [3, 4]],
    [{ title: '수강 신청' }, '<전학년> 수강 신청', []],
    [{ title: '<전학년> 수강 정정', years: [] }, '<전학년> 수강 정정', []],
    [{ title: '모두', years: [1, 2, 3, 4] }, '<전학년> 모두', []],
    [{ boardType: 'NOTICE_SC', title: '간식 행사', years: [1] }, '간식 행사', [1]],
  ])('%j is in its title once [POST-63]', async (body, title, years) => {
    const { json } = await write(body);
    expect(await detail(json.id)).toMatchObject({ title, years });
  });

  it.each([
    [
      { title: '<4학년> 졸업', years: [3] },
      '제목의 학년과 받는 학년이 다릅니다. 하나로 맞춰 주세요.',
    ],
    [{ years: [5] }, '올바른 값을 입력해 주세요.'],
    [{ years: [1.5] }, '올바른 값을 입력해 주세요.'],
    [{ boardType: 'FREE', years: [1] }, '받는 학년과 게시 기간은 공지에서만 정할 수 있습니다.'],
    [{ expiresAt: '어제' }, '올바른 값을 입력해 주세요.'],
    [{ expiresAt: '2026-11-20T00:00:00+09:00' }, '게시 종료는 올라가는 시각보다 뒤로 정해 주세요.'],
    [{ expiresAt: '2031-01-01T00:00:00+09:00' }, '게시 종료는 730일 안에서 정해 주세요.'],
  ])('refuses %j [POST-63]', async (body, message) => {
    const { status, json } = await write(body);
    expect([status, json.errors?.[0]?.message]).toEqual([400, message]);
  });

  it('is notified and counted before; members without a year always, a year of the former academic year is none [POST-62]', async () => {
    const readers = [manager, second, fourth, unstated].map(({ id }) => id);
    await t.db.execute(
      `update members set withdrawn_at = '2026-01-01' where id not in (${readers.join()})`,
    );
    const before = [await bell(second), await bell(unstated), await bell(fourth)];
    const url = '/api/admin/notice-reach?boardType=NOTICE&years=4';
    const reach = (await t.call('GET', url, { as: manager })).json;
    expect(reach).toEqual({ count: 2, unstated: 1 });
    await write({ title: '졸업 논문', years: [4] });
    const text = "조교 공지 '<4학년> 졸업 논문' 글이 올라왔습니다.";
    expect(await bell(second)).toEqual(before[0]);
    expect(await bell(unstated)).toEqual([text, ...(before[1] ?? [])]);
    expect(await bell(fourth)).toEqual([text, ...(before[2] ?? [])]);
    const now = t.clock.now();
    t.clock.set(new Date('2027-03-01T00:00:00+09:00'));
    manager = await t.signInAs(manager);
    expect((await t.call('GET', url, { as: manager })).json).toEqual({ count: 3, unstated: 3 });
    t.clock.set(now);
    const council = await t.signIn('STUDENT_COUNCIL');
    expect((await t.call('GET', url, { as: council })).json.error).toBe('WRITE_DENIED');
    const free = url.replace('NOTICE', 'FREE');
    expect((await t.call('GET', free, { as: manager })).json.error).toBe('BOARD_NOT_WRITABLE');
  });

  it('stands first on home, and only there; other notices follow [POST-62]', async () => {
    const forAll = (await write({ title: '모두에게' })).json.id;
    const forFourth = (await write({ title: '사학년에게', years: [4] })).json.id;
    expect((await home(fourth, 2)).slice(0, 2)).toEqual([forFourth, forAll]);
    expect((await home(second, 2))[0]).toBe(forAll);
    expect(await home(second, 20)).toContain(forFourth);
    expect((await home(unstated, 1))[0]).toBe(forFourth);
    await t.call('PUT', `/api/post/${forFourth}/pin`, {
      as: manager,
      body: { until: '2026-12-24' },
    });
    expect((await home(second, 1))[0]).toBe(forAll);
    expect((await home(fourth, 1))[0]).toBe(forFourth);
    const list = await t.call('GET', '/api/post?boardType=NOTICE', { as: second });
    expect(list.json.pageResponse.posts[0].id).toBe(forFourth);
    await t.call('DELETE', `/api/post/${forFourth}/pin`, { as: manager });
  });

  it('can be corrected later without a second notification [POST-62]', async () => {
    const { id } = (await write({ title: '설명회', years: [3] })).json;
    const before = await bell(second);
    const body = { boardType: 'NOTICE', title: '<2·3학년> 설명회', content: '<p>2학년도</p>' };
    const url = `/api/post/post-up/${id}`;
    expect((await t.call('PUT', url, { as: manager, body })).status).toBe(200);
    expect((await detail(id)).years).toEqual([2, 3]);
    expect(await bell(second)).toEqual(before);
  });
});

describe('an expired notice', () => {
  it('leaves home and its pin, is marked, and stays in list, search and by link [POST-64]', async () => {
    const expiresAt = '2026-11-25T18:00:00+09:00';
    const { id } = (await write({ title: '등록금 납부 마감', expiresAt })).json;
    await t.call('PUT', `/api/post/${id}/pin`, { as: manager, body: { until: '2026-12-24' } });
    expect(await home(second, 6)).toContain(id);
    expect(await detail(id)).toMatchObject({ expiresAt, pinned: true });
    expect(await detail(id)).not.toHaveProperty('expired');
    t.clock.set(new Date('2026-11-25T18:00:00+09:00'));
    [manager, second] = [await t.signInAs(manager), await t.signInAs(second)];
    expect(await t.services.jobs.pins.run()).toEqual({ ended: 1 });
    const newer = (await write({ title: '새 공지' })).json.id;
    expect(await home(second, 20)).not.toContain(id);
    expect(await detail(id)).toMatchObject({ expired: true, pinned: false });
    for (const query of ['', `&query=${encodeURIComponent('등록금 납부')}`]) {
      const { json } = await t.call('GET', `/api/post?boardType=NOTICE${query}`, { as: second });
      const rows: PostItem[] = json.pageResponse.posts;
      if (query === '') expect(rows[0]?.id).toBe(newer);
      expect(rows.find((row) => row.id === id)?.expired).toBe(true);
    }
    const pin = { as: manager, body: { until: '2026-12-24' } };
    const refused = await t.call('PUT', `/api/post/${id}/pin`, pin);
    expect(refused.json.message).toBe('게시 기간이 지난 공지는 고정할 수 없습니다.');
    const body = { boardType: 'NOTICE', title: '등록금', content: '<p>연장</p>', expiresAt: null };
    await t.call('PUT', `/api/post/post-up/${id}`, { as: manager, body });
    expect(await detail(id)).toMatchObject({ expiresAt: null });
    expect(await home(second, 20)).toContain(id);
  });
});

describe('PUT /api/member/study-year', () => {
  it.each([0, 5, 2.5, '2', undefined])('refuses %j [MEMB-58]', async (year) => {
    expect((await setYear(second, year)).status).toBe(400);
  });

  it('states the year until the academic year ends, or takes it back; the number only suggests it [MEMB-58]', async () => {
    const get = async (as: SignedIn) =>
      (await t.call('GET', '/api/member/study-year', { as })).json;
    const member = await t.signIn();
    await t.db.execute(`update members set username = '20240777' where id = ${member.id}`);
    const none = { studyYear: null, studyYearOf: null };
    expect(await get(member)).toEqual({ ...none, academicYear: 2026, suggestion: 3 });
    expect((await setYear(member, 2)).json).toEqual({
      message: '학년이 저장되었습니다.',
      studyYear: 2,
      studyYearOf: 2026,
      academicYear: 2026,
      suggestion: 3,
    });
    t.clock.set(new Date('2027-03-01T00:00:00+09:00'));
    const later = await t.signInAs(member);
    expect(await get(later)).toEqual({ ...none, academicYear: 2027, suggestion: 4 });
    await setYear(later, 4);
    expect((await setYear(later, null)).json).toMatchObject({ studyYear: null });
  });

  it('of January and February counts until the academic year ends that begins in March [MEMB-67]', async () => {
    const at = async (iso: string, year?: number) => {
      t.clock.set(new Date(iso));
      const as = await t.signInAs(member);
      if (year !== undefined) expect((await setYear(as, year)).status).toBe(200);
      return (await t.call('GET', '/api/member/study-year', { as })).json;
    };
    const member = await t.signIn();
    expect(await at('2027-12-31T23:59:00+09:00', 2)).toMatchObject({
      studyYear: 2,
      studyYearOf: 2027,
    });
    expect(await at('2028-01-01T00:00:00+09:00')).toMatchObject({
      studyYear: 2,
      studyYearOf: 2027,
      academicYear: 2028,
    });
    expect(await at('2028-02-29T12:00:00+09:00', 3)).toMatchObject({ studyYear: 3 });
    for (const day of ['2028-03-01', '2028-12-31', '2029-02-28']) {
      expect(await at(`${day}T12:00:00+09:00`)).toMatchObject({ studyYear: 3, studyYearOf: 2028 });
    }
    expect(await at('2029-03-01T00:00:00+09:00')).toMatchObject({ studyYear: null });
  });
});
