import * as z from 'zod/mini';
import { idParams, messageSchema } from './fields.ts';
import { post } from './route.ts';

const countSchema = z.object({ currentCount: z.number(), liked: z.boolean() });
const scrapSchema = z.object({ ...messageSchema.shape, isScrapped: z.boolean() });

/** Likes and scraps of posts; every call is idempotent. */
export const reactionRoutes = {
  like: post('/api/post/:id/like', 'signedIn', {
    summary: 'Like a post',
    params: idParams,
    response: countSchema,
    errors: ['POST_NOT_FOUND', 'LECTURE_MEMBERS_ONLY'],
  }),
  unlike: post('/api/post/:id/unlike', 'signedIn', {
    summary: 'Take a like back',
    params: idParams,
    response: countSchema,
    errors: ['POST_NOT_FOUND', 'LECTURE_MEMBERS_ONLY'],
  }),
  scrap: post('/api/post/:id/scrap', 'signedIn', {
    summary: 'Keep a post',
    params: idParams,
    response: scrapSchema,
    errors: ['POST_NOT_FOUND', 'LECTURE_MEMBERS_ONLY'],
  }),
  unscrap: post('/api/post/:id/unScrap', 'signedIn', {
    summary: 'No longer keep a post',
    params: idParams,
    response: scrapSchema,
    errors: ['POST_NOT_FOUND', 'LECTURE_MEMBERS_ONLY'],
  }),
};
