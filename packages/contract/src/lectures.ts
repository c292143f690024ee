import * as z from 'zod/mini';
import { nextDateSchema } from './academic-calendar.ts';
import {
  countedPage,
  dateSchema,
  idParam,
  idsText,
  intText,
  messageSchema,
  pagingQuery,
  searchField,
} from './fields.ts';
import { entryCodeField, lectureBody } from './lecture-fields.ts';
import { LIMITS } from './limits.ts';
import { fileAddress } from './own-files.ts';
import { del, get, post, put } from './route.ts';
import { TEXTS } from './texts.ts';
import { DAYS } from './timetable.ts';

export { type LectureInput, lectureBody } from './lecture-fields.ts';

export const semesterSchema = z.union([z.literal(1), z.literal(2)]);

export const scheduleSchema = z.object({
  dow: z.enum(DAYS),
  /** Hour of the day in which it starts, 0 to 22. */
  startTime: z.number(),
  /** Hour of the day by which it has ended, 1 to 23; exclusive. */
  endTime: z.number(),
  /** Minute of the day at which it starts or ends; missing at the full hour. */
  startMinute: z.optional(z.number()),
  endMinute: z.optional(z.number()),
});

/** A lecture of one term: its room, and an entry for timetables. */
export const lectureSchema = z.object({
  id: z.number(),
  title: z.string(),
  grade: z.number(),
  semester: semesterSchema,
  year: z.number(),
  /** Plain text; empty when there is none, like the following ones. */
  intro: z.string(),
  themeColor: z.string(),
  /** As given, otherwise the professor's nickname; empty when both are unknown. */
  professorName: z.string(),
  professorNickname: z.nullable(z.string()),
  professorId: z.nullable(z.number()),
  professorThumbnail: z.nullable(fileAddress),
  /** Location. */
  room: z.string(),
  /** As given; null when the hours count. */
  credit: z.nullable(z.number()),
  /** Effective credits: `credit`, otherwise the hours per week. */
  credits: z.number(),
  schedules: z.array(scheduleSchema),
  /** Members with the lecture in their timetable. */
  markedCount: z.number(),
  /** In the viewer's timetable, which is its favorite star too. */
  isMarked: z.boolean(),
  membersOnly: z.boolean(),
  /** For those who may edit or manage the lecture; null for others and without one. */
  entryCode: z.nullable(z.string()),
  /** The viewer may read its boards. */
  canRead: z.boolean(),
  /** The viewer may edit and delete the lecture. */
  canEdit: z.boolean(),
  /** The viewer may answer its questions. */
  canManage: z.boolean(),
  /** The viewer is its professor. */
  isOwner: z.boolean(),
  createdDate: dateSchema,
});
export type Lecture = z.output<typeof lectureSchema>;

/** A lecture of the viewer's timetable. */
export const markedLectureSchema = z.object({
  ...lectureSchema.shape,
  /** Unread posts of other members in its boards; 100 stands for 100 and more. */
  unreadCount: z.number(),
});
export type MarkedLecture = z.output<typeof markedLectureSchema>;

const termSchema = z.object({ year: z.number(), semester: semesterSchema });
const knownTermSchema = z.object({
  ...termSchema.shape,
  /** 2026년 2학기 */
  name: z.string(),
});
export type KnownTerm = z.output<typeof knownTermSchema>;

const currentTermSchema = z.object({
  ...termSchema.shape,
  /** First and last day of lectures, yyyy-mm-dd; the rest of the term is vacation. */
  from: z.string(),
  to: z.string(),
  /** Of the current term, from today on: days without lectures. */
  holidays: z.optional(z.array(nextDateSchema)),
});
export type CurrentTerm = z.output<typeof currentTermSchema>;

const knownTermsSchema = z.object({
  /** `isOver`: its lectures are. */
  current: z.object({ ...currentTermSchema.shape, isOver: z.boolean() }),
  /** The next term from the first day of its enrolment on, else the current one. */
  planned: currentTermSchema,
  terms: z.array(knownTermSchema),
  /** What begins or ends next. */
  nextDates: z.array(nextDateSchema),
});
export type KnownTerms = z.output<typeof knownTermsSchema>;

/** Activity of a room in the last 7 days. */
const weeklySchema = z.object({
  questions: z.number(),
  reviews: z.number(),
  materials: z.number(),
  notices: z.number(),
  comments: z.number(),
});
export type LectureWeek = z.output<typeof weeklySchema>;

export const termQuery = z.object({
  year: z.optional(intText(LIMITS.termYearMin, LIMITS.termYearMax)),
  semester: z.optional(
    z.pipe(
      z.enum(['1', '2'], { error: TEXTS.valueInvalid }),
      z.transform((value): 1 | 2 => (value === '1' ? 1 : 2)),
    ),
  ),
});
const roomParams = z.object({ lectureId: idParam });
const marksQuery = z.object({ lectureRoomIds: idsText(LIMITS.marksPerTerm) });
const markedSchema = z.object({
  ...messageSchema.shape,
  isMarked: z.boolean(),
  markedCount: z.number(),
});

/** Rooms and the timetable. Their posts: `lecturePostRoutes`. */
export const lectureRoutes = {
  list: get('/api/lecture-room/list', 'signedIn', {
    summary: 'Lectures, newest term first, then by grade and title; filtered and searched',
    query: z.object({
      ...termQuery.shape,
      grade: z.optional(intText(1, LIMITS.gradeMax)),
      /** Matches title, professor and intro. */
      query: searchField,
      /** Only lectures at whose times the viewer's timetable is free; those in it are not. */
      free: z.optional(z.enum(['true', 'false'], { error: TEXTS.valueInvalid })),
      /** With `free`: at whose times this plan of the viewer is free instead. */
      plan: z.optional(idParam),
      /** Only rooms whose professor is the viewer. */
      mine: z.optional(z.enum(['true', 'false'], { error: TEXTS.valueInvalid })),
      ...pagingQuery(LIMITS.lecturePageSize, LIMITS.lecturePageSize),
    }),
    response: z.object({ data: z.array(lectureSchema), ...countedPage }),
    errors: ['PLAN_NOT_FOUND'],
  }),
  terms: get('/api/lecture-room/terms', 'signedIn', {
    summary:
      'The current term, the one that is planned, both with those that hold lectures, newest first, and the next academic dates',
    response: knownTermsSchema,
  }),
  marks: get('/api/lecture-room/mark', 'signedIn', {
    summary: "Lectures of the caller's timetable in a term, the current one by default",
    query: termQuery,
    response: z.object({ markedLecture: z.array(markedLectureSchema) }),
  }),
  mark: post('/api/lecture-room/mark', 'signedIn', {
    summary: 'Add a lecture to the own timetable; replace=true removes what it overlaps',
    query: z.object({
      lectureRoomId: idParam,
      replace: z.optional(z.enum(['true', 'false'], { error: TEXTS.valueInvalid })),
      /** The entry code of a members-only room. */
      code: z.optional(entryCodeField),
    }),
    response: z.object({
      ...markedSchema.shape,
      /** Lectures and private entries removed to make room for it. */
      removed: z.array(
        z.object({ id: z.number(), title: z.string(), isEntry: z.optional(z.literal(true)) }),
      ),
    }),
    errors: [
      'LECTURE_NOT_FOUND',
      'LECTURE_OVERLAP',
      'LECTURE_MARKED',
      'TIMETABLE_FULL',
      'LECTURE_CODE_REQUIRED',
      'LECTURE_CODE_WRONG',
      'TOO_MANY_REQUESTS',
    ],
  }),
  unmark: del('/api/lecture-room/mark', 'signedIn', {
    summary: 'Take a lecture out of the own timetable; nothing happens when it is not there',
    query: z.object({ lectureRoomId: idParam }),
    response: markedSchema,
    errors: ['LECTURE_NOT_FOUND'],
  }),
  markAll: post('/api/lecture-room/marks', 'signedIn', {
    summary: 'Add several lectures to the own timetable, all or none',
    query: marksQuery,
    response: messageSchema,
    errors: [
      'LECTURE_NOT_FOUND',
      'LECTURE_OVERLAP',
      'LECTURE_MARKED',
      'TIMETABLE_FULL',
      'LECTURE_CODE_REQUIRED',
    ],
  }),
  unmarkAll: del('/api/lecture-room/marks', 'signedIn', {
    summary: 'Take several lectures out of the own timetable; those that are not there stay out',
    query: marksQuery,
    response: messageSchema,
  }),
  calendar: get('/api/lecture-room/timetable.ics', 'signedIn', {
    summary:
      'The own timetable of a term, the current one by default, or a plan as a calendar file',
    query: z.object({
      ...termQuery.shape,
      plan: z.optional(idParam),
      /** Whether the file also holds the academic dates of the term. */
      dates: z.optional(z.enum(['true', 'false'], { error: TEXTS.valueInvalid })),
    }),
    response: null,
    errors: ['PLAN_NOT_FOUND'],
  }),
  create: post('/api/lecture-room', 'STUDENT', {
    summary:
      'Create a lecture, 5 a day (professors and staff 200); a PROFESSOR owns what it creates',
    body: lectureBody,
    status: 201,
    response: z.object({ ...messageSchema.shape, id: z.number(), lecture: lectureSchema }),
    errors: ['LECTURE_EXISTS', 'LECTURE_THROTTLED'],
  }),
  detail: get('/api/lecture-room/:lectureId', 'signedIn', {
    summary: 'One lecture',
    params: roomParams,
    response: z.object({ data: lectureSchema }),
    errors: ['LECTURE_NOT_FOUND'],
  }),
  update: put('/api/lecture-room/:lectureId', 'STUDENT', {
    summary: 'Change a lecture: its professor, its creator for 24 hours, ADMIN',
    params: roomParams,
    body: lectureBody,
    response: z.object({ ...messageSchema.shape, id: z.number(), lecture: lectureSchema }),
    errors: ['LECTURE_NOT_FOUND', 'PERMISSION_DENIED', 'LECTURE_CLASH'],
  }),
  remove: del('/api/lecture-room/:lectureId', 'STUDENT', {
    summary: 'Remove a lecture, from all timetables too',
    params: roomParams,
    response: messageSchema,
    errors: ['LECTURE_NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  seen: post('/api/lecture-room/:lectureId/seen', 'signedIn', {
    summary: 'The caller has looked into the room: its posts are read',
    params: roomParams,
    response: z.object({ ...messageSchema.shape, unreadCount: z.number() }),
    errors: ['LECTURE_NOT_FOUND'],
  }),
  stats: get('/api/lecture-room/:lectureId/stats', 'signedIn', {
    summary: 'What happened in the room in the last 7 days, and the quotes shown beside it',
    params: roomParams,
    response: z.object({ weekly: weeklySchema, quotes: z.array(z.string()) }),
    errors: ['LECTURE_NOT_FOUND', 'LECTURE_MEMBERS_ONLY'],
  }),
};
