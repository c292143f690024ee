import * as z from 'zod/mini';
import { boardTypeField, boardTypeSchema, dateSchema, messageSchema } from './fields.ts';
import { del, get, post, put } from './route.ts';

const boardQuery = z.object({ boardType: boardTypeField });
const boardBody = z.object({
  /** Ignored; the type decides. */
  boardName: z.optional(z.string().check(z.maxLength(100))),
  boardType: boardTypeField,
});

/** One list of favorite boards behind two pairs of calls. */
export const boardRoutes = {
  addFavoriteByBody: post('/api/post/favorites', 'signedIn', {
    summary: 'Mark a board as favorite (market page)',
    body: boardBody,
    response: messageSchema,
  }),
  removeFavoriteByPost: del('/api/post/favorites', 'signedIn', {
    summary: 'Remove a favorite board (market page)',
    query: boardQuery,
    response: messageSchema,
  }),
  addFavorite: post('/api/board/favorites', 'signedIn', {
    summary: 'Mark a board as favorite, named in the query or in the body',
    query: z.partial(boardQuery),
    body: z.nullish(z.partial(boardBody)),
    response: messageSchema,
  }),
  removeFavorite: del('/api/board/favorites', 'signedIn', {
    summary: 'Remove a favorite board',
    query: boardQuery,
    response: messageSchema,
  }),
};

export const boardNewsSchema = z.object({
  boardType: boardTypeSchema,
  /** Posts written later are new to the member; on anonymous boards those of the same minute, too. */
  since: dateSchema,
  /** Of other members, up to `LIMITS.newPostsMax`. */
  newCount: z.number(),
  /** Own anonymous posts since then, which lists do not name. */
  ownIds: z.array(z.number()),
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
