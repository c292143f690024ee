import * as z from 'zod/mini';
import { csvLineErrorSchema, versionField, versionSchema } from './fields.ts';
import { LIMITS } from './limits.ts';
import { post } from './route.ts';
import { TEXTS } from './texts.ts';

const lectureChangeSchema = z.object({
  /** Of the file, from 1 with the heading. */
  line: z.number(),
  kind: z.enum(['new', 'changed']),
  title: z.string(),
  year: z.number(),
  semester: z.number(),
  /** Empty when unknown. */
  professorName: z.string(),
  /** The columns of a changed lecture that differ, with their headings; empty for a new one. */
  fields: z.array(z.object({ name: z.string(), before: z.string(), after: z.string() })),
  /** Lectures of the same title and term with another professor's name. */
  similar: z.array(z.object({ id: z.number(), professorName: z.string() })),
});
export type LectureChange = z.output<typeof lectureChangeSchema>;

const lectureImportSchema = z.object({
  /** False for a preview and for a file with any error. */
  saved: z.boolean(),
  changes: z.array(lectureChangeSchema),
  /** Lines that are already stored. */
  unchanged: z.number(),
  errors: z.array(csvLineErrorSchema),
  /** Of the changes: an import with it makes exactly these. */
  version: versionSchema,
});
export type LectureImport = z.output<typeof lectureImportSchema>;

export const lectureImportRoutes = {
  importFile: post('/api/admin/lectures/import', 'MANAGER', {
    summary: 'Read lectures from the text of a CSV file; a file with any error changes nothing',
    body: z.object({
      csv: z
        .string({ error: TEXTS.lectureFileEmpty })
        .check(z.maxLength(LIMITS.lectureFileMax, TEXTS.lectureFileTooLarge)),
      /** True: only return the changes. */
      preview: z.prefault(z.boolean(), true),
      version: versionField,
    }),
    response: lectureImportSchema,
    errors: ['EDIT_CONFLICT', 'LECTURE_CLASH'],
  }),
};
