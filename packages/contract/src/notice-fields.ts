import * as z from 'zod/mini';
import { groupsField } from './audiences.ts';
import { dateSchema, instantField } from './fields.ts';
import { LIMITS } from './limits.ts';
import { mustReadInput, mustReadSchema } from './must-reads.ts';

/** What only notices have in the body of a post. */
export const noticeInput = {
  /** Years of study that it is for; empty or null: all. Absent: those that the title names. */
  years: z.nullish(
    z
      .array(z.int().check(z.minimum(1), z.maximum(LIMITS.studyYears)))
      .check(z.maxLength(LIMITS.studyYears)),
  ),
  /**
   * Groups that it is for in addition: with any of them, empty years mean no year. Absent in a change: they stay.
   */
  groups: z.nullish(groupsField),
  /** When it is out of date; null: never. */
  expiresAt: z.nullish(instantField),
  mustRead: mustReadInput,
};

/** The same on the page of a post; other posts have none. */
export const noticeFields = {
  /** Empty: all. */
  years: z.optional(z.array(z.number())),
  /** Those beside the years; absent: none. */
  groups: z.optional(z.array(z.string())),
  expiresAt: z.optional(z.nullable(dateSchema)),
  mustReadState: z.optional(mustReadSchema),
};
