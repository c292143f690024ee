import * as z from 'zod/mini';
import { idField, idParam, lineField, messageSchema } from './fields.ts';
import { entryCodeField } from './lecture-fields.ts';
import { lectureSchema, scheduleSchema, semesterSchema, termQuery } from './lectures.ts';
import { LIMITS } from './limits.ts';
import { privateEntryBody, privateEntrySchema } from './private-entries.ts';
import { del, get, post, put } from './route.ts';
import { TEXTS } from './texts.ts';

const conflictShape = {
  id: z.number(),
  title: z.string(),
  /** A private entry, not a lecture. */
  isEntry: z.optional(z.literal(true)),
};

/**
 * Another timetable that a member considers for a term. Only its owner ever sees it; it admits to no
 * lecture room and makes nobody busy.
 */
export const timetablePlanSchema = z.object({
  id: z.number(),
  name: z.string(),
  year: z.number(),
  semester: semesterSchema,
  lectures: z.array(lectureSchema),
  /** Of the plan alone: their ids are not those of the timetable's private entries. */
  entries: z.array(privateEntrySchema),
  /** Lectures that were removed, or moved to another term, since they came into the plan. */
  gone: z.array(
    z.object({ id: z.number(), title: z.string(), reason: z.enum(['removed', 'moved']) }),
  ),
  /** What overlaps since a lecture changed its times. */
  overlaps: z.array(z.object(conflictShape)),
});
export type TimetablePlan = z.output<typeof timetablePlanSchema>;

const changeSchema = z.object({
  ...conflictShape,
  schedules: z.array(scheduleSchema),
  /** To enter its room, now or later again, the caller needs its entry code. */
  needsCode: z.optional(z.literal(true)),
  /** The caller wrote posts in its room, which stay there. */
  hasPosts: z.optional(z.literal(true)),
});
export type PlanChange = z.output<typeof changeSchema>;

const changesSchema = z.object({
  /** Of exactly these changes. */
  version: z.string(),
  /** Only in the plan. */
  added: z.array(changeSchema),
  /** Only in the timetable. */
  removed: z.array(changeSchema),
});
export type PlanChanges = z.output<typeof changesSchema>;

const { year, semester, ...entryShape } = privateEntryBody.shape;
/** A private entry, whose term is that of its plan. */
export const planEntryBody = z.object(entryShape);
export type PlanEntryInput = z.output<typeof planEntryBody>;

const nameField = lineField(LIMITS.planNameMax, TEXTS.planNameRequired, TEXTS.planNameLength);
const planNameBody = z.object({ name: nameField });
export const newPlanBody = z.object({
  name: nameField,
  year,
  semester,
  /** Begins with what the timetable of the term has. */
  copy: z.prefault(z.boolean(), false),
});
export type NewPlanInput = z.output<typeof newPlanBody>;

const applyBody = z.object({
  /** Of the changes that the caller has seen. */
  version: z.string().check(z.maxLength(64)),
  /** Entry codes of rooms to enter. */
  codes: z.prefault(
    z
      .array(z.object({ lectureId: idField, code: entryCodeField }))
      .check(z.maxLength(LIMITS.marksPerTerm)),
    [],
  ),
});
export type ApplyPlanInput = z.output<typeof applyBody>;

const planParams = z.object({ planId: idParam });
const saved = z.object({ ...messageSchema.shape, plan: timetablePlanSchema });

export const timetablePlanRoutes = {
  list: get('/api/timetable/plans', 'signedIn', {
    summary: "The caller's plans, of one term or of all",
    query: termQuery,
    response: z.object({ plans: z.array(timetablePlanSchema) }),
  }),
  create: post('/api/timetable/plans', 'signedIn', {
    summary: 'Create a plan, up to 2 a term, empty or as a copy of the timetable',
    body: newPlanBody,
    status: 201,
    response: saved,
    errors: ['PLANS_FULL'],
  }),
  rename: put('/api/timetable/plans/:planId', 'signedIn', {
    summary: 'Rename a plan',
    params: planParams,
    body: planNameBody,
    response: saved,
    errors: ['PLAN_NOT_FOUND'],
  }),
  remove: del('/api/timetable/plans/:planId', 'signedIn', {
    summary: 'Delete a plan; the last one can be restored for a day',
    params: planParams,
    response: messageSchema,
    errors: ['PLAN_NOT_FOUND'],
  }),
  restore: post('/api/timetable/plans/:planId/restore', 'signedIn', {
    summary: 'Bring back the plan that was deleted last',
    params: planParams,
    response: saved,
    errors: ['PLAN_NOT_FOUND', 'PLANS_FULL'],
  }),
  addLecture: post('/api/timetable/plans/:planId/lectures', 'signedIn', {
    summary: 'Put a lecture of its term into a plan; replace removes what it overlaps',
    params: planParams,
    body: z.object({ lectureId: idField, replace: z.prefault(z.boolean(), false) }),
    response: saved,
    errors: [
      'PLAN_NOT_FOUND',
      'LECTURE_NOT_FOUND',
      'LECTURE_MARKED',
      'LECTURE_OVERLAP',
      'TIMETABLE_FULL',
    ],
  }),
  removeLecture: del('/api/timetable/plans/:planId/lectures/:lectureId', 'signedIn', {
    summary: 'Take a lecture out of a plan',
    params: z.object({ planId: idParam, lectureId: idParam }),
    response: saved,
    errors: ['PLAN_NOT_FOUND', 'LECTURE_NOT_FOUND'],
  }),
  addEntry: post('/api/timetable/plans/:planId/entries', 'signedIn', {
    summary: 'Add a private entry to a plan, up to 30',
    params: planParams,
    body: planEntryBody,
    status: 201,
    response: saved,
    errors: ['PLAN_NOT_FOUND', 'ENTRY_OVERLAP', 'ENTRIES_FULL'],
  }),
  updateEntry: put('/api/timetable/plans/:planId/entries/:entryId', 'signedIn', {
    summary: 'Change a private entry of a plan',
    params: z.object({ planId: idParam, entryId: idParam }),
    body: planEntryBody,
    response: saved,
    errors: ['PLAN_NOT_FOUND', 'ENTRY_NOT_FOUND', 'ENTRY_OVERLAP'],
  }),
  removeEntry: del('/api/timetable/plans/:planId/entries/:entryId', 'signedIn', {
    summary: 'Remove a private entry from a plan',
    params: z.object({ planId: idParam, entryId: idParam }),
    response: saved,
    errors: ['PLAN_NOT_FOUND', 'ENTRY_NOT_FOUND'],
  }),
  changes: get('/api/timetable/plans/:planId/changes', 'signedIn', {
    summary: 'What is only in a plan, and what only in the timetable of its term',
    params: planParams,
    response: changesSchema,
    errors: ['PLAN_NOT_FOUND'],
  }),
  apply: post('/api/timetable/plans/:planId/apply', 'signedIn', {
    summary: 'Make the timetable equal to a plan: enters and leaves lecture rooms, all or nothing',
    params: planParams,
    body: applyBody,
    response: messageSchema,
    errors: [
      'PLAN_NOT_FOUND',
      'PLAN_CHANGED',
      'PLAN_BLOCKED',
      'LECTURE_CODE_REQUIRED',
      'LECTURE_CODE_WRONG',
      'LECTURE_OVERLAP',
      'TIMETABLE_FULL',
      'TOO_MANY_REQUESTS',
    ],
  }),
};
