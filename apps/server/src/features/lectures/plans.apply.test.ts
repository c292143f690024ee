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

const CODE = '등대-2026';
const URL = '/api/timetable/plans';
const TERM = { year: 2026, semester: 2 as const };

let t: TestApp;
let professor: SignedIn;
let student: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  professor = await t.signIn('PROFESSOR');
});
beforeEach(async () => {
  student = await t.signIn('USER');
});
afterAll(() => t.close());

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
    expect(room.json.isMarked).toBe(true);
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
