import * as z from 'zod/mini';
import { boardTypeField, boardTypeSchema, dateSchema } from './fields.ts';
import { get, put } from './route.ts';

export const boardNewsSchema = z.object({
  boardType: boardTypeSchema,
  /** Posts written later are new to the member; on anonymous boards those of the same minute, too. */
  since: dateSchema,
  /** Of other members, up to `LIMITS.newPostsMax`. */
  newCount: z.number(),
});
export type BoardNews = z.output<typeof boardNewsSchema>;

export const boardVisitRoutes = {
  news: get('/api/board/news', 'signedIn', {
    summary: 'What is new to the caller on each board since the last visit',
    response: z.object({ boards: z.array(boardNewsSchema) }),
  }),
  visit: put('/api/board/visit', 'signedIn', {
    summary: 'Note that the caller sees the list of a board',
    body: z.object({ boardType: boardTypeField }),
    response: z.object({ boardType: boardTypeSchema, since: dateSchema }),
  }),
};
