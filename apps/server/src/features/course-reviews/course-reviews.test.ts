import type { OwnReview, ReviewObstacle, TakenLecture } from '@naru/contract/course-reviews';
import { LIMITS } from '@naru/contract/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createFinishedLecture,
  moveLecture,
  readReviews,
  reviewForm,
  takeLecture,
  writeReview,
} from '../../testing/factories/course-reviews.ts';
import { storeSetting } from '../../testing/factories/settings.ts';
import { setRoles } from '../../testing/matrix/world.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe('reviews', () => {
  interface Mine {
    reviews: (OwnReview & { obstacle: ReviewObstacle | null })[];
    waiting: TakenLecture[];
  }
  let start: Date;
  let me: SignedIn;
  let others: SignedIn[];
  let professor: SignedIn;
  let lecture: number;
  beforeAll(async () => {
    start = t.clock.now();
    me = await t.signIn();
    professor = await t.signIn('PROFESSOR');
    others = await Promise.all([1, 2, 3, 4, 5].map(() => t.signIn()));
  });

  beforeEach(async () => {
    t.clock.set(start);
    await t.db.execute('delete from lectures');
    await t.db.execute('delete from throttles');
    lecture = await createFinishedLecture(t, me, { title: '자료 구조', professorName: '김파도' });
  });

  const urlOf = (id: number) => `/api/lecture-room/${id}/reviews`;
  const read = async (as: SignedIn, id = lecture) => (await t.call('GET', urlOf(id), { as })).json;
  const save = (as: SignedIn, body: object = reviewForm(), id = lecture) =>
    t.call('PUT', urlOf(id), { as, body });
  const remove = (as: SignedIn, id = lecture) => t.call('DELETE', urlOf(id), { as });
  const mine = async (as: SignedIn): Promise<Mine> =>
    (await t.call('GET', '/api/course-reviews/mine', { as })).json;
  const stars = async (as: SignedIn, term = 'year=2025&semester=2') =>
    (await t.call('GET', `/api/course-reviews/stars?${term}`, { as })).json.courses;
  /** Reviews of the first so many others. */
  const reviewed = async (total: number, id = lecture, values: object = {}) => {
    for (const other of others.slice(0, total)) await writeReview(t, other, id, values);
  };
  const errorOf = async (response: ReturnType<typeof save>) => (await response).json.error;

  describe('who reviews a course', () => {
    it('had it in the timetable before its term ended [LECT-168]', async () => {
      expect(await errorOf(save(me))).toBe('COURSE_REVIEW_NOT_TAKEN');
      await takeLecture(t, me, lecture, start);
      expect(await errorOf(save(me))).toBe('COURSE_REVIEW_NOT_TAKEN');
      expect((await read(me)).obstacle).toBe('NOT_TAKEN');
      expect((await mine(me)).waiting).toEqual([]);

      const running = await createFinishedLecture(t, me, { year: 2026, semester: 2 });
      await takeLecture(t, me, running, new Date('2026-09-05T00:00:00Z'));
      expect(await errorOf(save(me, reviewForm(), running))).toBe('COURSE_REVIEW_NOT_TAKEN');
      t.clock.set(new Date('2026-12-27T15:00:00Z'));
      const later = await t.signInAs(me);
      expect((await save(later, reviewForm(), running)).status).toBe(200);
    });

    it('is no professor, and nobody without a proven role [LECT-168]', async () => {
      const user = await t.signIn('USER');
      for (const as of [professor, user]) {
        await takeLecture(t, as, lecture);
        expect(await errorOf(save(as))).toBe('PERMISSION_DENIED');
        expect(await read(as)).toMatchObject({ mine: null, obstacle: 'ROLE' });
        expect((await mine(as)).waiting).toEqual([]);
      }
    });

    it('may remove the own review, but not change it, without the role any more [LECT-167, LECT-168]', async () => {
      const graduate = await t.signIn('USER');
      await writeReview(t, { ...graduate, roles: ['STUDENT'] }, lecture);
      expect((await mine(graduate)).reviews).toMatchObject([{ stars: 4, obstacle: 'ROLE' }]);
      expect(await errorOf(save(graduate))).toBe('PERMISSION_DENIED');
      expect((await remove(graduate)).status).toBe(200);
      await reviewed(1);
      const [student] = others;
      expect((await mine(student ?? me)).reviews).toMatchObject([{ obstacle: null }]);
    });

    it('has reviewed each course once, whichever of its terms [LECT-167, LECT-169]', async () => {
      const again = await createFinishedLecture(t, me, {
        ...{ title: '자료구조', professorName: '김 파도', year: 2024 },
      });
      const else_ = await createFinishedLecture(t, me, {
        title: '자료구조',
        professorName: '박섬',
      });
      await takeLecture(t, me, lecture);
      await takeLecture(t, me, again, new Date('2024-10-01T00:00:00Z'));
      await takeLecture(t, me, else_);
      const open = (await mine(me)).waiting.map((one) => one.lectureId);
      expect(open.toSorted((a, b) => a - b)).toEqual([lecture, else_]);
      await save(me, reviewForm({ stars: 2 }), again);
      await save(me, reviewForm({ stars: 5, content: ' 다시 들었습니다 ' }), lecture);
      expect(await readReviews(t, again)).toEqual([]);
      const { reviews, waiting } = await mine(me);
      expect(reviews).toMatchObject([
        { lectureId: lecture, stars: 5, content: '다시 들었습니다', handled: null },
      ]);
      expect(waiting.map((one) => one.lectureId)).toEqual([else_]);
      // A new lecture of the course, which the member has not taken.
      const next = await createFinishedLecture(t, me, {
        ...{ title: '자료구조', professorName: '김파도', year: 2026, semester: 1 },
      });
      expect((await read(me, next)).mine).toMatchObject({ lectureId: lecture, stars: 5 });
      expect((await save(me, reviewForm({ stars: 3 }), next)).json.review.lectureId).toBe(lecture);
    });

    it('reviews the sections of a professor as one course [LECT-169]', async () => {
      const section = await createFinishedLecture(t, me, {
        ...{ title: '자료구조 (2분반)', professorName: '김파도' },
      });
      const second = await createFinishedLecture(t, me, {
        ...{ title: '자료구조2', professorName: '김파도' },
      });
      await reviewed(3, section);
      expect((await read(me)).sums.count).toBe(3);
      expect((await read(me, second)).missing).toBe(3);
    });

    it('keeps one review under races, also by two lectures of the course [LECT-174]', async () => {
      const again = await createFinishedLecture(t, me, {
        ...{ title: '자료 구조', professorName: '김파도', year: 2024 },
      });
      await takeLecture(t, me, lecture);
      await takeLecture(t, me, again, new Date('2024-10-01T00:00:00Z'));
      await reviewed(2);
      const responses = await Promise.all(
        [lecture, again, lecture, again].map((id, at) =>
          save(me, reviewForm({ stars: at + 1 }), id),
        ),
      );
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const all = [...(await readReviews(t, lecture)), ...(await readReviews(t, again))];
      expect(all).toHaveLength(3);
      const { sums, mine: own } = await read(me);
      expect(sums.count).toBe(3);
      expect(sums.stars[own.stars - 1]).toBe(own.stars === 4 ? 3 : 1);
    });

    it.each([
      [{ stars: 0 }, '별점을 골라 주세요.'],
      [{ stars: 4.5 }, '별점을 골라 주세요.'],
      [{ workload: 'MUCH' }, '과제량을 골라 주세요.'],
      [{ exams: null }, '시험 횟수를 골라 주세요.'],
      [{ content: '가'.repeat(1001) }, '평가 글은 1000자 이하로 입력해 주세요.'],
    ])('is refused %j [LECT-167]', async (values, message) => {
      await takeLecture(t, me, lecture);
      const { status, json } = await save(me, { ...reviewForm(), ...values });
      expect([status, json.errors[0].message]).toEqual([400, message]);
    });

    it('writes and changes no more than so many a day [LECT-179]', async () => {
      await takeLecture(t, me, lecture);
      for (let count = 0; count < LIMITS.courseReviewsPerDay; count++) await save(me);
      expect(await errorOf(save(me))).toBe('COURSE_REVIEW_THROTTLED');
      const { rows } = await t.db.execute('select key, window_ends_at as ends from throttles');
      expect(rows[0]?.key).toMatch(/^course reviews [0-9a-f]{48}$/);
      expect(String(new Date(String(rows[0]?.ends)).toISOString())).toMatch(/T\d\d:00:00.000Z$/);
    });

    it('removes it, and may write another [LECT-167]', async () => {
      await writeReview(t, me, lecture, { content: '지울 말' });
      expect((await remove(others[0] ?? me)).json.error).toBe('COURSE_REVIEW_NOT_FOUND');
      expect((await remove(me)).status).toBe(200);
      expect((await remove(me)).json.error).toBe('COURSE_REVIEW_NOT_FOUND');
      expect(await read(me)).toMatchObject({ mine: null, missing: 3, obstacle: null });
      expect((await save(me)).status).toBe(200);
      expect(await read(me)).toMatchObject({ mine: { content: '' }, missing: 2 });
    });
  });

  describe('what is shown of a course', () => {
    it('is nothing before three reviews but how many are missing [LECT-170]', async () => {
      await reviewed(2, lecture, { content: '조용한 말' });
      const page = await read(me);
      expect(page).toMatchObject({ missing: 1, sums: null, terms: [], texts: [], totalCount: 0 });
      expect(await stars(me)).toEqual([]);
      await writeReview(t, others[2] ?? me, lecture, { stars: 1 });
      const { missing, sums, texts, totalCount } = await read(me);
      expect([missing, sums.count, sums.average, totalCount]).toEqual([0, 3, 3, 2]);
      expect(sums.stars).toEqual([1, 0, 0, 2, 0]);
      expect(texts).toHaveLength(2);
      expect(await stars(me)).toEqual([{ lectureId: lecture, average: 3, count: 3 }]);
      // One that goes takes the others along.
      await remove(others[0] ?? me);
      expect(await read(me)).toMatchObject({ missing: 1, sums: null, texts: [] });
    });

    it('adds up the terms of the course, and names a term only with its sums [LECT-169, LECT-171, LECT-176]', async () => {
      const next = await createFinishedLecture(t, me, {
        ...{ title: '자료구조', professorName: '김파도', year: 2026, semester: 1 },
      });
      await reviewed(3, lecture, { content: '작년 말' });
      await takeLecture(t, me, next, new Date('2026-04-01T00:00:00Z'));
      await save(me, reviewForm({ content: '올해 말' }), next);
      expect(await read(me, next)).toMatchObject({ sums: { count: 4 }, terms: [] });
      for (const other of others.slice(3)) {
        await takeLecture(t, other, next, new Date('2026-04-01T00:00:00Z'));
        await save(other, reviewForm(), next);
      }
      const { sums, terms, texts } = await read(me, lecture);
      expect(sums.count).toBe(6);
      expect(terms).toMatchObject([
        { year: 2026, semester: 1, count: 3 },
        { year: 2025, semester: 2, count: 3 },
      ]);
      expect(texts[0]).toMatchObject({ term: { year: 2026, semester: 1 }, isMine: true });
      expect(texts[1]).toMatchObject({ term: { year: 2025, semester: 2 }, isMine: false });
      expect(await stars(me, 'year=2026&semester=1')).toMatchObject([
        { lectureId: next, count: 6 },
      ]);
    });

    it('counts one review of each author when courses become one by a new title [LECT-170]', async () => {
      const values = { professorName: '김파도' };
      await reviewed(1);
      const extra = [
        await createFinishedLecture(t, me, { title: '가', ...values }),
        await createFinishedLecture(t, me, { title: '나', ...values }),
      ];
      for (const id of extra) {
        await writeReview(t, me, id, { content: '같은 사람' });
        await moveLecture(t, id, { title: '자료구조' });
      }
      expect(await read(me)).toMatchObject({ missing: 1, sums: null, terms: [], texts: [] });
      expect(await stars(me)).toEqual([]);
      await writeReview(t, others[1] as SignedIn, lecture);
      const { sums, terms, texts } = await read(me);
      expect([sums.count, terms[0]?.count, texts.length]).toEqual([3, 3, 1]);
      expect((await stars(me)).map(({ count }: { count: number }) => count)).toEqual([3, 3, 3]);
    });

    it('follows a lecture that gets another name [LECT-169]', async () => {
      await reviewed(3);
      await moveLecture(t, lecture, { title: '알고리즘' });
      expect((await read(me)).sums.count).toBe(3);
      const old = await createFinishedLecture(t, me, {
        title: '자료구조',
        professorName: '김파도',
      });
      expect((await read(me, old)).missing).toBe(3);
    });

    it('reveals to nobody who wrote, by no field, order, number or time [LECT-172]', async () => {
      await reviewed(4, lecture, { content: '누가 썼을까' });
      const page = await read(me);
      expect(Object.keys(page.texts[0]).toSorted()).toEqual(['content', 'id', 'isMine', 'term']);
      const rows = await readReviews(t, lecture);
      expect(rows.every(({ id }) => id >= 2 ** 40)).toBe(true);
      const ids = page.texts.map(({ id }: { id: number }) => id);
      expect(ids).toEqual(ids.toSorted((a: number, b: number) => a - b));
      const author = ['authorSeal', 'deletedBy'];
      const said = ['stars', 'workload', 'grading', 'exams', 'content', 'blindedAt', 'deletedAt'];
      const names = Object.keys(rows[0] ?? {});
      expect(names.toSorted()).toEqual(['id', 'lectureId', ...author, ...said].toSorted());
      expect(JSON.stringify(rows)).not.toMatch(/\d\d:\d\d:\d\d/);
    });

    it('is for a professor the sums of the own courses, without a text [LECT-173]', async () => {
      const own = await createFinishedLecture(t, professor, {
        ...{ title: '내 강의', professorId: professor.id },
      });
      await moveLecture(t, own, { professorId: professor.id, professorName: null });
      await reviewed(3, own, { content: '교수님은 못 볼 말' });
      await reviewed(3);
      expect(await read(professor, own)).toMatchObject({
        ...{ isOpen: true, sums: { count: 3 }, texts: [], totalCount: 0, obstacle: 'ROLE' },
      });
      expect(await read(professor)).toMatchObject({
        isOpen: false,
        missing: 0,
        sums: null,
        texts: [],
      });
      expect(await stars(professor)).toMatchObject([{ lectureId: own }]);
      expect(await stars(me)).toHaveLength(2);
      expect((await read(me, own)).texts).toHaveLength(3);
      // An own lecture under the name of a colleague opens nothing of theirs.
      const posing = await createFinishedLecture(t, me, { title: '자료구조', year: 2024 });
      await moveLecture(t, posing, { professorId: professor.id, professorName: '김파도' });
      expect((await read(me, posing)).sums.count).toBe(3);
      expect(await read(professor, posing)).toMatchObject({ sums: null, missing: 3 });
      expect(await stars(professor, 'year=2024&semester=2')).toEqual([]);
    });

    it('is not found for a removed lecture', async () => {
      await reviewed(3);
      await moveLecture(t, lecture, { deletedAt: start });
      expect((await t.call('GET', urlOf(lecture), { as: me })).json.error).toBe(
        'LECTURE_NOT_FOUND',
      );
      expect(await errorOf(save(others[0] ?? me))).toBe('LECTURE_NOT_FOUND');
      expect(await stars(me)).toEqual([]);
    });
  });
});

describe('a reported course review', () => {
  const DAY = 24 * 60 * 60;
  let t: TestApp;
  let writer: SignedIn;
  let readers: SignedIn[];
  let manager: SignedIn;
  let lecture: number;
  let review: number;
  beforeAll(async () => {
    t = await createTestApp({ asServer: true });
    await storeSetting(t, 'blindAfter', '2');
  });
  beforeEach(async () => {
    await t.db.execute('delete from throttles');
    writer = await t.signIn();
    manager = await t.signIn('MANAGER');
    readers = await Promise.all([1, 2, 3].map(() => t.signIn()));
    lecture = await createFinishedLecture(t, writer);
    await writeReview(t, writer, lecture, { stars: 1, content: '욕설이 든 말' });
    for (const reader of readers) await writeReview(t, reader, lecture);
    const rows = await readReviews(t, lecture);
    review = rows.find(({ content }) => content !== '')?.id ?? 0;
  });
  afterAll(() => t.close());

  const url = () => `/api/lecture-room/${lecture}/reviews`;
  const read = async (as: SignedIn) => (await t.call('GET', url(), { as })).json;
  const save = (as: SignedIn) => t.call('PUT', url(), { as, body: reviewForm() });
  const report = (as: SignedIn, targetId = review) =>
    t.call('POST', '/api/inquiry', {
      as,
      body: {
        title: '욕설',
        content: '욕설',
        category: 'REPORT',
        targetType: 'COURSE_REVIEW',
        targetId,
      },
    });
  const decide = async (decision: 'KEEP' | 'REMOVE', as = manager) => {
    const { reports } = (await t.call('GET', '/api/admin/reports?size=50', { as })).json;
    const id = reports.find(
      (one: { target: { id: number } }) => one.target.id === review,
    ).inquiryId;
    const body = { decision, reason: '비방하는 말' };
    return t.call('POST', `/api/admin/reports/${id}/decide`, { as, body });
  };

  it('is one that exists, and staff see no writer [LECT-175]', async () => {
    const [reader = writer] = readers;
    expect((await report(reader, review + 1)).json.error).toBe('INQUIRY_TARGET_NOT_FOUND');
    expect((await report(reader)).status).toBe(201);
    const { reports } = (await t.call('GET', '/api/admin/reports?size=50', { as: manager })).json;
    const row = reports.find((one: { target: { id: number } }) => one.target.id === review);
    expect(row.target).toMatchObject({
      ...{ type: 'COURSE_REVIEW', excerpt: '욕설이 든 말', writerId: null, writerNickname: '익명' },
      lectureId: lecture,
    });
    const history = await t.call('GET', `/api/admin/reports/${row.inquiryId}/history`, {
      as: manager,
    });
    expect(history.json).toMatchObject({ of: 'CONTENT', removals: 0 });
  });

  it('is hidden after enough reports, while its figures count, until staff keep it [LECT-175]', async () => {
    t.clock.advance(2 * DAY);
    const [first, second] = await Promise.all(readers.map((one) => t.signInAs(one)));
    if (first === undefined || second === undefined) throw new Error('too few readers');
    writer = await t.signInAs(writer);
    manager = await t.signInAs(manager);
    await Promise.all([report(first), report(second)]);
    expect(await read(first)).toMatchObject({ sums: { count: 4 }, texts: [], totalCount: 0 });
    expect(await read(writer)).toMatchObject({
      obstacle: 'BLINDED',
      mine: { content: '욕설이 든 말', handled: { action: 'HIDDEN', office: null } },
    });
    expect((await save(writer)).json.error).toBe('COURSE_REVIEW_BLINDED');
    expect((await t.call('DELETE', url(), { as: writer })).json.error).toBe(
      'COURSE_REVIEW_BLINDED',
    );
    expect((await decide('KEEP')).json).toMatchObject({ closed: 2 });
    expect((await read(first)).texts).toHaveLength(1);
    expect(await read(writer)).toMatchObject({ obstacle: null, mine: { handled: null } });
  });

  it('leaves the sums when staff remove it, and its writer reads why [LECT-175]', async () => {
    await report(readers[0] ?? writer);
    expect((await decide('REMOVE')).status).toBe(200);
    expect(await read(manager)).toMatchObject({ sums: { count: 3, stars: [0, 0, 0, 3, 0] } });
    const handled = { action: 'REMOVED', reason: '비방하는 말', office: 'MANAGER' };
    expect(await read(writer)).toMatchObject({ obstacle: 'REMOVED', mine: { handled } });
    const own = await t.call('GET', '/api/course-reviews/mine', { as: writer });
    expect(own.json).toMatchObject({ reviews: [{ handled, obstacle: 'REMOVED' }], waiting: [] });
    expect((await save(writer)).json.error).toBe('COURSE_REVIEW_REMOVED');
    t.clock.advance(31 * DAY);
    expect(await t.services.jobs.content.run()).toMatchObject({ courseReviews: 1 });
    expect((await save(await t.signInAs(writer))).status).toBe(200);
  });

  it('is decided by other staff than its writer [INQ-35]', async () => {
    await report(readers[0] ?? writer);
    await setRoles(t, writer.id, ['USER', 'STUDENT', 'MANAGER']);
    const promoted = await t.signInAs({ ...writer, roles: ['USER', 'STUDENT', 'MANAGER'] });
    for (const decision of ['KEEP', 'REMOVE'] as const) {
      expect(await decide(decision, promoted)).toMatchObject({
        status: 403,
        json: { error: 'PERMISSION_DENIED' },
      });
    }
    expect(await read(writer)).toMatchObject({ mine: { handled: null } });
    expect((await decide('REMOVE')).status).toBe(200);
  });

  it('shows its writer to two ADMINs alone, as a secret post does [LECT-175]', async () => {
    const [asking, approving] = [await t.signIn('ADMIN'), await t.signIn('ADMIN')];
    const target = { targetType: 'COURSE_REVIEW', targetId: review, reason: '협박' };
    const asked = await t.call('POST', '/api/admin/reveals', { as: asking, body: target });
    expect(asked.status).toBe(201);
    const at = `/api/admin/reveals/${asked.json.reveal.id}`;
    expect((await t.call('GET', at, { as: approving })).json.identity).toBeNull();
    await t.call('POST', `${at}/approve`, { as: approving });
    const { json } = await t.call('GET', at, { as: approving });
    expect(json).toMatchObject({ excerpt: '욕설이 든 말', identity: { id: writer.id } });
    expect((await t.call('GET', at, { as: await t.signIn('ADMIN') })).json.identity).toBeNull();
  });
});
