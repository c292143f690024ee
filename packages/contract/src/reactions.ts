import * as z from 'zod/mini';
import { idParam, messageSchema } from './fields.ts';
import { defineRoutes } from './route.ts';

const params = z.object({ id: idParam });
const countSchema = z.object({ currentCount: z.number(), liked: z.boolean() });
const scrapSchema = z.object({ ...messageSchema.shape, isScrapped: z.boolean() });

/** Likes and scraps of posts; every call is idempotent. */
export const reactionRoutes = defineRoutes({
  like: {
    method: 'POST',
    path: '/api/post/:id/like',
    summary: 'Like a post',
    access: 'signedIn',
    params,
    response: countSchema,
    errors: ['POST_NOT_FOUND', 'LECTURE_MEMBERS_ONLY'],
  },
  unlike: {
    method: 'POST',
    path: '/api/post/:id/unlike',
    summary: 'Take a like back',
    access: 'signedIn',
    params,
    response: countSchema,
    errors: ['POST_NOT_FOUND', 'LECTURE_MEMBERS_ONLY'],
  },
  scrap: {
    method: 'POST',
    path: '/api/post/:id/scrap',
    summary: 'Keep a post',
    access: 'signedIn',
    params,
    response: scrapSchema,
    errors: ['POST_NOT_FOUND', 'LECTURE_MEMBERS_ONLY'],
  },
  unscrap: {
    method: 'POST',
    path: '/api/post/:id/unScrap',
    summary: 'No longer keep a post',
    access: 'signedIn',
    params,
    response: scrapSchema,
    errors: ['POST_NOT_FOUND', 'LECTURE_MEMBERS_ONLY'],
  },
});
