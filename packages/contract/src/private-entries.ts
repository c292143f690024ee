import * as z from 'zod/mini';
import { idParam, lineField, messageSchema, optionalLine } from './fields.ts';
import { colorField, slotsField, textOrNone } from './lecture-fields.ts';
import { scheduleSchema, semesterSchema, termQuery } from './lectures.ts';
import { LIMITS } from './limits.ts';
import { del, get, post, put } from './route.ts';
import { TEXTS } from './texts.ts';

/** What a member does besides lectures: a part-time job, a club. Only its owner ever sees it. */
export const privateEntrySchema = z.object({
  id: z.number(),
  title: z.string(),
  /** Empty when there is none. */
  place: z.string(),
  themeColor: z.string(),
  year: z.number(),
  semester: semesterSchema,
  schedules: z.array(scheduleSchema),
});
export type PrivateEntry = z.output<typeof privateEntrySchema>;

export const privateEntryBody = z.object({
  title: lineField(LIMITS.entryTextMax, TEXTS.entryTitleRequired, TEXTS.entryTitleLength),
  place: textOrNone(LIMITS.entryTextMax, TEXTS.entryPlaceLength, optionalLine),
  themeColor: colorField,
  year: z.int().check(z.minimum(LIMITS.termYearMin), z.maximum(LIMITS.termYearMax)),
  semester: z.union([z.literal(1), z.literal(2)], { error: TEXTS.lectureSemesterRequired }),
  times: slotsField(LIMITS.entryTimesMax, TEXTS.entryTimesTooMany).check(
    z.minLength(1, TEXTS.entryTimesRequired),
  ),
});
export type PrivateEntryInput = z.output<typeof privateEntryBody>;

const entryParams = z.object({ entryId: idParam });
const saved = z.object({ ...messageSchema.shape, entry: privateEntrySchema });

export const privateEntryRoutes = {
  list: get('/api/timetable/entries', 'signedIn', {
    summary: "Private entries of the caller's timetable, of one term or of all",
    query: termQuery,
    response: z.object({ entries: z.array(privateEntrySchema) }),
  }),
  create: post('/api/timetable/entries', 'signedIn', {
    summary: 'Add a private entry to the own timetable, up to 30 a term',
    body: privateEntryBody,
    status: 201,
    response: saved,
    errors: ['ENTRY_OVERLAP', 'ENTRIES_FULL'],
  }),
  update: put('/api/timetable/entries/:entryId', 'signedIn', {
    summary: 'Change an own private entry',
    params: entryParams,
    body: privateEntryBody,
    response: saved,
    errors: ['ENTRY_NOT_FOUND', 'ENTRY_OVERLAP', 'ENTRIES_FULL'],
  }),
  remove: del('/api/timetable/entries/:entryId', 'signedIn', {
    summary: 'Remove an own private entry',
    params: entryParams,
    response: messageSchema,
    errors: ['ENTRY_NOT_FOUND'],
  }),
};
