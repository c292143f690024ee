import * as z from 'zod/mini';
import { idParams, messageSchema } from './fields.ts';
import { post } from './route.ts';

const details = { params: idParams, errors: ['POST_NOT_FOUND', 'LECTURE_MEMBERS_ONLY'] } as const;
const likeDetails = {
  ...details,
  response: z.object({ currentCount: z.number(), liked: z.boolean() }),
};
const scrapDetails = {
  ...details,
  response: z.object({ ...messageSchema.shape, isScrapped: z.boolean() }),
};

/** Likes and scraps of posts; every call is idempotent. */
export const reactionRoutes = {
  like: post('/api/post/:id/like', 'signedIn', {
    summary: 'Like a post',
    ...likeDetails,
  }),
  unlike: post('/api/post/:id/unlike', 'signedIn', {
    summary: 'Take a like back',
    ...likeDetails,
  }),
  scrap: post('/api/post/:id/scrap', 'signedIn', {
    summary: 'Keep a post',
    ...scrapDetails,
  }),
  unscrap: post('/api/post/:id/unScrap', 'signedIn', {
    summary: 'No longer keep a post',
    ...scrapDetails,
  }),
};
