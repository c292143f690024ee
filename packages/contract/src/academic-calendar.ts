import * as z from 'zod/mini';
import { ACADEMIC_KINDS } from './academic-kinds.ts';
import {
  csvLineErrorSchema,
  dayField,
  idParams,
  isWebLink,
  lineField,
  messageSchema,
  optionalText,
  versionField,
  versionSchema,
} from './fields.ts';
import { confirmedField, tableReadingSchema } from './file-reading.ts';
import { LIMITS } from './limits.ts';
import { del, get, post, put } from './route.ts';
import { TEXTS } from './texts.ts';

const period = {
  title: z.string(),
  /** First and last Korean day, yyyy-mm-dd. */
  startsOn: z.string(),
  endsOn: z.string(),
};

/** A date as the dashboard shows it. */
export const nextDateSchema = z.object({ id: z.number(), ...period });

const wordsSchema = {
  ...period,
  kind: z.enum(ACADEMIC_KINDS),
  /** Empty when there is none. */
  note: z.string(),
  /** A page with more, http or https. */
  targetUrl: z.nullable(z.string()),
};

export const academicDateSchema = z.object({ id: z.number(), ...wordsSchema });
export type AcademicDate = z.output<typeof academicDateSchema>;

/** A date as staff see it. */
const editedDateSchema = z.object({
  ...academicDateSchema.shape,
  /** Whether staff entered it, uploaded it in a file, or a source shows it. */
  origin: z.enum(['STAFF', 'FILE', 'SOURCE']),
  /** Staff changed what a file or source says, which no longer changes it. */
  isEdited: z.boolean(),
  version: versionSchema,
});
export type EditedDate = z.output<typeof editedDateSchema>;

/** What a term's days are by the calendar, yyyy-mm-dd. */
const termDaysSchema = z.object({
  year: z.number(),
  semester: z.number(),
  /** First day on which it is planned, first and last day of its lectures. */
  enrolment: z.string(),
  from: z.string(),
  to: z.string(),
  /** Those that entries name; the others are the usual ones. */
  named: z.array(z.enum(['enrolment', 'from', 'to'])),
});
export type TermDays = z.output<typeof termDaysSchema>;

const inOrder = z.refine<{ startsOn: string; endsOn: string }>(
  ({ startsOn, endsOn }) => startsOn <= endsOn,
  { error: TEXTS.academicDaysOrder, path: ['endsOn'], abort: true },
);
const notTooLong = z.refine<{ startsOn: string; endsOn: string }>(
  ({ startsOn, endsOn }) => daysBetween(startsOn, endsOn) <= LIMITS.academicDays,
  { error: TEXTS.academicDaysLimit, path: ['endsOn'] },
);

const targetField = z.pipe(
  z.nullish(z.string().check(z.maxLength(LIMITS.linkMax, TEXTS.linkFormat))),
  z.pipe(
    z.transform((value: string | null | undefined) => value?.trim() || null),
    z.nullable(z.string().check(z.refine(isWebLink, { error: TEXTS.linkFormat }))),
  ),
);

/** A date as staff write it. */
export const academicDateBody = z
  .object({
    title: lineField(
      LIMITS.academicTitleMax,
      TEXTS.academicTitleRequired,
      TEXTS.academicTitleLength,
    ),
    kind: z.enum(ACADEMIC_KINDS, { error: TEXTS.academicKindRequired }),
    startsOn: dayField,
    endsOn: dayField,
    note: z.prefault(optionalText(LIMITS.academicNoteMax, TEXTS.academicNoteLength), ''),
    targetUrl: targetField,
  })
  .check(inOrder, notTooLong);
export type AcademicDateInput = z.output<typeof academicDateBody>;

/** The version of a date in an address. */
const versionQuery = z.optional(z.string().check(z.regex(/^[0-9a-f]{16}$/, TEXTS.valueInvalid)));

const rangeQuery = z.object({ from: dayField, to: dayField }).check(
  z.refine(({ from, to }) => from <= to && daysBetween(from, to) <= LIMITS.academicDays, {
    error: TEXTS.valueInvalid,
    path: ['to'],
  }),
);

const dateWords = z.object(wordsSchema);

/** A date that a file adds, or changes. */
const dateChangeSchema = z.object({ before: z.nullable(dateWords), after: dateWords });
export type DateChange = z.output<typeof dateChangeSchema>;

const dateImportSchema = z.object({
  /** False for a preview. */
  saved: z.boolean(),
  created: z.number(),
  updated: z.number(),
  /** Dates that are already stored. */
  unchanged: z.number(),
  /** Dates that staff have changed by hand, which stay so. */
  kept: z.number(),
  /** The first changes. */
  changes: z.array(dateChangeSchema),
  /** Lines of a CSV file that cannot be read. */
  errors: z.array(csvLineErrorSchema),
  reading: tableReadingSchema,
  /** The first entries of a calendar file that were changed or left out. */
  hints: z.array(z.string()),
  /** Of the changes: an import with it makes exactly these. */
  version: versionSchema,
});
export type DateImport = z.output<typeof dateImportSchema>;

const staffPath = '/api/admin/academic-dates';

export const academicCalendarRoutes = {
  list: get('/api/academic-dates', 'signedIn', {
    summary: 'Dates of the academic calendar in a range of days, by their first day',
    query: rangeQuery,
    response: z.object({ dates: z.array(academicDateSchema) }),
  }),
  listForStaff: get(staffPath, 'MANAGER', {
    summary: 'The same with what an editor needs, and the terms of these academic years',
    query: rangeQuery,
    response: z.object({ dates: z.array(editedDateSchema), terms: z.array(termDaysSchema) }),
  }),
  create: post(staffPath, 'MANAGER', {
    summary: 'Add a date to the academic calendar',
    body: academicDateBody,
    status: 201,
    response: editedDateSchema,
  }),
  update: put(`${staffPath}/:id`, 'MANAGER', {
    summary: 'Change a date; of a source, which then no longer changes it',
    params: idParams,
    body: z.extend(academicDateBody, { version: versionField }),
    response: editedDateSchema,
    errors: ['ACADEMIC_DATE_NOT_FOUND', 'EDIT_CONFLICT'],
  }),
  remove: del(`${staffPath}/:id`, 'MANAGER', {
    summary: 'Delete a date, which can be restored for 30 days',
    params: idParams,
    query: z.object({ version: versionQuery }),
    response: messageSchema,
    errors: ['ACADEMIC_DATE_NOT_FOUND', 'EDIT_CONFLICT'],
  }),
  restore: post(`${staffPath}/:id/restore`, 'MANAGER', {
    summary: 'Bring back a deleted date',
    params: idParams,
    response: editedDateSchema,
    errors: ['ACADEMIC_DATE_NOT_FOUND'],
  }),
};

/** Apart from the others: its body is larger. */
export const academicFileRoutes = {
  importFile: post(`${staffPath}/import`, 'MANAGER', {
    summary:
      'Read dates from the text of a calendar file (.ics) or a CSV file; one with bad lines changes nothing unless it is confirmed',
    body: z.object({
      text: z
        .string({ error: TEXTS.academicFileEmpty })
        .check(z.maxLength(LIMITS.academicFileMax, TEXTS.academicFileTooLarge)),
      /** True: only return the changes. */
      preview: z.prefault(z.boolean(), true),
      confirmed: confirmedField,
      version: versionField,
    }),
    response: dateImportSchema,
    errors: ['EDIT_CONFLICT'],
  }),
};

/** Days from one to the other (yyyy-mm-dd). */
function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}
