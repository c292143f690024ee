import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeComment } from '../../testing/factories/comments.ts';
import { createInquiry, readInquiry } from '../../testing/factories/inquiries.ts';
import { createLecturePost } from '../../testing/factories/lecture-posts.ts';
import { createLectureRoom, markRoom } from '../../testing/factories/lecture-rooms.ts';
import { createPost } from '../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';
import { untilServed } from '../../testing/until-served.ts';

const HOUR = 60 * 60;

let t: TestApp;
let me: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  me = await t.signIn('USER');
});
afterAll(() => t.close());

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
    expect(new Set(refused.map(({ json }) => json.error))).toEqual(new Set(['INQUIRY_OPEN_LIMIT']));
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
