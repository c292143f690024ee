import * as z from 'zod/mini';
import { idField } from './fields.ts';

/** The lecture that a review is about. */
export const lectureTagSchema = z.object({
  id: z.number(),
  title: z.string(),
  /** Empty when unknown. */
  professorName: z.string(),
  year: z.number(),
  semester: z.union([z.literal(1), z.literal(2)]),
  /** The viewer may read the boards of its room. */
  canRead: z.boolean(),
});
export type LectureTag = z.output<typeof lectureTagSchema>;

/** Missing without a lecture, after its removal, and for viewers who block the author. */
export const lectureTagFields = { lectureTag: z.optional(lectureTagSchema) };

/** Only on boards with `tagsLecture`. Null removes the tag; without the field it stays. */
export const lectureTagInput = { lectureTagId: z.nullish(idField) };
