import { ERRORS } from '@naru/contract/errors';
import { LIMITS } from '@naru/contract/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createLecture,
  lectureForm,
  markLecture,
  readHours,
  readLecture,
  readMarks,
  storeLecturePost,
} from '../../testing/factories/lectures.ts';
import { changePost } from '../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let professor: SignedIn;
let student: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  professor = await t.signIn('PROFESSOR');
});
beforeEach(async () => {
  student = await t.signIn('STUDENT');
  other = await t.signIn('USER');
});
afterAll(() => t.close());

const at = (day: string, start: number, end: number) => ({ day, start, end });
const lecture = (lectureTimes: object[], values: object = {}) =>
  createLecture(t, professor, { lectureTimes: lectureTimes as never, ...values });
const url = (id: number, more = '') => `/api/lecture-room/mark?lectureRoomId=${id}${more}`;
const mark = (as: SignedIn, id: number, more = '') => t.call('POST', url(id, more), { as });
const unmark = (as: SignedIn, id: number) => t.call('DELETE', url(id), { as });
const list = async (as: SignedIn, query = '') =>
  (await t.call('GET', `/api/lecture-room/mark${query}`, { as })).json.markedLecture;
const change = (id: number, body: object) =>
  t.call('PUT', `/api/lecture-room/${id}`, { as: professor, body });

describe('POST /api/lecture-room/mark', () => {
  it('adds the lecture to the timetable of any signed-in member [TIME-01]', async () => {
    const id = await lecture([at('MON', 9, 11), at('WED', 13, 14)]);
    const { status, json } = await mark(other, id);
    expect(status).toBe(200);
    expect(json).toMatchObject({ isMarked: true, markedCount: 1, removed: [] });
    expect(await readHours(t, other)).toEqual(['1-09', '1-10', '3-13']);
    expect((await mark(student, id)).json.markedCount).toBe(2);
    const [row] = await list(other);
    expect(row).toMatchObject({ id, isMarked: true, markedCount: 2, unreadCount: 0 });
    expect(
      (await t.call('GET', `/api/lecture-room/${id}`, { as: professor })).json.data,
    ).toMatchObject({
      isMarked: false,
      markedCount: 2,
    });
  });

  it('refuses a second mark with 409 and keeps one row', async () => {
    const id = await lecture([at('MON', 9, 11)]);
    await mark(student, id);
    for (const more of ['', '&replace=true', '&replace=false']) {
      const { status, json } = await mark(student, id, more);
      expect([status, json.error, json.message]).toEqual([
        409,
        'LECTURE_MARKED',
        '이미 추가한 강의입니다.',
      ]);
    }
    expect(await readMarks(t, student)).toEqual([id]);
    expect(await readHours(t, student)).toEqual(['1-09', '1-10']);
    expect((await readLecture(t, id)).markedCount).toBe(1);
  });

  it('refuses an overlap with 409 and returns the conflicting lectures', async () => {
    const first = await lecture([at('TUE', 9, 11)], { title: '먼저 온 강의' });
    const second = await lecture([at('THU', 15, 16)], { title: '다음 강의' });
    const both = await lecture([at('TUE', 10, 12), at('THU', 13, 18)]);
    await mark(student, first);
    await mark(student, second);
    const { status, json } = await mark(student, both);
    expect(status).toBe(409);
    expect(json).toMatchObject({
      error: 'LECTURE_OVERLAP',
      message: '강의 시간이 중복됩니다.',
      conflicts: [
        { id: first, title: '먼저 온 강의' },
        { id: second, title: '다음 강의' },
      ],
    });
    expect(await readMarks(t, student)).toEqual([first, second]);
    expect(await readHours(t, student)).toEqual(['2-09', '2-10', '4-15']);
    expect((await readLecture(t, both)).markedCount).toBe(0);
  });

  it('replaces the conflicting lectures on request, all or none', async () => {
    const first = await lecture([at('TUE', 9, 11)]);
    const stays = await lecture([at('FRI', 9, 11)]);
    const second = await lecture([at('THU', 15, 16)]);
    const both = await lecture([at('TUE', 10, 12), at('THU', 13, 18)]);
    for (const id of [first, stays, second]) await mark(student, id);
    await mark(other, first);
    const { status, json } = await mark(student, both, '&replace=true');
    expect(status).toBe(200);
    expect(json.removed.map(({ id }: { id: number }) => id)).toEqual([first, second]);
    expect(await readMarks(t, student)).toEqual([stays, both]);
    expect(await readHours(t, student)).toEqual(
      ['2-10', '2-11', '4-13', '4-14', '4-15', '4-16', '4-17', '5-09', '5-10'].toSorted(),
    );
    const counts = await Promise.all(
      [first, stays, second, both].map(async (id) => (await readLecture(t, id)).markedCount),
    );
    expect(counts).toEqual([1, 1, 0, 1]);
    expect(await readMarks(t, other)).toEqual([first]);
  });

  it('treats ends as exclusive, and days and terms separately [TIME-02]', async () => {
    const first = await lecture([at('MON', 9, 11)]);
    const next = await lecture([at('MON', 11, 12)]);
    const before = await lecture([at('MON', 8, 9)]);
    const tuesday = await lecture([at('TUE', 9, 11)]);
    const spring = await lecture([at('MON', 9, 11)], { semester: 1 });
    const lastYear = await lecture([at('MON', 9, 11)], { year: 2025 });
    for (const id of [first, next, before, tuesday, spring, lastYear]) {
      expect((await mark(student, id)).status).toBe(200);
    }
    const ids = async (query: string) =>
      (await list(student, query)).map(({ id }: { id: number }) => id).toSorted();
    expect(await ids('?year=2026&semester=2')).toEqual([first, next, before, tuesday].toSorted());
    expect(await ids('')).toEqual(await ids('?year=2026&semester=2'));
    expect(await ids('?year=2025')).toEqual([lastYear]);
    expect(await ids('?semester=1')).toEqual([spring]);
    expect(await list(await t.signIn('PROFESSOR'))).toEqual([]);
  });

  it.each(['', '?lectureRoomId=abc', '?lectureRoomId=1&replace=perhaps', '?lectureRoomId=-1'])(
    'refuses "%s"',
    async (query) => {
      const { status } = await t.call('POST', `/api/lecture-room/mark${query}`, { as: student });
      expect(status).toBe(400);
    },
  );

  it('refuses more lectures than the limit per term', async () => {
    const ids: number[] = [];
    for (let n = 0; n <= LIMITS.marksPerTerm; n += 1) ids.push(await lecture([]));
    const last = ids.pop() ?? 0;
    for (const id of ids) await markLecture(t, student, id);
    const { status, json } = await mark(student, last);
    expect([status, json.error]).toEqual([409, 'TIMETABLE_FULL']);
    expect((await readLecture(t, last)).markedCount).toBe(0);
    expect((await mark(student, await lecture([], { year: 2025 }))).status).toBe(200);
  });
});

describe('DELETE /api/lecture-room/mark', () => {
  it('frees the hours and is idempotent', async () => {
    const id = await lecture([at('MON', 9, 11)]);
    const rival = await lecture([at('MON', 10, 11)]);
    await mark(student, id);
    await mark(other, id);
    expect((await unmark(student, id)).json).toMatchObject({ isMarked: false, markedCount: 1 });
    expect((await unmark(student, id)).json).toMatchObject({ isMarked: false, markedCount: 1 });
    expect(await readHours(t, student)).toEqual([]);
    expect(await readHours(t, other)).toEqual(['1-09', '1-10']);
    expect((await mark(student, rival)).status).toBe(200);
  });
});

describe('a change of times', () => {
  it('moves the hours of all members who have the lecture', async () => {
    const id = await lecture([at('MON', 9, 11)]);
    await mark(student, id);
    await mark(other, id);
    const times = [at('TUE', 13, 15), at('MON', 10, 12)];
    expect((await change(id, lectureForm({ lectureTimes: times }))).status).toBe(200);
    for (const who of [student, other]) {
      expect(await readHours(t, who)).toEqual(['1-10', '1-11', '2-13', '2-14']);
    }
    const spring = lectureForm({ semester: 1, lectureTimes: times });
    expect((await change(id, spring)).status).toBe(200);
    const rival = await lecture(times);
    expect((await mark(student, rival)).status).toBe(200);
  });

  it('is refused as a whole when it overlaps in one timetable', async () => {
    const id = await lecture([at('MON', 9, 11)]);
    const rival = await lecture([at('TUE', 13, 14)]);
    await mark(student, id);
    await mark(other, id);
    await mark(other, rival);
    const clash = lectureForm({ title: '바뀐 이름', lectureTimes: [at('TUE', 12, 15)] });
    const { status, json } = await change(id, clash);
    expect(status).toBe(409);
    expect(json).toMatchObject({
      error: 'LECTURE_CLASH',
      message: ERRORS.LECTURE_CLASH.message,
    });
    expect(json.conflicts).toBeUndefined();
    expect(await readHours(t, student)).toEqual(['1-09', '1-10']);
    expect(await readHours(t, other)).toEqual(['1-09', '1-10', '2-13']);
    expect((await readLecture(t, id)).title).not.toBe('바뀐 이름');
    const { data: room } = (await t.call('GET', `/api/lecture-room/${id}`, { as: student })).json;
    expect(room.schedules).toEqual([{ dow: 'MONDAY', startTime: 9, endTime: 11 }]);
  });
});

describe('unread posts', () => {
  const unread = async (as: SignedIn, id: number) =>
    (await list(as)).find((row: { id: number }) => row.id === id)?.unreadCount;

  it('are posts of other members since the last visit', async () => {
    const id = await lecture([]);
    await storeLecturePost(t, other, id);
    t.clock.advance(60);
    await mark(student, id);
    expect(await unread(student, id)).toBe(0);
    t.clock.advance(60);
    const question = await storeLecturePost(t, other, id);
    await storeLecturePost(t, null, id, { boardType: 'LECTURE_N' });
    await storeLecturePost(t, student, id);
    expect(await unread(student, id)).toBe(2);
    await changePost(t, question, { deletedAt: t.clock.now() });
    expect(await unread(student, id)).toBe(1);
    const seen = await t.call('POST', `/api/lecture-room/${id}/seen`, { as: student });
    expect([seen.status, seen.json.unreadCount]).toEqual([200, 0]);
    expect(await unread(student, id)).toBe(0);
  });

  it('exclude an anonymous question for its own author only [ANON-14]', async () => {
    const id = await lecture([]);
    await mark(student, id);
    await mark(other, id);
    t.clock.advance(90);
    const minute = new Date(Math.floor(t.clock.now().getTime() / 60_000) * 60_000);
    await storeLecturePost(t, student, id, { anonymous: true, createdAt: minute });
    expect(await unread(student, id)).toBe(0);
    expect(await unread(other, id)).toBe(1);
  });

  it('include an anonymous question from the minute of the last visit', async () => {
    const id = await lecture([]);
    t.clock.advance(90 - (Math.floor(t.clock.now().getTime() / 1000) % 60));
    await mark(student, id);
    const minute = new Date(Math.floor(t.clock.now().getTime() / 60_000) * 60_000);
    expect(minute < t.clock.now()).toBe(true);
    await storeLecturePost(t, other, id, { anonymous: true, createdAt: minute });
    expect(await unread(student, id)).toBe(1);
  });

  it('accept a visit to a room that is not in the timetable', async () => {
    const id = await lecture([]);
    const { status } = await t.call('POST', `/api/lecture-room/${id}/seen`, { as: student });
    expect(status).toBe(200);
    expect(await readMarks(t, student)).toEqual([]);
  });
});

describe('parallel requests', () => {
  const fifty = async (work: (n: number) => Promise<{ status: number }>) => {
    const responses = await Promise.all(Array.from({ length: 50 }, (_, n) => work(n)));
    return (status: number) => responses.filter((response) => response.status === status).length;
  };

  it('fifty marks of overlapping lectures leave exactly one [RACE-02]', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 50; n += 1) {
      ids.push(await lecture([at('MON', 9 + (n % 3), 12 + (n % 4))]));
    }
    const count = await fifty((n) => mark(student, ids[n] ?? 0));
    expect([count(200), count(409)]).toEqual([1, 49]);
    const [remaining = 0, ...rest] = await readMarks(t, student);
    expect(rest).toEqual([]);
    const counts = await Promise.all(ids.map((id) => readLecture(t, id)));
    expect(counts.filter(({ markedCount }) => markedCount !== 0).map(({ id }) => id)).toEqual([
      remaining,
    ]);
    expect((await readHours(t, student)).length).toBeGreaterThan(0);
  });

  it('fifty identical marks leave one row and one count [RACE-02]', async () => {
    const id = await lecture([at('MON', 9, 11)]);
    const count = await fifty(() => mark(student, id));
    expect([count(200), count(409)]).toEqual([1, 49]);
    expect(await readMarks(t, student)).toEqual([id]);
    expect((await readLecture(t, id)).markedCount).toBe(1);
  });

  it('marks and unmarks of many members keep counts equal to the rows [RACE-02]', async () => {
    const ids = [
      await lecture([at('MON', 9, 11)]),
      await lecture([at('MON', 10, 12)]),
      await lecture([at('TUE', 9, 11)]),
    ] as const;
    const crowd = await Promise.all(Array.from({ length: 10 }, () => t.signIn('STUDENT')));
    const count = await fifty((n) => {
      const as = crowd[n % crowd.length] as SignedIn;
      const id = ids[n % ids.length] ?? 0;
      if (n % 5 === 4) return unmark(as, id);
      return mark(as, id, n % 2 === 0 ? '&replace=true' : '');
    });
    expect(count(200) + count(409)).toBe(50);
    const marks = await Promise.all(crowd.map((one) => readMarks(t, one)));
    for (const id of ids) {
      const rows = marks.flat().filter((one) => one === id).length;
      expect((await readLecture(t, id)).markedCount).toBe(rows);
    }
    for (const own of marks) {
      expect(own.includes(ids[0]) && own.includes(ids[1])).toBe(false);
    }
  });

  it('changes of times and marks never leave an overlap', async () => {
    const ids = [await lecture([at('MON', 9, 10)]), await lecture([at('TUE', 9, 10)])];
    const crowd = await Promise.all(Array.from({ length: 5 }, () => t.signIn('STUDENT')));
    const days = ['MON', 'TUE', 'WED'];
    const count = await fifty((n) => {
      const id = ids[n % 2] ?? 0;
      if (n % 5 === 0) {
        const times = [at(days[n % 3] ?? 'MON', 9, 10)];
        return change(id, lectureForm({ lectureTimes: times }));
      }
      return mark(crowd[n % 5] as SignedIn, id, n % 3 === 0 ? '&replace=true' : '');
    });
    expect(count(200) + count(409)).toBe(50);
    for (const one of crowd) {
      const marks = await readMarks(t, one);
      expect(await readHours(t, one)).toHaveLength(marks.length);
    }
  });

  it('a lecture removed meanwhile is in no timetable', async () => {
    const id = await lecture([at('MON', 9, 11)]);
    const crowd = await Promise.all(Array.from({ length: 10 }, () => t.signIn('STUDENT')));
    await Promise.all([
      ...crowd.map((one) => mark(one, id)),
      t.call('DELETE', `/api/lecture-room/${id}`, { as: professor }),
      ...crowd.map((one) => mark(one, id)),
    ]);
    for (const one of crowd) {
      expect(await readMarks(t, one)).toEqual([]);
      expect(await readHours(t, one)).toEqual([]);
    }
    expect((await readLecture(t, id)).markedCount).toBe(0);
  });
});

describe('the entry code of a members-only room', () => {
  const CODE = '등대-2026';
  const enter = (as: SignedIn, id: number, code?: string) =>
    t.call(
      'POST',
      `/api/lecture-room/mark?lectureRoomId=${id}${code === undefined ? '' : `&code=${encodeURIComponent(code)}`}`,
      { as },
    );
  const closedRoom = (values: object = {}) =>
    createLecture(t, professor, {
      membersOnly: true,
      lectureTimes: [],
      entryCode: CODE,
      ...values,
    });
  const canRead = async (as: SignedIn, id: number) =>
    (await t.call('GET', `/api/lecture-room/${id}`, { as })).json.data.canRead;

  it('admits who knows it; the timetable alone opens no room [LECT-76]', async () => {
    const id = await closedRoom();
    const outsider = await t.signIn('STUDENT');
    for (const [code, error] of [
      [undefined, 'LECTURE_CODE_REQUIRED'],
      ['등대-2025', 'LECTURE_CODE_WRONG'],
    ] as const) {
      const refused = await enter(outsider, id, code);
      expect([refused.status, refused.json.error]).toEqual([403, error]);
      expect(await canRead(outsider, id)).toBe(false);
      expect(await readMarks(t, outsider)).toEqual([]);
    }
    expect((await enter(outsider, id, ` ${CODE} `)).status).toBe(200);
    expect(await canRead(outsider, id)).toBe(true);
  });

  it('is not asked of the professor, staff, and members who were in before the room closed [LECT-76]', async () => {
    const open = await createLecture(t, professor, { lectureTimes: [] });
    const early = await t.signIn('STUDENT');
    expect((await enter(early, open)).status).toBe(200);
    const body = lectureForm({ membersOnly: true, entryCode: CODE, lectureTimes: [] });
    await t.call('PUT', `/api/lecture-room/${open}`, { as: professor, body });
    expect(await canRead(early, open)).toBe(true);
    for (const as of [professor, await t.signIn('MANAGER')]) {
      expect((await enter(as, open)).status).toBe(200);
    }
  });

  it('is shown to those who may edit or manage the lecture only [LECT-76]', async () => {
    const id = await closedRoom();
    const member = await t.signIn('STUDENT');
    await enter(member, id, CODE);
    const shown = async (as: SignedIn) =>
      (await t.call('GET', `/api/lecture-room/${id}`, { as })).json.data.entryCode;
    expect(await shown(professor)).toBe(CODE);
    expect(await shown(member)).toBeNull();
    const list = await t.call('GET', '/api/lecture-room/list', { as: member });
    expect(list.text).not.toContain(CODE);
  });

  it('lets nobody in without a code, and not by guessing [LECT-76]', async () => {
    const id = await closedRoom({ entryCode: null });
    const guesser = await t.signIn('STUDENT');
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await enter(guesser, id, `code${n}`)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429]);
    const short = lectureForm({ membersOnly: true, entryCode: '123' });
    expect((await t.call('POST', '/api/lecture-room', { as: professor, body: short })).status).toBe(
      400,
    );
  });
});
