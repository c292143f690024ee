import * as z from 'zod/mini';
import { ALIAS } from './aliases.ts';
import { idParams, messageSchema, postBoardSchema } from './fields.ts';
import { get, put } from './route.ts';

const aliasBlockSchema = z.object({
  alias: z.string(),
  postId: z.number(),
  /** Null when the post is deleted, blinded or no longer open to the member. */
  title: z.nullable(z.string()),
  /** Name of the board or lecture room that it is in. */
  place: z.string(),
  boardType: postBoardSchema,
  /** Null outside lecture rooms. */
  lectureRoomId: z.nullable(z.number()),
});
export type AliasBlock = z.output<typeof aliasBlockSchema>;

const blocksField = z.object({ blocks: z.boolean() });

/** Names of anonymous threads that the caller blocks, each in its thread only. */
export const aliasBlockRoutes = {
  mine: get('/api/member/alias-blocks', 'signedIn', {
    summary: 'Names of anonymous threads that the caller blocks, latest first',
    response: z.object({ aliases: z.array(aliasBlockSchema) }),
  }),
  set: put('/api/post/:id/alias-block', 'signedIn', {
    summary: 'Block a name of an anonymous thread for oneself, or no longer; repeatable',
    params: idParams,
    body: z.object({
      alias: z.string().check(z.regex(ALIAS, '익명 글의 이름을 골라 주세요.')),
      ...blocksField.shape,
    }),
    response: z.object({ ...messageSchema.shape, ...blocksField.shape }),
    errors: [
      'POST_NOT_FOUND',
      'LECTURE_MEMBERS_ONLY',
      'ALIAS_NOT_FOUND',
      'ALIAS_OWN',
      'ALIAS_BLOCKS_FULL',
    ],
  }),
};
