import type { TimetablePlan } from '@naru/contract/timetable-plans';
import { createAcademicDate } from '../factories/academic-dates.ts';
import { befriend } from '../factories/friends.ts';
import { createLecture, lectureForm, markLecture } from '../factories/lectures.ts';
import { createEntry, entryForm, openTimetables } from '../factories/private-entries.ts';
import { createFullPlan, planEntryForm, planForm } from '../factories/timetable-plans.ts';
import type { Build, Cell } from './build.ts';
import type { World } from './world.ts';

let counter = 0;

/** A distinct year for each lecture: lectures of different terms never overlap. */
function nextYear(): number {
  counter += 1;
  return 2000 + (counter % 100);
}

const lectureOf = ({ t }: World, { owner }: Cell) => createLecture(t, owner, { year: nextYear() });

const onLecture =
  (prefix: string, suffix = '', body?: () => unknown): Build =>
  async (world, cell) => ({
    url: `${prefix}${await lectureOf(world, cell)}${suffix}`,
    ...(body !== undefined && { body: body() }),
  });

/** With a lecture in the owner's timetable. */
const onTimetable =
  (url: string): Build =>
  async (world, cell) => {
    await markLecture(world.t, cell.owner, await lectureOf(world, cell));
    return { url };
  };

/** A new friend of the caller, in the column Non of the owner. */
async function friendOf({ t }: World, { caller, owner, isForged }: Cell) {
  const friend = await t.signIn('STUDENT');
  await befriend(t.db, friend, isForged ? owner : (caller ?? owner));
  return friend;
}

/** With a private entry of the caller, in the column Non of the owner. */
const onEntry =
  (body?: () => unknown): Build =>
  async ({ t }, { caller, owner, isForged }) => {
    const id = await createEntry(t, isForged ? owner : (caller ?? owner));
    return { url: `/api/timetable/entries/${id}`, ...(body !== undefined && { body: body() }) };
  };

const termOf = ({ year, semester }: TimetablePlan) => ({ year, semester });

/** With a plan of the caller, in the column Non of the owner. */
const onPlan =
  (suffix: string, body?: (plan: TimetablePlan, world: World, cell: Cell) => unknown): Build =>
  async (world, cell) => {
    const { caller, owner, isForged } = cell;
    const plan = await createFullPlan(world.t, isForged ? owner : (caller ?? owner), owner);
    const { id, entries, lectures } = plan;
    const tail = suffix
      .replace(':entryId', String(entries[0]?.id))
      .replace(':lectureId', String(lectures[0]?.id));
    const sent = body && (await body(plan, world, cell));
    return { url: `/api/timetable/plans/${id}${tail}`, ...(sent !== undefined && { body: sent }) };
  };

export const LECTURE_REQUESTS: Record<string, Build> = {
  'GET /api/lecture-room/list': async (world, cell) => {
    await lectureOf(world, cell);
    return { url: '/api/lecture-room/list' };
  },
  'GET /api/timetable/entries': async ({ t }, { caller, owner }) => {
    await createEntry(t, caller ?? owner);
    return { url: '/api/timetable/entries' };
  },
  'POST /api/timetable/entries': () => ({ url: '/api/timetable/entries', body: entryForm() }),
  'GET /api/timetable/friends': async (world, cell) => {
    await friendOf(world, cell);
    return { url: '/api/timetable/friends' };
  },
  'PUT /api/timetable/open': () => ({ url: '/api/timetable/open', body: { isOpen: true } }),
  'PUT /api/timetable/friends/:id': async (world, cell) => ({
    url: `/api/timetable/friends/${(await friendOf(world, cell)).id}`,
    body: { isShown: true },
  }),
  'GET /api/timetable/common': async (world, cell) => {
    const friend = await friendOf(world, cell);
    const owner = cell.isForged ? cell.owner : (cell.caller ?? cell.owner);
    await openTimetables(world.t, owner, friend);
    await createEntry(world.t, friend, { year: 2026 });
    return { url: `/api/timetable/common?friends=${friend.id}&year=2026&semester=2` };
  },
  'PUT /api/timetable/entries/:entryId': onEntry(entryForm),
  'DELETE /api/timetable/entries/:entryId': onEntry(),
  'GET /api/timetable/plans': async ({ t }, { caller, owner }) => {
    await createFullPlan(t, caller ?? owner, owner);
    return { url: '/api/timetable/plans' };
  },
  'POST /api/timetable/plans': async ({ t }, { caller, owner }) => {
    const { year } = planForm();
    const member = caller ?? owner;
    await markLecture(t, member, await createLecture(t, owner, { year, semester: 1 }));
    await createEntry(t, member, { year, semester: 1 });
    return { url: '/api/timetable/plans', body: planForm({ year, copy: true }) };
  },
  'PUT /api/timetable/plans/:planId': onPlan('', () => ({ name: '계획' })),
  'DELETE /api/timetable/plans/:planId': onPlan(''),
  'POST /api/timetable/plans/:planId/restore': onPlan('/restore', async (plan, { t }, cell) => {
    const { id: memberId, roles } = cell.isForged ? cell.owner : (cell.caller ?? cell.owner);
    await t.services.lectures.removePlan({ memberId, roles, sessionId: '' }, plan.id);
  }),
  'POST /api/timetable/plans/:planId/lectures': onPlan('/lectures', async (plan, { t }, cell) => {
    const lectureTimes = [{ day: 'TUESDAY', start: 9, end: 11 }];
    return { lectureId: await createLecture(t, cell.owner, { ...termOf(plan), lectureTimes }) };
  }),
  'DELETE /api/timetable/plans/:planId/lectures/:lectureId': onPlan('/lectures/:lectureId'),
  'POST /api/timetable/plans/:planId/entries': onPlan('/entries', () =>
    planEntryForm({ times: [{ day: 'TUESDAY', start: 18, end: 20 }] }),
  ),
  'PUT /api/timetable/plans/:planId/entries/:entryId': onPlan('/entries/:entryId', () =>
    planEntryForm(),
  ),
  'DELETE /api/timetable/plans/:planId/entries/:entryId': onPlan('/entries/:entryId'),
  'GET /api/timetable/plans/:planId/changes': onPlan('/changes'),
  'POST /api/timetable/plans/:planId/apply': onPlan('/apply', async (plan, { t }, cell) => {
    const { id: memberId, roles } = cell.isForged ? cell.owner : (cell.caller ?? cell.owner);
    const actor = { memberId, roles, sessionId: '' };
    return { version: (await t.services.lectures.comparePlan(actor, plan.id)).version };
  }),
  'GET /api/lecture-room/terms': async ({ t }) => {
    await createAcademicDate(t);
    return { url: '/api/lecture-room/terms' };
  },
  'GET /api/lecture-room/mark': onTimetable('/api/lecture-room/mark'),
  'POST /api/lecture-room/mark': onLecture('/api/lecture-room/mark?lectureRoomId='),
  'DELETE /api/lecture-room/mark': onLecture('/api/lecture-room/mark?lectureRoomId='),
  'GET /api/lecture-room/timetable.ics': onTimetable('/api/lecture-room/timetable.ics'),
  'POST /api/lecture-room': () => ({ url: '/api/lecture-room', body: lectureForm() }),
  'GET /api/lecture-room/:lectureId': onLecture('/api/lecture-room/'),
  'PUT /api/lecture-room/:lectureId': onLecture('/api/lecture-room/', '', lectureForm),
  'DELETE /api/lecture-room/:lectureId': onLecture('/api/lecture-room/'),
  'POST /api/lecture-room/:lectureId/seen': onLecture('/api/lecture-room/', '/seen'),
  'GET /api/lecture-room/:lectureId/stats': onLecture('/api/lecture-room/', '/stats'),
};
