import * as z from 'zod/mini';
import { ANONYMOUS_AUTHOR_NAME, ANONYMOUS_NAME } from './boards.ts';
import { idParams, messageSchema, postBoardSchema } from './fields.ts';
import { get, put } from './route.ts';

/** The number under which the author of a post is blocked in the thread. */
export const POST_AUTHOR_NUMBER = 0;

/** A name that can be blocked in an anonymous thread. */
const ALIAS = new RegExp(`^(?:${ANONYMOUS_AUTHOR_NAME}|${ANONYMOUS_NAME}[1-9]\\d{0,8})$`);

/** The number of a name in an anonymous thread. */
export function numberOfAlias(alias: string): number {
  return alias === ANONYMOUS_AUTHOR_NAME
    ? POST_AUTHOR_NUMBER
    : Number(alias.slice(ANONYMOUS_NAME.length));
}

/** The name that has this number in an anonymous thread. */
export function aliasOfNumber(number: number): string {
  return number === POST_AUTHOR_NUMBER ? ANONYMOUS_AUTHOR_NAME : `${ANONYMOUS_NAME}${number}`;
}

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
