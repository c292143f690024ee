import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createLecture,
  lectureForm,
  markLecture,
  readHours,
  readLecture,
  readMarks,
  readTimes,
  storeLecturePost,
} from '../../testing/factories/lectures.ts';
import { createEntry, planEntryForm } from '../../testing/factories/timetable-plans.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe('plans', () => {
  let professor: SignedIn;
  let student: SignedIn;
  let other: SignedIn;
  beforeAll(async () => {
    professor = await t.signIn('PROFESSOR');
    other = await t.signIn('STUDENT');
  });

  beforeEach(async () => {
    student = await t.signIn('USER');
  });

  const URL = '/api/timetable/plans';
  const TERM = { year: 2026, semester: 2 as const };
  const at = (day: string, start: number, end: number, minutes: object = {}) => ({
    day,
    start,
    end,
    ...minutes,
  });

  const lecture = (...lectureTimes: object[]) =>
    createLecture(t, professor, { lectureTimes: lectureTimes as never });
  const entryAt = (...times: object[]) => planEntryForm({ times: times as never });
  const create = (as: SignedIn, values: object = {}) =>
    t.call('POST', URL, { as, body: { name: '계획 1', ...TERM, ...values } });
  const newPlan = async (as: SignedIn, values: object = {}): Promise<number> =>
    (await create(as, values)).json.plan.id;
  const put = (id: number, lectureId: number, more: object = {}) =>
    t.call('POST', `${URL}/${id}/lectures`, { as: student, body: { lectureId, ...more } });
  const addEntry = (id: number, ...times: object[]) =>
    t.call('POST', `${URL}/${id}/entries`, { as: student, body: entryAt(...times) });
  const list = async (as: SignedIn, query = '') =>
    (await t.call('GET', `${URL}${query}`, { as })).json.plans;
  const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);

  describe('plans', () => {
    it('refuse bad names and terms [LECT-190]', async () => {
      for (const [wrong, message] of [
        [{ name: ' ' }, TEXTS.planNameRequired],
        [{ name: '가'.repeat(LIMITS.planNameMax + 1) }, TEXTS.planNameLength],
      ] as const) {
        const { status, json } = await create(student, wrong);
        expect([status, json.errors]).toEqual([400, [{ field: 'name', message }]]);
      }
      expect((await create(student, { semester: 3 })).status).toBe(400);
      expect(await list(student)).toEqual([]);
    });

    it('belong to one member, two for a term, also at once [RACE-02, LECT-190]', async () => {
      const made = await Promise.all(
        ['가', '나', '다', '라'].map((name) => create(student, { name })),
      );
      expect(made.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409]);
      expect(made.find(({ status }) => status === 409)?.json.error).toBe('PLANS_FULL');
      expect((await create(student, { semester: 1 })).status).toBe(201);
      const plans = await list(student, '?year=2026&semester=2');
      expect(plans).toHaveLength(2);
      expect(await list(other)).toEqual([]);
      const [{ id }] = plans;
      const renamed = await t.call('PUT', `${URL}/${id}`, { as: student, body: { name: '야간' } });
      expect(renamed.json.plan).toMatchObject({ id, name: '야간', lectures: [], entries: [] });
      for (const query of [`list?free=true&plan=${id}`, `timetable.ics?plan=${id}`]) {
        const foreign = await t.call('GET', `/api/lecture-room/${query}`, { as: other });
        expect([foreign.status, foreign.json.error], query).toEqual([404, 'PLAN_NOT_FOUND']);
      }
    });

    it('copy the timetable with its private entries and change nothing in it [LECT-190]', async () => {
      const id = await lecture(at('MON', 9, 11));
      await markLecture(t, student, id);
      await markLecture(t, student, await createLecture(t, professor, { semester: 1 }));
      const times = [at('FRI', 18, 20)] as never;
      await createEntry(t, student, { ...TERM, title: '알바', times });
      const before = await readTimes(t, student);
      const { plan } = (await create(student, { copy: true })).json;
      expect(idsOf(plan.lectures)).toEqual([id]);
      expect(plan.entries).toMatchObject([
        {
          title: '알바',
          place: '학생회관',
          ...TERM,
          schedules: [{ dow: 'FRIDAY', startTime: 18 }],
        },
      ]);
      const url = `${URL}/${plan.id}/lectures/${id}`;
      expect((await t.call('DELETE', url, { as: student })).json.plan.lectures).toEqual([]);
      expect(await readTimes(t, student)).toEqual(before);
    });

    it('are deleted and brought back as they were, the last one only [LECT-195]', async () => {
      const [first, second] = [await newPlan(student), await newPlan(student)];
      await put(first, await lecture(at('MON', 9, 11)));
      const before = (await list(student)).find(({ id }: { id: number }) => id === first);
      const remove = (id: number) => t.call('DELETE', `${URL}/${id}`, { as: student });
      const restore = (id: number) => t.call('POST', `${URL}/${id}/restore`, { as: student });
      expect((await restore(first)).status).toBe(404);
      expect((await remove(first)).status).toBe(200);
      expect((await remove(first)).json.error).toBe('PLAN_NOT_FOUND');
      expect((await put(first, 1)).json.error).toBe('PLAN_NOT_FOUND');
      expect(idsOf(await list(student))).toEqual([second]);
      expect((await restore(first)).json.plan).toEqual(before);
      await remove(first);
      const third = await newPlan(student);
      expect((await restore(first)).json.error).toBe('PLANS_FULL');
      await remove(third);
      expect((await restore(first)).json.error).toBe('PLAN_NOT_FOUND');
      await t.db.execute(
        sql`update timetable_plans set deleted_at = deleted_at - interval '25 hours'`,
      );
      expect((await restore(third)).json.error).toBe('PLAN_NOT_FOUND');
    });
  });

  describe('what is in a plan', () => {
    it('does not overlap to the minute, and replaces on request [LECT-191]', async () => {
      const plan = await newPlan(student);
      const id = await lecture(at('MON', 9, 11, { endMinute: 615 }));
      expect((await put(plan, id)).json.plan.lectures).toMatchObject([{ id, isMarked: false }]);
      expect((await put(plan, id)).json.error).toBe('LECTURE_MARKED');
      const own = await addEntry(plan, at('MON', 10, 12, { startMinute: 615 }));
      expect(own.status).toBe(201);
      const [entry] = own.json.plan.entries;
      const refused = await addEntry(plan, at('MON', 10, 11));
      expect([refused.status, refused.json.error]).toEqual([409, 'ENTRY_OVERLAP']);
      const rival = await lecture(at('MON', 10, 11));
      const { status, json } = await put(plan, rival);
      expect([status, json.error]).toEqual([409, 'LECTURE_OVERLAP']);
      expect(json.conflicts).toEqual([
        { id, title: expect.any(String) },
        { id: entry.id, title: entry.title, isEntry: true },
      ]);
      const replaced = (await put(plan, rival, { replace: true })).json.plan;
      expect([idsOf(replaced.lectures), replaced.entries]).toEqual([[rival], []]);
    });

    it('is of its term, also after changes of its private entries [LECT-191]', async () => {
      const plan = await newPlan(student);
      const spring = await createLecture(t, professor, { semester: 1 });
      for (const id of [spring, 987_654_321]) {
        expect((await put(plan, id)).json.error).toBe('LECTURE_NOT_FOUND');
      }
      const { entries } = (await addEntry(plan, at('TUE', 18, 20))).json.plan;
      const url = `${URL}/${plan}/entries/${entries[0].id}`;
      await addEntry(plan, at('TUE', 20, 21));
      const change = (as: SignedIn, ...times: object[]) =>
        t.call('PUT', url, { as, body: entryAt(...times) });
      expect((await change(student, at('TUE', 19, 21))).json.error).toBe('ENTRY_OVERLAP');
      expect((await change(other, at('TUE', 8, 9))).json.error).toBe('PLAN_NOT_FOUND');
      const { json } = await change(student, at('TUE', 17, 19));
      expect(json.plan.entries[0].schedules[0]).toMatchObject({ startTime: 17, endTime: 19 });
      expect((await t.call('DELETE', url, { as: student })).json.plan.entries).toHaveLength(1);
      expect((await t.call('DELETE', url, { as: student })).json.error).toBe('ENTRY_NOT_FOUND');
    });

    it('stays free of overlaps when two devices change it at once [RACE-02, LECT-191]', async () => {
      const plan = await newPlan(student);
      const ids = await Promise.all([9, 10, 9].map((hour) => lecture(at('WED', hour, hour + 2))));
      const responses = await Promise.all([
        ...ids.map((id) => put(plan, id)),
        addEntry(plan, at('WED', 10, 11)),
      ]);
      expect(responses.filter(({ status }) => status < 300)).toHaveLength(1);
      const [{ lectures, entries, overlaps }] = await list(student);
      expect(lectures.length + entries.length).toBe(1);
      expect(overlaps).toEqual([]);
    });

    it('makes nobody a member of a room, busy, or seen by friends [LECT-192]', async () => {
      const plan = await newPlan(student);
      const closed = await createLecture(t, professor, {
        membersOnly: true,
        entryCode: '등대-2026',
        lectureTimes: [at('THU', 9, 11)] as never,
      });
      const { json } = await put(plan, closed);
      expect(json.plan.lectures).toMatchObject([
        { markedCount: 0, canRead: false, entryCode: null },
      ]);
      await addEntry(plan, at('THU', 12, 13));
      const room = await t.call('GET', `/api/lecture-room/${closed}/stats`, { as: student });
      expect(room.json.error).toBe('LECTURE_MEMBERS_ONLY');
      expect(await readTimes(t, student)).toEqual([]);
      await markLecture(t, student, await lecture(at('THU', 9, 13)));
    });

    it('names lectures that are gone, moved or overlap since [LECT-193]', async () => {
      const plan = await newPlan(student);
      const [gone, moved, first, second] = await Promise.all([
        lecture(at('MON', 9, 11)),
        lecture(at('TUE', 9, 11)),
        lecture(at('WED', 9, 11)),
        lecture(at('WED', 11, 12)),
      ]);
      for (const id of [gone, moved, first, second]) await put(plan, id);
      await t.call('DELETE', `/api/lecture-room/${gone}`, { as: professor });
      const rewrite = (id: number, values: object) =>
        t.call('PUT', `/api/lecture-room/${id}`, { as: professor, body: lectureForm(values) });
      await rewrite(moved, { semester: 1, lectureTimes: [at('TUE', 9, 11)] });
      await rewrite(second, { lectureTimes: [at('WED', 10, 12)] });
      const [shown] = await list(student);
      expect(shown.gone).toEqual([
        { id: gone, title: expect.any(String), reason: 'removed' },
        { id: moved, title: expect.any(String), reason: 'moved' },
      ]);
      expect(idsOf(shown.overlaps).toSorted()).toEqual([first, second].toSorted());
      const { version } = (await t.call('GET', `${URL}/${plan}/changes`, { as: student })).json;
      const body = { version };
      const blocked = await t.call('POST', `${URL}/${plan}/apply`, { as: student, body });
      expect([blocked.json.error, blocked.json.conflicts.length]).toEqual(['PLAN_BLOCKED', 4]);
      expect(await readTimes(t, student)).toEqual([]);
      for (const id of [gone, moved, second]) {
        await t.call('DELETE', `${URL}/${plan}/lectures/${id}`, { as: student });
      }
      expect((await list(student))[0]).toMatchObject({ gone: [], overlaps: [] });
    });

    it('limits what the catalogue shows and has a calendar file of its own [LECT-196]', async () => {
      await t.db.execute(sql`update lectures set deleted_at = now()`);
      const plan = await newPlan(student);
      await markLecture(t, student, await lecture(at('FRI', 9, 11)));
      const [planned, late, early, job] = await Promise.all([
        lecture(at('MON', 9, 11, { endMinute: 615 })),
        lecture(at('MON', 10, 12, { startMinute: 615 })),
        lecture(at('MON', 10, 11)),
        lecture(at('TUE', 18, 19)),
      ]);
      await put(plan, planned);
      await addEntry(plan, at('TUE', 18, 20));
      const query = `?year=2026&semester=2&free=true&plan=${plan}`;
      const { json } = await t.call('GET', `/api/lecture-room/list${query}`, { as: student });
      const found = idsOf(json.data);
      expect(found).toContain(late);
      for (const id of [planned, early, job]) expect(found).not.toContain(id);
      expect(found).toHaveLength(2);
      const url = `/api/lecture-room/timetable.ics?plan=${plan}`;
      const { text } = await t.call('GET', url, { as: student });
      expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(2);
      expect(text).toContain(`UID:plan-${plan}-lecture-${planned}-0@`);
    });
  });
});

describe('applying a plan', () => {
  const CODE = '등대-2026';
  const URL = '/api/timetable/plans';
  const TERM = { year: 2026, semester: 2 as const };
  let professor: SignedIn;
  let student: SignedIn;
  beforeAll(async () => {
    professor = await t.signIn('PROFESSOR');
  });

  beforeEach(async () => {
    student = await t.signIn('USER');
  });

  const at = (day: string, start: number, end: number) => ({ day, start, end });
  const lecture = (time: object, values: object = {}) =>
    createLecture(t, professor, { lectureTimes: [time] as never, ...values });
  const newPlan = async (values: object = {}): Promise<number> => {
    const body = { name: '계획', ...TERM, ...values };
    return (await t.call('POST', URL, { as: student, body })).json.plan.id;
  };
  const put = (plan: number, lectureId: number) =>
    t.call('POST', `${URL}/${plan}/lectures`, { as: student, body: { lectureId } });
  const addEntry = (plan: number, values: object) =>
    t.call('POST', `${URL}/${plan}/entries`, { as: student, body: planEntryForm(values) });
  const changes = async (plan: number) =>
    (await t.call('GET', `${URL}/${plan}/changes`, { as: student })).json;
  const send = (plan: number, body: object) =>
    t.call('POST', `${URL}/${plan}/apply`, { as: student, body });
  const apply = async (plan: number, more: object = {}) =>
    send(plan, { version: (await changes(plan)).version, ...more });
  describe('GET /api/timetable/plans/:planId/changes', () => {
    it('lists what is only in one of them, with the rooms that need a code or keep posts [LECT-194]', async () => {
      const [both, left, wanted] = await Promise.all([
        lecture(at('MON', 9, 11)),
        lecture(at('TUE', 9, 11)),
        lecture(at('WED', 9, 11), { membersOnly: true, entryCode: CODE }),
      ]);
      await markLecture(t, student, both);
      const plan = await newPlan({ copy: true });
      await markLecture(t, student, left);
      const times = [at('FRI', 18, 20)] as never;
      const same = { title: '동아리', place: '학생회관', times };
      await createEntry(t, student, { ...same, ...TERM });
      await createEntry(t, student, { title: '알바', times: [at('SAT', 9, 12)] as never, ...TERM });
      await storeLecturePost(t, student, left, { anonymous: true });
      await put(plan, wanted);
      await addEntry(plan, { ...same, themeColor: '#cfe2ff' });
      await addEntry(plan, { ...same, title: '헬스', times: [at('SUN', 8, 9)] });
      const found = await changes(plan);
      expect(found.added).toEqual([
        {
          id: wanted,
          title: expect.any(String),
          schedules: [{ dow: 'WEDNESDAY', startTime: 9, endTime: 11 }],
          needsCode: true,
        },
        { id: expect.any(Number), title: '헬스', schedules: expect.any(Array), isEntry: true },
      ]);
      expect(found.removed).toMatchObject([{ id: left, hasPosts: true }, { title: '알바' }]);
      expect(found.removed[1].hasPosts).toBeUndefined();
    });
  });

  describe('POST /api/timetable/plans/:planId/apply', () => {
    it('makes the timetable equal to the plan, counts, hours and private entries too [LECT-194]', async () => {
      const [stays, leaves, comes] = await Promise.all([
        lecture(at('MON', 9, 11)),
        lecture(at('TUE', 9, 11)),
        lecture(at('TUE', 10, 12)),
      ]);
      for (const id of [stays, leaves]) await markLecture(t, student, id);
      const elsewhere = await lecture(at('MON', 9, 11), { semester: 1 });
      await markLecture(t, student, elsewhere);
      await createEntry(t, student, { ...TERM, times: [at('WED', 9, 10)] as never });
      const plan = await newPlan();
      for (const id of [stays, comes]) await put(plan, id);
      await addEntry(plan, { title: '새 알바', times: [at('WED', 9, 12)] });
      const { status, json } = await apply(plan);
      expect([status, json.message]).toEqual([200, '계획을 내 시간표로 만들었습니다.']);
      expect(await readMarks(t, student)).toEqual(
        [stays, comes, elsewhere].toSorted((a, b) => a - b),
      );
      expect(await readTimes(t, student)).toEqual([
        ...['1 540-660', '1 540-660', '2 600-720', '3 540-720'],
      ]);
      expect(await readHours(t, student)).toEqual(['1-09', '1-09', '1-10', '1-10', '2-10', '2-11']);
      const counts = await Promise.all([stays, leaves, comes].map((id) => readLecture(t, id)));
      expect(counts.map(({ markedCount }) => markedCount)).toEqual([1, 0, 1]);
      expect(await changes(plan)).toMatchObject({ added: [], removed: [] });
      const room = await t.call('GET', `/api/lecture-room/${comes}`, { as: student });
      expect(room.json.data.isMarked).toBe(true);
    });

    it('asks for the codes of members-only rooms and changes nothing without one [LECT-194]', async () => {
      const [open, closed, leaves] = await Promise.all([
        lecture(at('MON', 9, 11)),
        lecture(at('TUE', 9, 11), { membersOnly: true, entryCode: CODE }),
        lecture(at('WED', 9, 11)),
      ]);
      await markLecture(t, student, leaves);
      const plan = await newPlan();
      for (const id of [open, closed]) await put(plan, id);
      const named = [{ id: closed, title: expect.any(String) }];
      const without = await apply(plan);
      expect([without.status, without.json.error]).toEqual([403, 'LECTURE_CODE_REQUIRED']);
      expect(without.json.conflicts).toEqual(named);
      const codes = (code: string) => ({ codes: [{ lectureId: closed, code }] });
      const wrong = await apply(plan, codes('틀린코드'));
      expect([wrong.json.error, wrong.json.conflicts]).toEqual(['LECTURE_CODE_WRONG', named]);
      expect(await readMarks(t, student)).toEqual([leaves]);
      expect((await readLecture(t, open)).markedCount).toBe(0);
      expect((await apply(plan, codes(CODE))).status).toBe(200);
      expect(await readMarks(t, student)).toEqual([open, closed].toSorted((a, b) => a - b));
    });

    it('counts the codes that somebody tries [LECT-194]', async () => {
      const closed = await lecture(at('TUE', 9, 11), { membersOnly: true, entryCode: CODE });
      const plan = await newPlan();
      await put(plan, closed);
      const codes = [{ lectureId: closed, code: '틀린코드' }];
      for (let n = 0; n < 10; n += 1) {
        expect((await apply(plan, { codes })).json.error).toBe('LECTURE_CODE_WRONG');
      }
      const last = await apply(plan, { codes: [{ lectureId: closed, code: CODE }] });
      expect([last.status, last.json.error]).toEqual([429, 'TOO_MANY_REQUESTS']);
    });

    it('refuses changes that the member has not seen [RACE-02, LECT-194]', async () => {
      const [first, second, wanted] = await Promise.all([
        lecture(at('MON', 9, 11)),
        lecture(at('TUE', 9, 11)),
        lecture(at('THU', 9, 11)),
      ]);
      await markLecture(t, student, first);
      const plan = await newPlan();
      await put(plan, wanted);
      const seen = await changes(plan);
      await markLecture(t, student, second);
      const late = await send(plan, { version: seen.version });
      expect([late.status, late.json.error]).toEqual([409, 'PLAN_CHANGED']);
      const fresh = await changes(plan);
      expect(fresh.version).not.toBe(seen.version);
      const lectureTimes = [at('THU', 13, 15)] as never;
      const body = lectureForm({ lectureTimes });
      await t.call('PUT', `/api/lecture-room/${wanted}`, { as: professor, body });
      expect((await send(plan, { version: fresh.version })).json.error).toBe('PLAN_CHANGED');
      expect(await readMarks(t, student)).toEqual([first, second].toSorted((a, b) => a - b));
    });

    it('applies one of two plans that become the timetable at once [RACE-02, LECT-194]', async () => {
      const [one, two] = await Promise.all([lecture(at('MON', 9, 11)), lecture(at('MON', 10, 12))]);
      const plans = [await newPlan(), await newPlan()];
      await put(plans[0] ?? 0, one);
      await put(plans[1] ?? 0, two);
      const versions = await Promise.all(plans.map(async (id) => (await changes(id)).version));
      const responses = await Promise.all(
        [0, 1, 0, 1].map((at) => send(plans[at] ?? 0, { version: versions[at] ?? '' })),
      );
      const winner = responses.findIndex(({ status }) => status === 200) % 2;
      // The same plan twice is no failure: the timetable is already what was asked for.
      expect(responses.map(({ status }) => status)).toEqual(
        [0, 1, 0, 1].map((at) => (at === winner ? 200 : 409)),
      );
      expect(await readMarks(t, student)).toEqual([winner === 0 ? one : two]);
      const counts = await Promise.all([one, two].map((id) => readLecture(t, id)));
      expect(counts.map(({ markedCount }) => markedCount)).toEqual(winner === 0 ? [1, 0] : [0, 1]);
    });

    it('stays whole while a professor moves one of its lectures [RACE-02, LECT-194]', async () => {
      const [moves, stays] = await Promise.all([
        lecture(at('MON', 9, 11)),
        lecture(at('MON', 11, 13)),
      ]);
      const plan = await newPlan();
      for (const id of [moves, stays]) await put(plan, id);
      const { version } = await changes(plan);
      const body = lectureForm({ lectureTimes: [at('MON', 10, 12)] as never });
      const [applied, moved] = await Promise.all([
        send(plan, { version }),
        t.call('PUT', `/api/lecture-room/${moves}`, { as: professor, body }),
      ]);
      // Who came second is refused; the timetable has both lectures without an overlap, or none.
      const outcome = [applied.json.error, moved.json.error].filter(Boolean);
      expect(['PLAN_BLOCKED', 'LECTURE_CLASH']).toContain(outcome[0]);
      expect(outcome).toHaveLength(1);
      expect(await readMarks(t, student)).toHaveLength(outcome[0] === 'PLAN_BLOCKED' ? 0 : 2);
    });
  });
});
