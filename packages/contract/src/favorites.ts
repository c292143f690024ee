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
  addFavoriteByBody: post('/api/post/favorites', {
    summary: 'Mark a board as favorite (market page)',
    access: 'signedIn',
    body: boardBody,
    response: messageSchema,
  }),
  removeFavoriteByPost: del('/api/post/favorites', {
    summary: 'Remove a favorite board (market page)',
    access: 'signedIn',
    query: boardQuery,
    response: messageSchema,
  }),
  addFavorite: post('/api/board/favorites', {
    summary: 'Mark a board as favorite',
    access: 'signedIn',
    query: boardQuery,
    response: messageSchema,
  }),
  removeFavorite: del('/api/board/favorites', {
    summary: 'Remove a favorite board',
    access: 'signedIn',
    query: boardQuery,
    response: messageSchema,
  }),
};
