import type { MustReadReader } from '@naru/contract/must-reads';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { explain, recordStatements } from '../posts/posts.fixture.ts';

let t: TestApp;
let start: Date;
let council: SignedIn;
let manager: SignedIn;
let admin: SignedIn;
let second: SignedIn;
let fourth: SignedIn;
let unstated: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  start = t.clock.now();
  [council, manager, admin] = [
    await t.signIn('STUDENT_COUNCIL'),
    await t.signIn('MANAGER'),
    await t.signIn('ADMIN'),
  ];
  [second, fourth, unstated] = [await t.signIn(), await t.signIn(), await t.signIn()];
  await setYear(second, 2);
  await setYear(fourth, 4);
  // Others of the database are not asked.
  const asked = [council, second, fourth, unstated].map(({ id }) => id);
  await t.db.execute(`delete from member_roles where role in ('STUDENT', 'STUDENT_COUNCIL')
    and member_id not in (${asked.join()})`);
});
beforeEach(async () => {
  t.clock.set(start);
  for (const table of ['posts', 'notifications']) await t.db.execute(`delete from ${table}`);
});
afterAll(() => t.close());

const setYear = (as: SignedIn, studyYear: number) =>
  t.call('PUT', '/api/member/study-year', { as, body: { studyYear } });
const NOTICE = { boardType: 'NOTICE', title: '<전학년> 안전 교육', content: '<p>안내</p>' };
const write = (body: object = {}, as = manager) => {
  t.clock.advance(6);
  return t.call('POST', '/api/post/post-up', { as, body: { ...NOTICE, mustRead: {}, ...body } });
};
const written = async (body?: object): Promise<number> => (await write(body)).json.id;
const edit = (id: number, body: object, as = manager) =>
  t.call('PUT', `/api/post/post-up/${id}`, { as, body: { ...NOTICE, ...body } });
const confirm = (as: SignedIn, id: number, round = 1) =>
  t.call('POST', `/api/post/${id}/must-read/confirm`, { as, body: { round } });
const readers = async (id: number, query = '', as = manager) =>
  (await t.call('GET', `/api/post/${id}/must-read${query}`, { as })).json;
const names = async (id: number, query = '') =>
  (await readers(id, query)).readers.map(({ id }: MustReadReader) => id);
const mine = async (as: SignedIn) => (await t.call('GET', '/api/member/must-reads', { as })).json;
const count = async (as: SignedIn): Promise<number> =>
  (await t.call('GET', '/api/member/me', { as })).json.meDto.mustReadCount;
const remind = (id: number, as = manager) =>
  t.call('POST', `/api/post/${id}/must-read/remind`, { as });
const detail = async (id: number, as: SignedIn) =>
  (await t.call('GET', `/api/post/${id}`, { as })).json.dto;
const audited = async (action: string): Promise<number> => {
  const { rows } = await t.db.execute(
    `select count(*)::int as n from audit_entries where action = '${action}'`,
  );
  return Number(rows[0]?.n);
};

describe('a must-read notice', () => {
  it.each([
    [{ boardType: 'FREE', title: '글' }, '필독은 공지에서만 정할 수 있습니다.'],
    [{ mustRead: { dueOn: '2026-02-30' } }, '올바른 값을 입력해 주세요.'],
    [{ mustRead: { dueOn: '2020-01-01' } }, '확인 기한은 올라가는 날부터 고를 수 있습니다.'],
    [{ mustRead: { dueOn: '2030-01-01' } }, '확인 기한은 180일 안에서 골라 주세요.'],
  ])('refuses %j [POST-240]', async (body, message) => {
    const { status, json } = await write(body);
    expect([status, json.errors?.[0]?.message]).toEqual([400, message]);
  });

  it('asks whom it is for until they confirm once, not its author and no staff [POST-240]', async () => {
    const id = await written({ title: '<4학년> 졸업 심사', mustRead: { dueOn: '2026-12-24' } });
    expect((await detail(id, fourth)).mustReadState).toEqual({
      round: 1,
      dueOn: '2026-12-24',
      isAsked: true,
      confirmedAt: null,
    });
    expect((await detail(id, second)).mustReadState.isAsked).toBe(false);
    expect(await Promise.all([fourth, unstated, second, admin].map(count))).toEqual([1, 1, 0, 0]);
    expect(await mine(fourth)).toEqual({
      notices: [{ id, boardType: 'NOTICE', title: '<4학년> 졸업 심사', dueOn: '2026-12-24' }],
      totalCount: 1,
    });
    expect((await confirm(second, id)).json.error).toBe('MUST_READ_NOT_ASKED');
    expect((await confirm(fourth, id, 2)).json.error).toBe('MUST_READ_CHANGED');
    const responses = await Promise.all([1, 2, 3].map(() => confirm(fourth, id)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    const first = responses[0]?.json.confirmedAt;
    t.clock.advance(60);
    expect((await confirm(fourth, id)).json.confirmedAt).toBe(first);
    expect([await count(fourth), (await detail(id, fourth)).mustReadState.confirmedAt]).toEqual([
      0,
      first,
    ]);
    const { rows } = await t.db.execute(
      `select member_id from must_read_confirmations where post_id = ${id}`,
    );
    expect(rows).toEqual([{ member_id: fourth.id }]);
  });

  it('shows staff who has not, by year, with real names for ADMIN only [POST-241]', async () => {
    const id = await written();
    await confirm(second, id);
    const all = await readers(id);
    expect(all.years).toEqual([
      { year: 2, waiting: 0, confirmed: 1 },
      { year: 4, waiting: 1, confirmed: 0 },
      { year: null, waiting: 2, confirmed: 0 },
    ]);
    expect(await names(id)).toEqual([fourth.id, ...(await names(id, '?year=0'))]);
    expect([await names(id, '?year=4'), await names(id, '?state=confirmed')]).toEqual([
      [fourth.id],
      [second.id],
    ]);
    expect([all.totalCount, (await names(id, '?page=1&size=2')).length]).toEqual([3, 1]);
    expect(all.readers[0]).toMatchObject({ nickname: fourth.nickname, name: null, username: null });
    const named = await readers(id, '', admin);
    expect(named.readers[0]).toMatchObject({ name: fourth.name, username: fourth.username });
    const refused = await t.call('GET', `/api/post/${id}/must-read`, { as: council });
    expect(refused.status).toBe(403);
  });

  it('is no longer watched by an author who may not write there any more [POST-241]', async () => {
    const { json } = await write({ boardType: 'NOTICE_SC' }, council);
    expect((await readers(json.id, '', council)).totalCount).toBe(3);
    await t.db.execute(
      `delete from member_roles where member_id = ${council.id} and role = 'STUDENT_COUNCIL'`,
    );
    try {
      const former = await t.signInAs(council);
      const calls = [
        t.call('GET', `/api/post/${json.id}/must-read`, { as: former }),
        t.call('GET', `/api/post/${json.id}/must-read/export`, { as: former }),
        remind(json.id, former),
      ];
      expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([403, 403, 403]);
    } finally {
      await t.db.execute(
        `insert into member_roles (member_id, role, granted_at) values (${council.id}, 'STUDENT_COUNCIL', now())`,
      );
      council = await t.signInAs(council);
    }
  });

  it('loses members who leave, are suspended or graduate, and gains newcomers [POST-241]', async () => {
    const id = await written({ title: '<2학년> 실습' });
    const others = [await t.signIn(), await t.signIn(), await t.signIn()];
    const [left, suspended, graduate] = others.map(({ id }) => id);
    expect((await readers(id)).totalCount).toBe(6);
    await t.db.execute(`update members set withdrawn_at = now() where id = ${left}`);
    await t.db.execute(`update members set suspended_until = 'infinity' where id = ${suspended}`);
    await t.db.execute(
      `delete from member_roles where member_id = ${graduate} and role = 'STUDENT'`,
    );
    expect((await readers(id)).totalCount).toBe(3);
    await setYear(unstated, 3);
    expect((await readers(id)).totalCount).toBe(2);
    await t.db.execute(
      `update members set study_year = null, study_year_of = null where id = ${unstated.id}`,
    );
  });

  it('asks again only when its author says so, and a page read before does not confirm [POST-242]', async () => {
    const id = await written();
    await confirm(second, id);
    await edit(id, { content: '<p>오타를 고침</p>', mustRead: { dueOn: null } });
    expect(await names(id, '?state=confirmed')).toEqual([second.id]);
    await edit(id, { content: '<p>장소가 바뀜</p>', mustRead: { again: true } });
    expect(await names(id, '?state=confirmed')).toEqual([]);
    expect((await confirm(second, id, 1)).json.error).toBe('MUST_READ_CHANGED');
    await confirm(second, id, 2);
    await edit(id, {});
    expect(await names(id, '?state=confirmed')).toEqual([second.id]);
    await edit(id, { mustRead: null });
    expect((await confirm(fourth, id, 2)).json.error).toBe('MUST_READ_NOT_ASKED');
    expect([await count(fourth), (await remind(id)).json.error]).toEqual([
      0,
      'MUST_READ_NOT_ASKED',
    ]);
    await edit(id, { mustRead: {} });
    expect((await detail(id, second)).mustReadState).toMatchObject({ round: 3, confirmedAt: null });
    expect([await audited('post.must-read'), await audited('post.must-read-end')]).not.toContain(0);
  });

  it('stops asking when it is removed, over or half a year old [POST-240]', async () => {
    const ids = [
      await written(),
      await written({ title: '<전학년> 둘', expiresAt: '2026-12-01T00:00:00+09:00' }),
      await written({ title: '<전학년> 셋' }),
    ];
    expect(await count(second)).toBe(3);
    await t.call('DELETE', `/api/post/${ids[0]}`, { as: manager });
    expect((await confirm(second, ids[0] ?? 0)).json.error).toBe('POST_NOT_FOUND');
    await t.db.execute(`update posts set expires_at = '2020-01-01' where id = ${ids[1]}`);
    expect(await count(second)).toBe(1);
    await t.db.execute(`update must_reads set asked_at = '2025-01-01'`);
    expect([await count(second), (await mine(second)).totalCount]).toEqual([0, 0]);
  });

  it('reminds those who have not confirmed, once a day, also when two staff do [POST-243]', async () => {
    const id = await written();
    await t.services.events.drain();
    await confirm(second, id);
    const sent = await Promise.all([remind(id), remind(id, admin), remind(id)]);
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect((await readers(id)).isReminded).toBe(true);
    await t.services.events.drain();
    const { rows } = await t.db.execute(
      `select member_id, content from notifications where sub_type = 'must-read' order by member_id`,
    );
    expect(rows.map(({ member_id }) => member_id)).toEqual(
      [council, fourth, unstated].map((one) => one.id).toSorted((a, b) => a - b),
    );
    expect(rows[0]?.content).toContain('읽고 확인해 주세요.');
    for (const as of [council, fourth]) await confirm(as, id);
    t.clock.advance(86_400);
    const [staff, last] = [await t.signInAs(manager), await t.signInAs(unstated)];
    expect((await remind(id, staff)).json.count).toBe(1);
    await confirm(last, id);
    expect((await remind(id, staff)).json).toEqual({
      count: 0,
      message: '지금 알림을 받을 회원이 없습니다.',
    });
    expect(await audited('post.must-read-remind')).toBe(2);
  });

  it('counts nobody who muted notices, as the reminder does not reach them [POST-243]', async () => {
    const id = await written();
    await t.services.events.drain();
    const isMuted = (is: boolean) => `insert into notification_mutes (member_id, type)
      select member_id, 'notice' from member_roles where role in ('STUDENT', 'STUDENT_COUNCIL')
        and (member_id = ${fourth.id}) = ${is}`;
    await t.db.execute(isMuted(true));
    expect((await remind(id)).json.count).toBe(3);
    await t.services.events.drain();
    const { rows } = await t.db.execute(`select 1 from notifications where sub_type = 'must-read'`);
    expect(rows).toHaveLength(3);
    await t.db.execute(isMuted(false));
    t.clock.advance(86_400);
    const staff = await t.signInAs(manager);
    expect((await remind(id, staff)).json.count).toBe(0);
    expect((await readers(id, '', staff)).isReminded).toBe(false);
    await t.db.execute('delete from notification_mutes');
  });

  it('reminds nobody of a notice that is out of date, and counts nobody [POST-243]', async () => {
    const id = await written();
    await t.db.execute(`update posts set expires_at = '2020-01-01' where id = ${id}`);
    expect((await remind(id)).json.count).toBe(0);
    expect((await readers(id)).isReminded).toBe(false);
    await t.db.execute(`update posts set expires_at = null where id = ${id}`);
    const waiting = (await readers(id)).totalCount;
    expect((await remind(id)).json.count).toBe(waiting);
    expect((await readers(id)).isReminded).toBe(true);
  });

  it('is exported without formulas and recorded [POST-241]', async () => {
    const id = await written();
    await confirm(fourth, id);
    await t.db.execute(`update members set nickname = '=1+1' where id = ${second.id}`);
    const { text } = await t.call('GET', `/api/post/${id}/must-read/export`, { as: admin });
    expect(text).toContain(`"2학년","'=1+1","${second.name}","${second.username}","아직",""`);
    expect(text).toContain(`"4학년","${fourth.nickname}","${fourth.name}"`);
    expect(text.split('\r\n')).toHaveLength(6);
    const council = await t.call('GET', `/api/post/${id}/must-read/export`, { as: manager });
    expect(council.text).not.toContain(fourth.username);
    expect(await audited('post.must-read-export')).toBe(2);
  });
});

describe('the readers of a notice of a large department', () => {
  it('are looked up one by one among the confirmations, never all for each [LIMIT-09]', async () => {
    const id = await written();
    await t.db.execute(`insert into must_read_confirmations (post_id, round, member_id, confirmed_at)
      select ${id}, 1, id, now() from members`);
    await t.db.execute('analyze');
    const statements = await recordStatements(async () => {
      expect((await readers(id)).totalCount).toBe(0);
      await remind(id);
    });
    const asked = statements.filter(({ text }) => /must_read_confirmations/.test(text));
    expect(asked.length).toBeGreaterThanOrEqual(3);
    const nodes = await Promise.all(asked.map((one) => explain(t.database.pool, one)));
    const looks = nodes
      .flat()
      .filter((node) => node['Relation Name'] === 'must_read_confirmations')
      .map((node) => node['Parent Relationship']);
    expect(new Set(looks)).toEqual(new Set(['SubPlan']));
  });
});
