import { voteBody } from '../factories/polls.ts';
import { createPost } from '../factories/posts.ts';
import type { Build } from './build.ts';

const POLL = { options: ['국밥', '파전'], maxChoices: 1, isAnonymous: false };
const VOTE = voteBody(POLL, 0);

const poll: Build = async ({ t, other }) => ({
  url: `/api/post/${await createPost(t, other, { poll: POLL })}/poll`,
});

/** Calls on the poll of a post, in which everybody has voted who may where its results are needed. */
export const POLL_REQUESTS: Record<string, Build> = {
  'GET /api/post/:id/poll': poll,
  'PUT /api/post/:id/poll/vote': async (world, cell) => ({
    url: `${(await poll(world, cell)).url}/vote`,
    body: VOTE,
  }),
  'GET /api/post/:id/poll/voters': async (world, cell) => {
    const { url } = await poll(world, cell);
    const { t, byRole, student } = world;
    for (const as of [...Object.values(byRole), student]) {
      await t.call('PUT', `${url}/vote`, { as, body: VOTE });
    }
    return { url: `${url}/voters?option=0` };
  },
};
