import * as z from 'zod/mini';
import { csvLineErrorSchema, versionField, versionSchema } from './fields.ts';
import { confirmedField, tableReadingSchema } from './file-reading.ts';
import { LIMITS } from './limits.ts';
import { post } from './route.ts';
import { TEXTS } from './texts.ts';

/** A lecture as it is stored afterwards. */
const lectureChangeSchema = z.object({
  /** Of the file, from 1 with the heading. */
  line: z.number(),
  kind: z.enum(['new', 'changed']),
  title: z.string(),
  year: z.number(),
  semester: z.number(),
  /** Empty when unknown. */
  professorName: z.string(),
  grade: z.number(),
  /** `월 09:00-11:00, 수 13:00-15:00`; empty like the following ones when there are none. */
  times: z.string(),
  room: z.string(),
  credit: z.nullable(z.number()),
  intro: z.string(),
  /** What is stored otherwise than the file writes it, in Korean. */
  notes: z.array(z.string()),
  /** The columns of a changed lecture that differ, with their headings; empty for a new one. */
  fields: z.array(z.object({ name: z.string(), before: z.string(), after: z.string() })),
  /** Lectures of the same title and term with another professor's name. */
  similar: z.array(z.object({ id: z.number(), professorName: z.string() })),
});
export type LectureChange = z.output<typeof lectureChangeSchema>;

const lectureImportSchema = z.object({
  /** False for a preview. */
  saved: z.boolean(),
  changes: z.array(lectureChangeSchema),
  /** Lines that are already stored. */
  unchanged: z.number(),
  /** Lines that cannot be read. */
  errors: z.array(csvLineErrorSchema),
  /** What must be confirmed, in Korean: lectures of terms that are over or far ahead. */
  asks: z.array(z.string()),
  reading: tableReadingSchema,
  /** Of the changes: an import with it makes exactly these. */
  version: versionSchema,
});
export type LectureImport = z.output<typeof lectureImportSchema>;

export const lectureImportRoutes = {
  importFile: post('/api/admin/lectures/import', 'MANAGER', {
    summary:
      'Read lectures from the text of a CSV file; one with bad lines changes nothing unless it is confirmed',
    body: z.object({
      csv: z
        .string({ error: TEXTS.lectureFileEmpty })
        .check(z.maxLength(LIMITS.lectureFileMax, TEXTS.lectureFileTooLarge)),
      /** True: only return the changes. */
      preview: z.prefault(z.boolean(), true),
      confirmed: confirmedField,
      version: versionField,
    }),
    response: lectureImportSchema,
    errors: ['EDIT_CONFLICT', 'LECTURE_CLASH'],
  }),
};
