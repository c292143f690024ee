import * as z from 'zod/mini';
import { dateSchema, trimmedText } from './fields.ts';
import { TITLE_UNITS } from './post-fields.ts';
import { get } from './route.ts';
import { TEXTS } from './texts.ts';

export const similarQuestionSchema = z.object({
  id: z.number(),
  title: z.string(),
  createdDate: dateSchema,
  commentCount: z.number(),
  /** Its author has accepted an answer. */
  answered: z.boolean(),
});
export type SimilarQuestion = z.output<typeof similarQuestionSchema>;

export const similarQuestionRoutes = {
  similar: get('/api/post/similar-questions', 'STUDENT', {
    summary: 'Posts of the question board whose titles share words with one that is being written',
    query: z.object({ title: trimmedText(TITLE_UNITS, TEXTS.titleLength) }),
    response: z.object({
      /** Those that share most words first, then answered ones, then the newest. */
      questions: z.array(similarQuestionSchema),
    }),
  }),
};
