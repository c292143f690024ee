import type { TimetablePlan } from '@naru/contract/timetable-plans';
import {
  createFinishedLecture,
  reviewForm,
  takeLecture,
  writeReview,
} from '../factories/course-reviews.ts';
import { befriend } from '../factories/friends.ts';
import { createLecture, lectureForm, markLecture } from '../factories/lectures.ts';
import { createAcademicDate } from '../factories/school.ts';
import {
  createEntry,
  createFullPlan,
  entryForm,
  openTimetables,
  planEntryForm,
  planForm,
} from '../factories/timetable-plans.ts';
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

/** The timetable of the term of its one lecture. */
const readMarks: Build = async ({ t }, { owner }) => {
  const year = nextYear();
  await markLecture(t, owner, await createLecture(t, owner, { year }));
  return { url: `/api/lecture-room/mark?year=${year}&semester=2` };
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
    const member = isForged ? owner : (caller ?? owner);
    // Those of other cells would overlap with it.
    await t.database.pool.query('delete from private_entries where member_id = $1', [member.id]);
    const id = await createEntry(t, member);
    return { url: `/api/timetable/entries/${id}`, ...(body !== undefined && { body: body() }) };
  };

const termOf = ({ year, semester }: TimetablePlan) => ({ year, semester });

/** With a plan of the caller, in the column Non of the owner. */
const onPlan =
  (suffix: string, body?: (plan: TimetablePlan, world: World, cell: Cell) => unknown): Build =>
  async (world, cell) => {
    const { caller, owner, isForged } = cell;
    const member = isForged ? owner : (caller ?? owner);
    // Those of other cells would fill the term.
    await world.t.database.pool.query('delete from timetable_plans where member_id = $1', [
      member.id,
    ]);
    const plan = await createFullPlan(world.t, member, owner);
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
  'GET /api/lecture-room/mark': readMarks,
  'POST /api/lecture-room/mark': onLecture('/api/lecture-room/mark?lectureRoomId='),
  'DELETE /api/lecture-room/mark': onLecture('/api/lecture-room/mark?lectureRoomId='),
  'POST /api/lecture-room/marks': onLecture('/api/lecture-room/marks?lectureRoomIds='),
  'DELETE /api/lecture-room/marks': onLecture('/api/lecture-room/marks?lectureRoomIds='),
  'GET /api/lecture-room/timetable.ics': onTimetable('/api/lecture-room/timetable.ics'),
  'POST /api/lecture-room': () => ({ url: '/api/lecture-room', body: lectureForm() }),
  'GET /api/lecture-room/:lectureId': onLecture('/api/lecture-room/'),
  'PUT /api/lecture-room/:lectureId': onLecture('/api/lecture-room/', '', lectureForm),
  'DELETE /api/lecture-room/:lectureId': onLecture('/api/lecture-room/'),
  'POST /api/lecture-room/:lectureId/seen': onLecture('/api/lecture-room/', '/seen'),
  'GET /api/lecture-room/:lectureId/stats': onLecture('/api/lecture-room/', '/stats'),
};

const urlOf = (id: number) => `/api/lecture-room/${id}/reviews`;

/** With a lecture that the caller has taken, in the column Non the owner. */
const onTaken =
  (body?: unknown): Build =>
  async ({ t, other }, { caller, owner, isForged }) => {
    const id = await createFinishedLecture(t, other);
    await takeLecture(t, isForged ? owner : (caller ?? owner), id);
    return { url: urlOf(id), ...(body !== undefined && { body }) };
  };

/** With a review by the caller if they may write, in the column Non by the owner. */
const onReview: Build = async ({ t, other, student }, { caller, owner, isForged }) => {
  const id = await createFinishedLecture(t, other);
  const writer = isForged || caller === null ? owner : caller;
  const mayWrite = ['STUDENT', 'STUDENT_COUNCIL', 'MANAGER', 'ADMIN', 'SYSTEM'];
  const isWriter = writer.roles.some((role) => mayWrite.includes(role));
  await writeReview(t, isWriter ? writer : student, id);
  return { url: urlOf(id) };
};

/** With reviews by three members, which is enough to show them. */
const onCourse =
  (urlFor: (id: number) => string): Build =>
  async ({ t, other, student, byRole }) => {
    const id = await createFinishedLecture(t, other);
    const content = '예제가 많습니다.';
    for (const writer of [student, byRole.MANAGER, byRole.ADMIN]) {
      await writeReview(t, writer, id, { content });
    }
    return { url: urlFor(id) };
  };

export const COURSE_REVIEW_REQUESTS: Record<string, Build> = {
  'GET /api/lecture-room/:lectureId/reviews': onCourse(urlOf),
  'PUT /api/lecture-room/:lectureId/reviews': onTaken(reviewForm()),
  'DELETE /api/lecture-room/:lectureId/reviews': onReview,
  'GET /api/course-reviews/stars': onCourse(() => '/api/course-reviews/stars?year=2025&semester=2'),
  'GET /api/course-reviews/mine': async (world, cell) => {
    await onReview(world, cell);
    await onTaken()(world, cell);
    return { url: '/api/course-reviews/mine' };
  },
};

const STAFF = '/api/admin/academic-dates';
const RANGE = 'from=2026-11-01&to=2026-11-30';
const DATE = { title: '기말고사', kind: 'EXAM', startsOn: '2026-11-23', endsOn: '2026-11-27' };

const onDate =
  (suffix: string, body?: unknown): Build =>
  async ({ t }) => ({
    url: `${STAFF}/${await createAcademicDate(t)}${suffix}`,
    ...(body !== undefined && { body }),
  });

const list =
  (path: string): Build =>
  async ({ t }) => {
    await createAcademicDate(t);
    return { url: `${path}?${RANGE}` };
  };

export const ACADEMIC_CALENDAR_REQUESTS: Record<string, Build> = {
  'GET /api/academic-dates': list('/api/academic-dates'),
  'GET /api/admin/academic-dates': list(STAFF),
  'POST /api/admin/academic-dates': () => ({ url: STAFF, body: DATE }),
  'PUT /api/admin/academic-dates/:id': onDate('', DATE),
  'DELETE /api/admin/academic-dates/:id': onDate(''),
  'POST /api/admin/academic-dates/:id/restore': async ({ t }) => {
    const id = await createAcademicDate(t, { deletedAt: t.clock.now() });
    return { url: `${STAFF}/${id}/restore` };
  },
  'POST /api/admin/academic-dates/import': () => ({
    url: `${STAFF}/import`,
    body: { text: '일정,시작일\n개교기념일,2026-11-26', preview: true },
  }),
};
