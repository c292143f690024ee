import { LIMITS } from '@naru/contract/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createLecture,
  markLecture,
  readHours,
  readLecture,
  readMarks,
} from '../../testing/factories/lectures.ts';
import { createEntry } from '../../testing/factories/timetable-plans.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

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

const lecture = (day: string, start: number, end: number, values: object = {}) =>
  createLecture(t, professor, { lectureTimes: [{ day, start, end }], ...values });
const url = (ids: readonly unknown[]) => `/api/lecture-room/marks?lectureRoomIds=${ids.join(',')}`;
const add = (ids: readonly number[], as = student) => t.call('POST', url(ids), { as });
const remove = (ids: readonly number[], as = student) => t.call('DELETE', url(ids), { as });
const countsOf = (ids: readonly number[]) =>
  Promise.all(ids.map(async (id) => (await readLecture(t, id)).markedCount));

describe('POST /api/lecture-room/marks', () => {
  it('adds all lectures at once beside those of before [TIME-85]', async () => {
    const before = await lecture('FRI', 9, 11);
    await markLecture(t, student, before);
    const ids = [await lecture('MON', 9, 11), await lecture('MON', 11, 12)];
    const { status, json } = await add([...ids, ids[0] ?? 0].toReversed());
    expect([status, json]).toEqual([200, { message: '시간표에 추가했습니다.' }]);
    expect(await readMarks(t, student)).toEqual([before, ...ids]);
    expect(await readHours(t, student)).toEqual(['1-09', '1-10', '1-11', '5-09', '5-10']);
    expect(await countsOf([before, ...ids])).toEqual([1, 1, 1]);
  });

  it.each<[string, () => Promise<{ id: number; error: string; conflicts?: number[] }>]>([
    [
      'overlaps the timetable',
      async () => {
        const rival = await lecture('TUE', 10, 12);
        await markLecture(t, student, rival);
        return {
          id: await lecture('TUE', 11, 13),
          error: 'LECTURE_OVERLAP',
          conflicts: [rival],
        };
      },
    ],
    [
      'overlaps a private entry',
      async () => {
        const entry = await createEntry(t, student, {
          year: 2026,
          semester: 2,
          times: [{ day: 'TUESDAY', start: 10, end: 12 }],
        });
        return { id: await lecture('TUE', 11, 13), error: 'LECTURE_OVERLAP', conflicts: [entry] };
      },
    ],
    [
      'is there already',
      async () => {
        const id = await lecture('TUE', 9, 10);
        await markLecture(t, student, id);
        return { id, error: 'LECTURE_MARKED' };
      },
    ],
    [
      'needs an entry code',
      async () => {
        const id = await lecture('TUE', 9, 10, { membersOnly: true, entryCode: '등대-2026' });
        return { id, error: 'LECTURE_CODE_REQUIRED', conflicts: [id] };
      },
    ],
    [
      'was removed',
      async () => {
        const id = await lecture('TUE', 9, 10);
        await t.call('DELETE', `/api/lecture-room/${id}`, { as: professor });
        return { id, error: 'LECTURE_NOT_FOUND' };
      },
    ],
  ])('adds none when one of them %s [TIME-85]', async (_what, prepare) => {
    const { id, error, conflicts } = await prepare();
    const [fits, last] = [await lecture('MON', 9, 11), await lecture('WED', 9, 11)];
    const before = [await readMarks(t, student), await readHours(t, student)];
    const { json } = await add([fits, id, last]);
    expect([json.error, json.conflicts?.map((one: { id: number }) => one.id)]).toEqual([
      error,
      conflicts,
    ]);
    expect([await readMarks(t, student), await readHours(t, student)]).toEqual(before);
    expect(await countsOf([fits, last])).toEqual([0, 0]);
  });

  it('adds none when two of them overlap, and names the one in the way [TIME-85]', async () => {
    const [first, second] = [await lecture('MON', 9, 11), await lecture('MON', 10, 12)];
    const { status, json } = await add([second, first]);
    expect([status, json.error, json.conflicts]).toEqual([
      409,
      'LECTURE_OVERLAP',
      [{ id: first, title: (await readLecture(t, first)).title }],
    ]);
    expect(await readMarks(t, student)).toEqual([]);
  });

  it('adds none beyond the limit of a term [TIME-85]', async () => {
    const free = () => createLecture(t, professor, { lectureTimes: [] });
    const ids: number[] = [];
    for (let n = 0; n < LIMITS.marksPerTerm; n += 1) ids.push(await free());
    await markLecture(t, student, await free());
    const { status, json } = await add(ids);
    expect([status, json.error]).toEqual([409, 'TIMETABLE_FULL']);
    expect(await readMarks(t, student)).toHaveLength(1);
    expect((await add(ids.slice(1))).status).toBe(200);
    expect(await readMarks(t, student)).toHaveLength(LIMITS.marksPerTerm);
  });

  it.each([
    '',
    '?lectureRoomIds=',
    '?lectureRoomIds=0',
    '?lectureRoomIds=1,',
    '?lectureRoomIds=1,x',
    `?lectureRoomIds=${Array.from({ length: LIMITS.marksPerTerm + 1 }, (_, n) => n + 1).join(',')}`,
  ])('refuses "%s"', async (query) => {
    for (const method of ['POST', 'DELETE'] as const) {
      const { status } = await t.call(method, `/api/lecture-room/marks${query}`, { as: student });
      expect(status).toBe(400);
    }
  });

  it('of calls at once whose lectures overlap one is carried out [TIME-85, RACE-02]', async () => {
    const pairs: number[][] = [];
    for (let n = 0; n < 6; n += 1) {
      pairs.push([await lecture('MON', 9 + n, 16), await lecture('TUE', 9, 10 + n)]);
    }
    const responses = await Promise.all(
      pairs.map((ids, n) => add(n % 2 === 0 ? ids : ids.toReversed())),
    );
    const done = responses.flatMap(({ status }, n) => (status === 200 ? (pairs[n] ?? []) : []));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([
      200,
      ...Array.from({ length: 5 }, () => 409),
    ]);
    expect(await readMarks(t, student)).toEqual(done);
    const counts = await countsOf(pairs.flat());
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2);
  });
});

describe('DELETE /api/lecture-room/marks', () => {
  it('takes out the named lectures only, also again and after one is gone [TIME-85]', async () => {
    const stays = await lecture('FRI', 9, 11);
    await markLecture(t, student, stays);
    const ids = [await lecture('MON', 9, 11), await lecture('TUE', 9, 11)];
    const other = await t.signIn('STUDENT');
    for (const who of [student, other]) expect((await add(ids, who)).status).toBe(200);
    const { status, json } = await remove(ids);
    expect([status, json]).toEqual([200, { message: '시간표에서 뺐습니다.' }]);
    expect(await readMarks(t, student)).toEqual([stays]);
    expect(await readHours(t, student)).toEqual(['5-09', '5-10']);
    expect(await readMarks(t, other)).toEqual(ids);
    await t.call('DELETE', `/api/lecture-room/${ids[0]}`, { as: professor });
    expect((await remove(ids)).status).toBe(200);
    expect(await countsOf([stays, ids[1] ?? 0])).toEqual([1, 1]);
  });
});
