import * as z from 'zod/mini';
import { boardTypeField, messageSchema } from './fields.ts';
import { del, post } from './route.ts';

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
    summary: 'Mark a board as favorite',
    query: boardQuery,
    response: messageSchema,
  }),
  removeFavorite: del('/api/board/favorites', 'signedIn', {
    summary: 'Remove a favorite board',
    query: boardQuery,
    response: messageSchema,
  }),
};
