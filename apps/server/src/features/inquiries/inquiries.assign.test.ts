import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createInquiry, readAudit, readInquiry } from '../../testing/factories/inquiries.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { setRoles } from '../../testing/matrix/world.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { untilServed } from '../../testing/until-served.ts';

let t: TestApp;
let admin: SignedIn;
let second: SignedIn;
let manager: SignedIn;
let asker: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  await t.db.execute(`delete from member_roles where role in ('ADMIN', 'MANAGER')`);
  await t.db.execute(`update inquiries set state = 'COMPLETED', reply = '-', completed_at = now()`);
  [admin, second] = [await t.signIn('ADMIN'), await t.signIn('ADMIN')];
  [manager, asker] = [await t.signIn('MANAGER'), await t.signIn('STUDENT')];
});
afterAll(() => t.close());

const assign = (
  id: number,
  assigneeId: number | null,
  { as = admin, before = null }: { as?: SignedIn; before?: number | null } = {},
) =>
  untilServed(() =>
    t.call('PUT', `/api/inquiry/${id}/assignee`, { as, body: { assigneeId, before } }),
  );
const list = async (query = '', as = admin) =>
  (await t.call('GET', `/api/inquiries?size=50&${query}`, { as })).json.inquiryDtoList;
const reports = async (query = '', as = manager) =>
  (await t.call('GET', `/api/admin/reports?size=50&${query}`, { as })).json.reports;
const idsOf = (rows: { id?: number; inquiryId?: number }[]) =>
  rows.map(({ id, inquiryId }) => id ?? inquiryId);
const report = (targetId: number, as = asker) =>
  createInquiry(t, as, { category: 'REPORT', targetType: 'POST', targetId });
const sendReport = async (targetId: number, as: SignedIn): Promise<number> => {
  const what = { category: 'REPORT', targetType: 'POST', targetId };
  const body = { ...what, title: '광고', content: '광고입니다.' };
  return (await t.call('POST', '/api/inquiry', { as, body })).json.inquiry.id;
};

describe('an assignee', () => {
  it('is taken, given on and released, shown in list, inquiry and desk, and recorded [INQ-345]', async () => {
    const id = await createInquiry(t, asker);
    const me = { id: admin.id, nickname: admin.nickname };
    const taken = await assign(id, admin.id);
    expect([taken.status, taken.json]).toEqual([
      200,
      { message: `담당: ${admin.nickname}`, assignee: me },
    ]);
    expect((await list())[0]).toMatchObject({ id, assignee: me });
    expect((await t.call('GET', `/api/inquiries/${id}`, { as: second })).json.assignee).toEqual(me);
    expect((await t.call('GET', `/api/inquiry/${id}/desk`, { as: second })).json.assignee).toEqual(
      me,
    );
    expect((await assign(id, second.id, { before: admin.id })).json.assignee.id).toBe(second.id);
    expect((await assign(id, null, { as: second, before: second.id })).json).toEqual({
      message: '담당을 해제했습니다.',
      assignee: null,
    });
    const lines = (await readAudit(t, id)).filter(({ action }) => action === 'inquiry.assign');
    expect(lines.map(({ detail }) => detail)).toEqual([
      { before: second.id, after: null },
      { before: admin.id, after: second.id },
      { before: null, after: admin.id },
    ]);
    await t.db.execute(`update members set nickname = '새별명' where id = ${second.id}`);
    const url = `/api/admin/audit?action=inquiry.assign&targetType=inquiry&targetId=${id}`;
    const { json } = await t.call('GET', url, { as: admin });
    const shown = json.entries.map(({ detail }: { detail: { value: string }[] }) =>
      detail.map(({ value }) => value),
    );
    expect(shown).toEqual([
      ['새별명', 'null'],
      [admin.nickname, '새별명'],
      ['null', admin.nickname],
    ]);
  });

  it('is one of two who take it at once, and the other learns who was faster [INQ-346]', async () => {
    const id = await createInquiry(t, asker);
    const answers = await Promise.all([
      assign(id, admin.id),
      assign(id, second.id, { as: second }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const won = (await readInquiry(t, id)).assigneeId === admin.id ? admin : second;
    const lost = answers.find(({ status }) => status === 409)?.json;
    expect(lost).toMatchObject({
      error: 'EDIT_CONFLICT',
      message: `${won.nickname} 님이 먼저 맡았습니다. 다시 확인해 주세요.`,
    });
    expect((await assign(id, won.id, { as: won })).status).toBe(200);
    const released = await assign(id, null, { before: 2 ** 40 });
    expect(released.json.error).toBe('EDIT_CONFLICT');
  });

  it('may handle it: MANAGER reports of content only, members nothing [INQ-347]', async () => {
    const id = await createInquiry(t, asker);
    const reportId = await report(await createPost(t, asker));
    for (const unfit of [manager.id, asker.id, 2 ** 40]) {
      expect((await assign(id, unfit)).json.error).toBe('VALIDATION_FAILED');
    }
    expect((await assign(id, manager.id, { as: manager })).json.error).toBe('INQUIRY_NOT_FOUND');
    expect((await assign(reportId, manager.id, { as: manager })).status).toBe(200);
    const { json } = await t.call('GET', '/api/admin/assignees', { as: manager });
    const found = json.assignees.map(({ id: one, isAdmin }: { id: number; isAdmin: boolean }) => [
      one,
      isAdmin,
    ]);
    expect(found).toHaveLength(3);
    expect(found).toEqual(
      expect.arrayContaining([
        [admin.id, true],
        [second.id, true],
        [manager.id, false],
      ]),
    );
    await t.call('POST', `/api/inquiry/${id}/complete`, { as: second, body: { answer: '네' } });
    const late = await assign(id, admin.id);
    expect(late.json).toMatchObject({
      error: 'INQUIRY_COMPLETED',
      message: `${second.nickname} 님이 먼저 처리했습니다. 쓰던 글은 남아 있습니다.`,
    });
  });

  it.each([
    ['lost the role', () => setRoles(t, second.id, ['USER', 'MANAGER'])],
    [
      'has left',
      () => t.db.execute(`update members set withdrawn_at = now() where id = ${second.id}`),
    ],
  ])('who %s works on nothing, so that others take it [INQ-348]', async (_, change) => {
    const id = await createInquiry(t, asker);
    await assign(id, second.id);
    expect(idsOf(await list('assigned=NONE'))).not.toContain(id);
    await change();
    expect((await list('assigned=NONE&state=PROCESSING'))[0]).toMatchObject({ id, assignee: null });
    expect((await assign(id, admin.id)).json.assignee.id).toBe(admin.id);
  });

  it('is not shown to whoever asked [INQ-349]', async () => {
    const id = await createInquiry(t, asker);
    await assign(id, admin.id);
    const { json } = await t.call('GET', '/api/inquiries/my', { as: asker });
    expect(json.inquiryDtoList[0]).toMatchObject({ id, assignee: null });
    const detail = await t.call('GET', `/api/inquiries/${id}`, { as: asker });
    expect(detail.json.assignee).toBeNull();
    expect(detail.text).not.toContain(admin.nickname);
  });

  it('may have written the reported content: a refusal would name an anonymous author [INQ-349]', async () => {
    const answers = [];
    for (const author of [manager, asker]) {
      const postId = await createPost(t, author, { boardType: 'SECRET' });
      const id = await report(postId, await t.signIn('STUDENT'));
      const { status, json } = await assign(id, manager.id);
      answers.push({ status, json });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.status).toBe(200);
  });

  it('of one report has the others of the same content, also later ones [INQ-350]', async () => {
    const [postId, other] = [await createPost(t, admin), await createPost(t, admin)];
    const ids = [await report(postId), await report(postId, await t.signIn('STUDENT'))];
    const elsewhere = await report(other);
    await assign(ids[1] ?? 0, manager.id, { as: manager });
    const later = await sendReport(postId, await t.signIn('STUDENT'));
    expect(idsOf(await reports('assigned=ME'))).toEqual([...ids, later]);
    expect(idsOf(await reports('assigned=NONE'))).toEqual([elsewhere]);
    expect(idsOf(await reports('assigned=ME', admin))).toEqual([]);
    const { json } = await t.call('GET', '/api/admin/work', { as: manager });
    expect(json.items[0]).toMatchObject({ kind: 'REPORTS', count: 2, mine: 1 });
  });
});

describe('the desk', () => {
  type Row = { previousId: number; nextId: number; nextOpenId: number; position: number };
  const desk = async (id: number, query = ''): Promise<Row & { total: number }> =>
    (await t.call('GET', `/api/inquiry/${id}/desk?${query}`, { as: admin })).json;

  it('knows what is beside an inquiry in the filtered list and the open one to go on with [INQ-351]', async () => {
    const word = `찾기${t.clock.now().getTime()}`;
    const make = async (state: 'PROCESSING' | 'COMPLETED', title = word) => {
      t.clock.advance(60);
      return createInquiry(t, asker, { state, title });
    };
    const [oldest, done, newer] = [
      await make('PROCESSING'),
      await make('COMPLETED'),
      await make('PROCESSING'),
    ];
    await make('PROCESSING', '다른 문의');
    const query = `query=${encodeURIComponent(word)}`;
    expect(await desk(done, query)).toMatchObject({
      previousId: newer,
      nextId: oldest,
      nextOpenId: oldest,
      position: 2,
      total: 3,
      state: 'COMPLETED',
    });
    expect(await desk(newer, query)).toMatchObject({ previousId: null, nextId: done, position: 1 });
    // After the last of the list, the first.
    expect(await desk(oldest, query)).toMatchObject({ nextId: null, nextOpenId: newer });
    expect(await desk(newer, `${query}&state=PROCESSING`)).toMatchObject({
      nextId: oldest,
      total: 2,
    });
    // It keeps its place where the filter leaves it out.
    expect(await desk(done, `${query}&state=PROCESSING`)).toMatchObject({
      previousId: newer,
      nextId: oldest,
    });
    expect(await desk(newer, `${query}&assigned=ME`)).toMatchObject({ nextOpenId: null, total: 0 });
    expect((await readAudit(t, done)).length).toBe(0);
  });

  it('names who was faster of two answers at once; the first stays [INQ-352]', async () => {
    const id = await createInquiry(t, asker);
    const body = { answer: '답변입니다.' };
    const answers = await Promise.all(
      [admin, second].map((as) =>
        untilServed(() => t.call('POST', `/api/inquiry/${id}/complete`, { as, body })),
      ),
    );
    const { responderId } = await readInquiry(t, id);
    const won = responderId === admin.id ? admin : second;
    const lost = answers.find(({ status }) => status === 409)?.json;
    expect(lost).toMatchObject({
      error: 'INQUIRY_COMPLETED',
      message: `${won.nickname} 님이 먼저 처리했습니다. 쓰던 글은 남아 있습니다.`,
    });
  });

  it('names who was faster of two decisions at once, which are one line of the audit log [INQ-352]', async () => {
    const id = await report(await createPost(t, asker), await t.signIn('STUDENT'));
    const answers = await Promise.all(
      [admin, manager].map((as) =>
        untilServed(() =>
          t.call('POST', `/api/admin/reports/${id}/decide`, {
            as,
            body: { decision: 'KEEP', reason: '문제가 없습니다.' },
          }),
        ),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { responderId } = await readInquiry(t, id);
    const won = responderId === admin.id ? admin : manager;
    expect(answers.find(({ status }) => status === 409)?.json.message).toContain(won.nickname);
    const lines = (await readAudit(t, id)).filter(({ action }) => action === 'inquiry.decide');
    expect(lines).toHaveLength(1);
  });
});
