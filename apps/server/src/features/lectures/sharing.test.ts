import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { befriend } from '../../testing/factories/friends.ts';
import { createLecture, markLecture } from '../../testing/factories/lectures.ts';
import { createEntry, openTimetables } from '../../testing/factories/timetable-plans.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let professor: SignedIn;
let me: SignedIn;
let friend: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  professor = await t.signIn('PROFESSOR');
});
beforeEach(async () => {
  me = await t.signIn('STUDENT');
  friend = await t.signIn('STUDENT');
  await befriend(t.db, me, friend);
});
afterAll(() => t.close());

const TERM = { year: 2026, semester: 2 as const };
const show = (as: SignedIn, to: { id: number }, isShown = true) =>
  t.call('PUT', `/api/timetable/friends/${to.id}`, { as, body: { isShown } });
const open = (as: SignedIn, isOpen = true) =>
  t.call('PUT', '/api/timetable/open', { as, body: { isOpen } });
const list = async (as: SignedIn) => (await t.call('GET', '/api/timetable/friends', { as })).json;
const compare = (as: SignedIn, ...friends: { id: number }[]) =>
  t.call('GET', `/api/timetable/common?friends=${friends.map(({ id }) => id).join(',')}`, { as });
const statusOf = async (as: SignedIn, ...friends: { id: number }[]) =>
  (await compare(as, ...friends)).status;

/** A lecture on Monday from 9 to 10:15, an entry right after it, and one on Friday. */
async function fillWeek(member: SignedIn) {
  const title = `비밀 강의 ${member.id}`;
  const lectureTimes = [{ day: 'MON', start: 9, end: 11, endMinute: 615 }];
  const id = await createLecture(t, professor, { title, lectureTimes });
  await markLecture(t, member, id);
  await createEntry(t, member, {
    ...TERM,
    title: '비밀 알바',
    place: '비밀 장소',
    times: [
      { day: 'MON', start: 10, end: 12, startMinute: 615 },
      { day: 'FRI', start: 18, end: 20 },
    ],
  });
}

describe('consent', () => {
  it('of one side is not enough [TIME-72]', async () => {
    expect(await statusOf(me, friend)).toBe(403);
    await show(me, friend);
    const { status, json } = await compare(me, friend);
    expect([status, json.error]).toEqual([403, 'TIMETABLE_HIDDEN']);
    expect(await statusOf(friend, me)).toBe(403);
    expect(await list(friend)).toMatchObject({
      isOpen: false,
      friends: [{ id: me.id, isShown: false, showsMe: true }],
    });
    await show(friend, me);
    expect([await statusOf(me, friend), await statusOf(friend, me)]).toEqual([200, 200]);
  });

  it('may be given to all friends, and is given to friends only [TIME-72]', async () => {
    await openTimetables(t, me, friend);
    expect(await statusOf(me, friend)).toBe(200);
    const stranger = await t.signIn('STUDENT');
    await openTimetables(t, stranger);
    expect(await statusOf(me, stranger)).toBe(403);
    expect(await statusOf(me, friend, stranger)).toBe(403);
    const refused = await show(me, stranger);
    expect([refused.status, refused.json.error]).toEqual([404, 'FRIEND_NOT_FOUND']);
    expect((await list(me)).friends).toHaveLength(1);
    expect(await list(me)).toMatchObject({ isOpen: true, friends: [{ showsMe: true }] });
  });

  it('ends at once when it is withdrawn, from either side [TIME-73]', async () => {
    await show(me, friend);
    await open(friend);
    expect(await statusOf(me, friend)).toBe(200);
    await show(me, friend, false);
    expect([await statusOf(me, friend), await statusOf(friend, me)]).toEqual([403, 403]);
    await show(me, friend);
    await open(friend, false);
    expect([await statusOf(me, friend), await statusOf(friend, me)]).toEqual([403, 403]);
  });

  it('ends with the friendship, and a new one begins without [TIME-73]', async () => {
    await show(me, friend);
    await show(friend, me);
    await t.call('DELETE', `/api/friend/${friend.id}`, { as: me });
    expect(await statusOf(friend, me)).toBe(403);
    await befriend(t.db, me, friend);
    expect((await list(me)).friends).toMatchObject([{ isShown: false, showsMe: false }]);
    expect(await statusOf(me, friend)).toBe(403);
  });

  it('ends with a block and with the account [TIME-73]', async () => {
    const third = await t.signIn('STUDENT');
    await befriend(t.db, me, third);
    await openTimetables(t, me, friend, third);
    expect(await statusOf(me, friend, third)).toBe(200);
    await t.call('POST', '/api/friend/block', { as: friend, body: { id: me.id } });
    expect([await statusOf(me, friend), await statusOf(friend, me)]).toEqual([403, 403]);
    expect(await statusOf(me, third)).toBe(200);
    await t.db.execute(`update members set withdrawn_at = now() where id = ${third.id}`);
    expect(await statusOf(me, third)).toBe(403);
  });

  it('given twenty times at once is given once; with a friendship that ends it ends [RACE-02]', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => show(me, friend)));
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    await Promise.all([
      ...Array.from({ length: 10 }, () => show(friend, me)),
      t.call('DELETE', `/api/friend/${friend.id}`, { as: me }),
      ...Array.from({ length: 10 }, () => show(friend, me)),
    ]);
    const { rows } = await t.db.execute(`select 1 from timetable_showings
      where member_id in (${me.id}, ${friend.id})`);
    expect(rows).toEqual([]);
  });
});

describe('GET /api/timetable/common', () => {
  it.each(['', '?friends=', '?friends=x', '?friends=1,2,3,4,5,6', '?friends=1,', '?friends=0'])(
    'refuses "%s"',
    async (query) => {
      const { status } = await t.call('GET', `/api/timetable/common${query}`, { as: me });
      expect(status).toBe(400);
    },
  );

  it('shows when each is busy and never with what [TIME-72]', async () => {
    await openTimetables(t, me, friend);
    await fillWeek(friend);
    await createEntry(t, me, { ...TERM, times: [{ day: 'TUE', start: 9, end: 10 }] });
    const { json, text } = await compare(me, friend);
    expect(json).toEqual({
      ...TERM,
      people: [
        {
          id: me.id,
          nickname: me.nickname,
          busy: [{ dow: 'TUESDAY', startTime: 9, endTime: 10 }],
        },
        {
          id: friend.id,
          nickname: friend.nickname,
          busy: [
            { dow: 'MONDAY', startTime: 9, endTime: 12 },
            { dow: 'FRIDAY', startTime: 18, endTime: 20 },
          ],
        },
      ],
    });
    expect(text).not.toContain('비밀');
    const other = `/api/timetable/common?friends=${friend.id}&year=2025&semester=1`;
    const { people } = (await t.call('GET', other, { as: me })).json;
    expect(people.map(({ busy }: { busy: object[] }) => busy)).toEqual([[], []]);
  });

  it('compares up to five friends, each with the consent of both sides [TIME-74]', async () => {
    const group = await Promise.all(Array.from({ length: 4 }, () => t.signIn('STUDENT')));
    for (const one of group) await befriend(t.db, me, one);
    await openTimetables(t, me, friend, ...group.slice(1));
    expect(await statusOf(me, friend, ...group)).toBe(403);
    await show(group[0] as SignedIn, me);
    const { status, json } = await compare(me, friend, ...group);
    expect(status).toBe(200);
    expect(json.people).toHaveLength(6);
    expect(json.people[0].id).toBe(me.id);
  });
});
