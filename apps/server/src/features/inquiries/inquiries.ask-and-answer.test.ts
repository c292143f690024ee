import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeComment } from '../../testing/factories/comments.ts';
import {
  createInquiry,
  createRoleRequest,
  readAudit,
  readInquiry,
  readRoles,
} from '../../testing/factories/inquiries.ts';
import { createLecturePost } from '../../testing/factories/lecture-posts.ts';
import { createLectureRoom, markRoom } from '../../testing/factories/lecture-rooms.ts';
import { readNotifications } from '../../testing/factories/notifications.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { untilServed } from '../../testing/until-served.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe('asking', () => {
  const HOUR = 60 * 60;
  let me: SignedIn;
  beforeEach(async () => {
    me = await t.signIn('USER');
  });

  const GENERAL = { title: '문의합니다', content: '알려 주세요.', category: 'GENERAL' };
  const ask = (body: object, as: SignedIn = me) =>
    untilServed(() => t.call('POST', '/api/inquiry', { as, body: { ...GENERAL, ...body } }));
  async function countOf(as: SignedIn): Promise<number> {
    const { json } = await t.call('GET', '/api/inquiries/my', { as });
    return json.page.totalElements;
  }

  describe('POST /inquiry', () => {
    it('refuses a request without a token and invalid fields with the required texts [INQ-01, INQ-09]', async () => {
      expect((await t.call('POST', '/api/inquiry', { body: GENERAL })).status).toBe(401);
      for (const broken of [
        { title: '' },
        { title: ' \n ' },
        { content: '' },
        { content: '\u3000' },
      ]) {
        const { status, json } = await ask(broken);
        expect(status).toBe(400);
        expect(json.message).toBe('제목과 내용을 모두 입력해주세요.');
      }
      const wave = '👨‍👩‍👧‍👦';
      for (const broken of [
        { title: '가'.repeat(101) },
        { content: '가'.repeat(2001) },
        { category: 'OTHER' },
        { category: undefined },
        { category: 'REPORT', targetType: 'POST' },
        { category: 'REPORT', targetId: 1 },
        { category: 'REPORT', targetType: 'ROOM', targetId: 1 },
        { title: '\u0000' },
      ]) {
        expect((await ask(broken)).status, JSON.stringify(broken)).toBe(400);
      }
      expect((await ask({ title: wave.repeat(100), content: wave.repeat(2000) })).status).toBe(201);
    });

    it('requires a target role for a role request, never ADMIN, SYSTEM or USER [INQ-02]', async () => {
      const request = { category: 'ROLE_REQUEST' };
      const missing = await ask(request);
      expect([missing.status, missing.json.errors[0].field]).toEqual([400, 'targetRole']);
      for (const targetRole of ['ADMIN', 'SYSTEM', 'USER', 'OWNER', 'admin', 7]) {
        expect((await ask({ ...request, targetRole })).status).toBe(400);
      }
      for (const targetRole of ['STUDENT', 'PROFESSOR', 'STUDENT_COUNCIL', 'MANAGER']) {
        const { status, json } = await ask({ ...request, targetRole });
        expect([status, json.inquiry.targetRole]).toEqual([201, targetRole]);
      }
    });

    it('returns the stored inquiry without fields of other categories', async () => {
      const { json } = await ask({ targetRole: 'STUDENT', targetType: 'MEMBER', targetId: me.id });
      expect(json.inquiry).toMatchObject({
        ...GENERAL,
        state: 'PROCESSING',
        targetRole: null,
        targetType: null,
        targetId: null,
        userId: me.id,
        userName: me.nickname,
        completeDateTime: null,
        reply: null,
        granted: false,
      });
      expect(await readInquiry(t, json.inquiry.id)).toMatchObject({ memberId: me.id });
    });

    it('stores markup as plain text [HTML-03]', async () => {
      const title = '<img src=x onerror=alert(1)>';
      const { json } = await ask({ title, content: `${title}</textarea>` });
      expect(json.inquiry).toMatchObject({ title, content: `${title}</textarea>` });
    });

    it('refuses client ids that are too short or have other characters', async () => {
      for (const clientId of ['short', 'x'.repeat(65), 'with space', 12345678]) {
        expect((await ask({ clientId })).status, String(clientId)).toBe(400);
      }
    });

    it('stores what is sent again under its client id once, and returns the first [RACE-16, RACE-17]', async () => {
      const body = { clientId: 'inquiry-0001' };
      const [first, ...repeats] = await Promise.all(Array.from({ length: 8 }, () => ask(body)));
      const later = await ask({ ...body, title: '다른 제목' });
      for (const { status, json } of [...repeats, later]) {
        expect([status, json.inquiry]).toEqual([201, first?.json.inquiry]);
      }
      expect(await countOf(me)).toBe(1);
      // Repeats do not count: four more may be open.
      for (let others = 0; others < 4; others += 1) expect((await ask({})).status).toBe(201);
      expect((await ask({})).json.error).toBe('INQUIRY_OPEN_LIMIT');
      expect((await ask(body)).json.inquiry.id).toBe(first?.json.inquiry.id);
    });

    it('stores a report that is sent again once, also when its target is gone since [RACE-16]', async () => {
      const postId = await createPost(t, await t.signIn('STUDENT'));
      const report = { category: 'REPORT', targetType: 'POST', targetId: postId };
      const body = { ...report, clientId: 'report-00001' };
      const first = await ask(body);
      await t.call('DELETE', `/api/post/${postId}`, { as: await t.signIn('ADMIN') });
      expect((await ask(body)).json.inquiry.id).toBe(first.json.inquiry.id);
      expect(await countOf(me)).toBe(1);
    });

    it('distinguishes two members with one client id [RACE-17]', async () => {
      const other = await t.signIn('USER');
      const body = { clientId: 'inquiry-0001' };
      const [mine, theirs] = [await ask(body), await ask({ ...body, title: '남의 문의' }, other)];
      expect(theirs.json.inquiry).toMatchObject({ title: '남의 문의', userId: other.id });
      expect(mine.json.inquiry).toMatchObject({ title: GENERAL.title, userId: me.id });
    });

    it('refuses a report of a missing target', async () => {
      const student = await t.signIn('STUDENT');
      const postId = await createPost(t, student);
      const gone = await createPost(t, student);
      const comment = await writeComment(t, student, gone);
      const report = (targetType: string, targetId: number) =>
        ask({ category: 'REPORT', targetType, targetId });
      await t.call('DELETE', `/api/post/${gone}`, { as: student });
      for (const [type, id] of [
        ['POST', gone],
        ['COMMENT', comment.id],
        ['COMMENT', postId],
        ['MEMBER', 2 ** 40],
      ] as const) {
        const { status, json } = await report(type, id);
        expect([status, json.error]).toEqual([404, 'INQUIRY_TARGET_NOT_FOUND']);
      }
      expect((await report('POST', postId)).json.inquiry).toMatchObject({
        targetType: 'POST',
        targetId: postId,
      });
      expect((await report('MEMBER', student.id)).status).toBe(201);
    });

    it('finds nothing in a room that is closed to the reporter [INQ-105]', async () => {
      const [inside, outside] = [await t.signIn('STUDENT'), await t.signIn('STUDENT')];
      const lectureId = await createLectureRoom(t, { membersOnly: true });
      await markRoom(t, inside, lectureId);
      const postId = await createLecturePost(t, inside, lectureId);
      const comment = await writeComment(t, inside, postId, {}, 'lecture-room');
      for (const [targetType, targetId] of [
        ['POST', postId],
        ['COMMENT', comment.id],
      ] as const) {
        const body = { category: 'REPORT', targetType, targetId };
        expect((await ask(body, outside)).json.error).toBe('INQUIRY_TARGET_NOT_FOUND');
        expect((await ask(body, inside)).status).toBe(201);
      }
    });

    it('stores no author in a report of anonymous content', async () => {
      const author = await t.signIn('STUDENT');
      const postId = await createPost(t, author, { boardType: 'SECRET' });
      const { json } = await ask({ category: 'REPORT', targetType: 'POST', targetId: postId });
      const row = await readInquiry(t, json.inquiry.id);
      expect(Object.values(row)).not.toContain(author.id);
      const admin = await t.signIn('ADMIN');
      const { text } = await t.call('GET', '/api/admin/reports?size=50', { as: admin });
      expect(text).not.toContain(author.nickname);
      expect(JSON.parse(text).reports.at(-1)).toMatchObject({
        reporterId: me.id,
        openReports: 1,
        target: { id: postId, writerId: null, writerNickname: '익명', deleted: false },
      });
    });

    it('continues only an own completed inquiry [INQ-05]', async () => {
      const other = await t.signIn();
      const [open, done, foreign] = [
        await createInquiry(t, me),
        await createInquiry(t, me, { state: 'COMPLETED' }),
        await createInquiry(t, other, { state: 'COMPLETED' }),
      ];
      for (const previousId of [open, foreign, 2 ** 40]) {
        const { status, json } = await ask({ previousId });
        expect([status, json.error]).toEqual([404, 'INQUIRY_NOT_FOUND']);
      }
      expect((await ask({ previousId: done })).json.inquiry.previousId).toBe(done);
    });

    it('allows 5 open inquiries, also among 20 parallel requests [INQ-01]', async () => {
      const responses = await Promise.all(Array.from({ length: 20 }, () => ask({})));
      expect(responses.filter(({ status }) => status === 201)).toHaveLength(5);
      const refused = responses.filter(({ status }) => status !== 201);
      expect(new Set(refused.map(({ json }) => json.error))).toEqual(
        new Set(['INQUIRY_OPEN_LIMIT']),
      );
    });

    it('takes reports of a target besides 5 open inquiries, 20 an hour [INQ-13]', async () => {
      const postId = await createPost(t, await t.signIn('STUDENT'));
      const report = () => ask({ category: 'REPORT', targetType: 'POST', targetId: postId });
      for (let count = 0; count < 10; count += 1) expect((await report()).status).toBe(201);
      for (let count = 0; count < 5; count += 1) expect((await ask({})).status).toBe(201);
      expect((await ask({})).json.error).toBe('INQUIRY_OPEN_LIMIT');
      for (let count = 0; count < 10; count += 1) expect((await report()).status).toBe(201);
      const { status, json } = await report();
      expect([status, json.error]).toEqual([429, 'REPORT_THROTTLED']);
    });

    it('allows 5 per hour and sets Retry-After [LIMIT-02]', async () => {
      const admin = await t.signIn('ADMIN');
      for (let count = 0; count < 5; count += 1) {
        const { json } = await ask({});
        const url = `/api/inquiry/${json.inquiry.id}/complete`;
        await t.call('POST', url, { as: admin, body: { answer: '네' } });
      }
      const { status, json, headers } = await ask({});
      expect([status, json.error]).toEqual([429, 'INQUIRY_THROTTLED']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      t.clock.advance(HOUR);
      expect((await ask({}, await t.signInAs(me))).status).toBe(201);
    });
  });

  describe('GET /inquiries/my and /inquiries/:id', () => {
    it('returns only own inquiries [ROLE-23, INQ-03]', async () => {
      const other = await t.signIn();
      const [mine, foreign] = [await createInquiry(t, me), await createInquiry(t, other)];
      const { json } = await t.call('GET', `/api/inquiries/my?userId=${other.id}`, { as: me });
      expect(json.inquiryDtoList.map(({ id }: { id: number }) => id)).toEqual([mine]);
      expect(json.page).toEqual({ currentPage: 0, size: 10, totalPages: 1, totalElements: 1 });
      expect((await t.call('GET', `/api/inquiries/${mine}`, { as: me })).status).toBe(200);
      for (const role of ['USER', 'MANAGER'] as const) {
        const as = await t.signIn(role);
        const there = await t.call('GET', `/api/inquiries/${foreign}`, { as });
        const nowhere = await t.call('GET', '/api/inquiries/987654321', { as });
        expect(there.status).toBe(404);
        expect({ ...there.json, requestId: '' }).toEqual({ ...nowhere.json, requestId: '' });
      }
    });

    it('hides staff fields from the owner', async () => {
      const student = await t.signIn('STUDENT');
      const id = await createInquiry(t, me, {
        category: 'REPORT',
        targetType: 'POST',
        targetId: await createPost(t, student),
      });
      const { json } = await t.call('GET', `/api/inquiries/${id}`, { as: me });
      expect(json).toMatchObject({ asker: null, target: null, followUps: [] });
    });
  });
});

describe('answering', () => {
  let admin: SignedIn;
  let asker: SignedIn;
  beforeEach(async () => {
    [admin, asker] = [await t.signIn('ADMIN'), await t.signIn('USER')];
  });

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
      const id = await createInquiry(t, asker, {
        category: 'REPORT',
        targetType: 'POST',
        targetId,
      });
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
        expect.objectContaining({
          action: 'inquiry.read',
          actorId: admin.id,
          address: '127.0.0.1',
        }),
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
      expect([status, json.inquiry.userName, json.inquiry.asker]).toEqual([
        200,
        '탈퇴한 회원',
        null,
      ]);
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

  describe('POST /inquiry/:id/grant-and-complete', () => {
    const answer = '확인했습니다. 학생 권한을 드렸습니다.';
    const both = (id: number, text = answer) =>
      post(`/api/inquiry/${id}/grant-and-complete`, { answer: text });
    // A member and an inquiry may have the same id.
    const actionsOn = async (id: number, kind: string) =>
      (await readAudit(t, id)).map(({ action }) => action).filter((name) => name.startsWith(kind));
    const tracesOf = async (id: number) => ({
      audit: [...(await actionsOn(asker.id, 'role.')), ...(await actionsOn(id, 'inquiry.'))],
      notices: (await readNotifications(t, asker)).map(({ subType }) => subType),
      mails: (await t.mails()).filter(({ to }) => to === asker.email).length,
    });

    it('leaves what a grant and an answer leave [INQ-445]', async () => {
      const apart = await createRoleRequest(t, asker);
      await grant(apart);
      await complete(apart, answer);
      const expected = await tracesOf(apart);
      asker = await t.signIn('USER');
      const id = await createRoleRequest(t, asker);
      const { status, json } = await both(id);
      expect(status).toBe(200);
      expect(json.inquiry).toMatchObject({ granted: true, state: 'COMPLETED', reply: answer });
      expect(json.inquiry.asker.roles).toEqual(['USER', 'STUDENT']);
      expect(await tracesOf(id)).toEqual(expected);
      expect(expected.audit).toEqual(['role.grant', 'inquiry.complete']);
    });

    it('answers what was granted before, once [INQ-445]', async () => {
      const id = await createRoleRequest(t, asker);
      await grant(id);
      const responses = await Promise.all(Array.from({ length: 8 }, () => both(id)));
      expect(responses.map(({ status }) => status).toSorted()).toEqual([
        200,
        ...Array(7).fill(409),
      ]);
      const refused = responses.find(({ status }) => status === 409);
      expect(refused?.json.message).toContain(`${admin.nickname} 님이 먼저 처리했습니다.`);
      expect((await tracesOf(id)).audit).toEqual(['role.grant', 'inquiry.complete']);
    });

    it('does neither when one is refused [INQ-445]', async () => {
      const own = await createRoleRequest(t, admin, 'MANAGER');
      const [general, request] = [await createInquiry(t, asker), await createRoleRequest(t, asker)];
      for (const [id, text, error] of [
        [own, answer, 'ROLE_CHANGE_DENIED'],
        [general, answer, 'INQUIRY_NOT_ROLE_REQUEST'],
        [request, ' ', 'VALIDATION_FAILED'],
      ] as const) {
        expect((await both(id, text)).json.error).toBe(error);
        expect(await readInquiry(t, id)).toMatchObject({ state: 'PROCESSING', grantedAt: null });
      }
      expect(await readRoles(t, asker.id)).toEqual(['USER']);
    });
  });
});
