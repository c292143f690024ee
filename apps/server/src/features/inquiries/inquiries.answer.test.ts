import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createInquiry,
  createRoleRequest,
  readAudit,
  readInquiry,
  readRoles,
} from '../../testing/factories/inquiries.ts';
import { readNotifications } from '../../testing/factories/notifications.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { untilServed } from '../../testing/until-served.ts';

let t: TestApp;
let admin: SignedIn;
let asker: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  [admin, asker] = [await t.signIn('ADMIN'), await t.signIn('USER')];
});
afterAll(() => t.close());

const post = (url: string, body?: unknown, as = admin) =>
  untilServed(() => t.call('POST', url, { as, ...(body !== undefined && { body }) }));
const complete = (id: number, answer: unknown = '답변입니다.', as = admin) =>
  post(`/api/inquiry/${id}/complete`, { answer }, as);
const grant = (id: number, as = admin) => post(`/api/inquiry/${id}/grant`, undefined, as);
const list = async (query: string) =>
  (await t.call('GET', `/api/inquiries?${query}`, { as: admin })).json;
const idsOf = (page: { inquiryDtoList: { id: number }[] }) =>
  page.inquiryDtoList.map(({ id }) => id);

describe('GET /inquiries', () => {
  it('filters by state, category and text, and returns counts [INQ-09]', async () => {
    const marker = `표시${asker.id}`;
    const open = await createInquiry(t, asker, { title: `${marker} 하나` });
    const report = await createInquiry(t, asker, { title: `${marker} 둘`, category: 'REPORT' });
    const done = await createInquiry(t, asker, { title: `${marker} 셋`, state: 'COMPLETED' });
    const query = encodeURIComponent(marker);
    expect(idsOf(await list(`query=${query}`))).toEqual([done, report, open]);
    expect(idsOf(await list(`query=${query}&state=PROCESSING`))).toEqual([report, open]);
    expect(idsOf(await list(`query=${query}&state=COMPLETED`))).toEqual([done]);
    expect(idsOf(await list(`query=${query}&category=REPORT`))).toEqual([report]);
    const byName = await list(`query=${encodeURIComponent(asker.nickname)}&size=2`);
    expect(byName.page).toMatchObject({ totalElements: 3, totalPages: 2, size: 2 });
    expect(byName.counts.processing).toBeGreaterThanOrEqual(2);
    expect(idsOf(await list(`query=${encodeURIComponent('%')}`))).toEqual([]);
    expect(idsOf(await list(`query=${encodeURIComponent(asker.name)}`))).toEqual([]);
    expect(idsOf(await list('page=1000'))).toEqual([]);
    for (const bad of ['state=OPEN', 'category=X', 'size=0', 'size=51', 'page=-1']) {
      expect((await t.call('GET', `/api/inquiries?${bad}`, { as: admin })).status).toBe(400);
    }
  });
});

describe('GET /inquiries/:id as ADMIN', () => {
  it('shows the asker and the reported target, and records the read [AUDIT-01]', async () => {
    const student = await t.signIn('STUDENT');
    const targetId = await createPost(t, student, { title: '광고 글', content: '<p>사세요</p>' });
    const id = await createInquiry(t, asker, { category: 'REPORT', targetType: 'POST', targetId });
    const { json } = await t.call('GET', `/api/inquiries/${id}`, { as: admin });
    expect(json.asker).toEqual({ username: asker.username, name: asker.name, roles: ['USER'] });
    expect(json.target).toMatchObject({
      type: 'POST',
      id: targetId,
      title: '광고 글',
      excerpt: '사세요',
      writerId: student.id,
      writerNickname: student.nickname,
    });
    expect(await readAudit(t, id)).toEqual([
      expect.objectContaining({ action: 'inquiry.read', actorId: admin.id, address: '127.0.0.1' }),
    ]);
  });
});

describe('POST /inquiry/:id/complete', () => {
  it('refuses a blank or too long answer and a missing inquiry [INQ-07]', async () => {
    const id = await createInquiry(t, asker);
    for (const answer of ['', '  \n', null, 7, '가'.repeat(2001)]) {
      expect((await complete(id, answer)).status).toBe(400);
    }
    expect((await complete(2 ** 40)).json.error).toBe('INQUIRY_NOT_FOUND');
    expect((await readInquiry(t, id)).state).toBe('PROCESSING');
  });

  it('notifies the asker, sends an e-mail and records the answer', async () => {
    const id = await createInquiry(t, asker, { title: '비밀번호' });
    const { status, json } = await complete(id, '<b>이렇게</b> 하세요.');
    expect(status).toBe(200);
    expect(json.inquiry).toMatchObject({
      state: 'COMPLETED',
      reply: '<b>이렇게</b> 하세요.',
      responderNickname: admin.nickname,
    });
    expect(json.inquiry.completeDateTime).toMatch(/\+09:00$/);
    expect(await readNotifications(t, asker)).toEqual([
      expect.objectContaining({
        type: 'other',
        subType: 'inquiry-completed',
        content: `'비밀번호' 문의에 답변이 등록되었습니다.`,
        targetUrl: `/inquiry/${id}`,
      }),
    ]);
    const [mail] = (await t.mails()).filter(({ to }) => to === asker.email);
    expect(mail?.subject).toContain('문의에 답변이 등록되었습니다');
    expect(mail?.text).toContain(`/inquiry/${id}`);
    expect(mail?.text).not.toContain('이렇게');
    const [entry] = await readAudit(t, id);
    expect(entry).toMatchObject({ action: 'inquiry.complete', actorId: admin.id });
  });

  it('keeps the first of 20 parallel answers [INQ-06, RACE-09]', async () => {
    const id = await createInquiry(t, asker);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => complete(id, `답변 ${index}`)),
    );
    const statuses = responses.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array(19).fill(409)]);
    const winner = responses.find(({ status }) => status === 200);
    const { reply } = await readInquiry(t, id);
    expect(reply).toBe(winner?.json.inquiry.reply);
    expect((await complete(id, '다시')).json.error).toBe('INQUIRY_COMPLETED');
    expect((await readInquiry(t, id)).reply).toBe(reply);
    expect(await readNotifications(t, asker)).toHaveLength(1);
  });

  it('does not notify a withdrawn member', async () => {
    const id = await createInquiry(t, asker);
    await t.db.execute(`update members set withdrawn_at = now() where id = ${asker.id}`);
    const { status, json } = await complete(id);
    expect([status, json.inquiry.userName, json.inquiry.asker]).toEqual([200, '탈퇴한 회원', null]);
    expect((await t.mails()).filter(({ to }) => to === asker.email)).toEqual([]);
  });
});

describe('POST /inquiry/:id/follow-up', () => {
  it('accepts a completed inquiry only [INQ-05]', async () => {
    const id = await createInquiry(t, asker);
    const url = `/api/inquiry/${id}/follow-up`;
    expect((await post(url, { content: '덧붙임' })).json.error).toBe('INQUIRY_NOT_COMPLETED');
    await complete(id);
    expect((await post(url, { content: ' ' })).status).toBe(400);
    const { status, json } = await post(url, { content: '덧붙임' });
    expect(status).toBe(201);
    expect(json.inquiry.followUps).toEqual([
      expect.objectContaining({ content: '덧붙임', authorNickname: admin.nickname }),
    ]);
    const own = await t.call('GET', `/api/inquiries/${id}`, { as: asker });
    expect(own.json.followUps).toEqual(json.inquiry.followUps);
    expect((await readNotifications(t, asker)).at(-1)?.subType).toBe('inquiry-follow-up');
  });
});

describe('POST /inquiry/:id/grant', () => {
  it('grants the requested role with effect on the issued token [SESS-26]', async () => {
    const id = await createRoleRequest(t, asker);
    const body = { boardType: 'FREE', title: '첫 글', content: '<p>안녕</p>' };
    const write = () => t.call('POST', '/api/post/post-up', { as: asker, body });
    expect((await write()).status).toBe(403);
    const { status, json } = await grant(id);
    expect([status, json.message]).toEqual([200, '권한 부여 완료']);
    expect(json.inquiry).toMatchObject({ granted: true, state: 'PROCESSING' });
    expect(json.inquiry.asker.roles).toEqual(['USER', 'STUDENT']);
    expect((await write()).status).toBe(201);
    const [entry] = await readAudit(t, asker.id);
    expect(entry).toMatchObject({ action: 'role.grant', reason: `문의 ${id}` });
  });

  it('grants once among 20 parallel requests [RACE-07]', async () => {
    const id = await createRoleRequest(t, asker, 'PROFESSOR');
    const responses = await Promise.all(Array.from({ length: 20 }, () => grant(id)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await readRoles(t, asker.id)).toEqual(['PROFESSOR', 'USER']);
    expect(await readAudit(t, asker.id)).toHaveLength(1);
    expect(await readNotifications(t, asker)).toHaveLength(1);
  });

  it('checks the category and the state again [INQ-02]', async () => {
    const other = await createInquiry(t, asker);
    expect((await grant(other)).json.error).toBe('INQUIRY_NOT_ROLE_REQUEST');
    const planted = await createInquiry(t, asker, { targetRole: 'MANAGER' });
    expect((await grant(planted)).json.error).toBe('INQUIRY_NOT_ROLE_REQUEST');
    const done = await createRoleRequest(t, asker);
    await complete(done);
    expect((await grant(done)).json.error).toBe('INQUIRY_COMPLETED');
    expect((await grant(2 ** 40)).json.error).toBe('INQUIRY_NOT_FOUND');
    expect(await readRoles(t, asker.id)).toEqual(['USER']);
  });

  it("refuses the actor's own request and a stored SYSTEM role [ADMIN-04, ADMIN-05]", async () => {
    const own = await createRoleRequest(t, admin, 'MANAGER');
    expect((await grant(own)).json.error).toBe('ROLE_CHANGE_DENIED');
    const planted = await createRoleRequest(t, asker);
    const plant = () =>
      t.db.execute(`update inquiries set target_role = 'SYSTEM' where id = ${planted}`);
    await expect(plant()).rejects.toMatchObject({ cause: { code: '23514' } });
    await t.db.execute('alter table inquiries drop constraint inquiries_target_role_check');
    await plant();
    expect((await grant(planted)).json.error).toBe('ROLE_CHANGE_DENIED');
    expect((await readInquiry(t, planted)).grantedAt).toBeNull();
  });

  it('serialises granting and completing', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await createRoleRequest(t, asker, 'MANAGER');
      const [granted, done] = await Promise.all([grant(id), complete(id)]);
      expect(done.status).toBe(200);
      const { grantedAt } = await readInquiry(t, id);
      expect([200, 409]).toContain(granted.status);
      expect(grantedAt !== null).toBe(granted.status === 200);
    }
  });
});
