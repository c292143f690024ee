import * as z from 'zod/mini';
import { type BoardType, FOLLOWED_BOARDS } from './boards.ts';
import {
  boardTypeField,
  boardTypeSchema,
  idParams,
  messageSchema,
  postBoardSchema,
} from './fields.ts';
import { get, put } from './route.ts';

const followedPostSchema = z.object({
  id: z.number(),
  /** Null when it is deleted, blinded or no longer open to the member. */
  title: z.nullable(z.string()),
  /** Name of the board or lecture room that it is in. */
  place: z.string(),
  boardType: postBoardSchema,
  /** Null outside lecture rooms. */
  lectureRoomId: z.nullable(z.number()),
});
export type FollowedPost = z.output<typeof followedPostSchema>;

const followField = z.object({ follows: z.boolean() });
const followedSchema = z.object({ ...messageSchema.shape, ...followField.shape });

/** Posts and boards that the caller follows. */
export const followRoutes = {
  mine: get('/api/member/follows', 'signedIn', {
    summary: 'What the caller follows, posts latest first',
    response: z.object({
      posts: z.array(followedPostSchema),
      boards: z.array(boardTypeSchema),
    }),
  }),
  post: put('/api/post/:id/follow', 'signedIn', {
    summary: 'Follow the comments of a post of another member, or no longer; repeatable',
    params: idParams,
    body: followField,
    response: followedSchema,
    errors: ['POST_NOT_FOUND', 'LECTURE_MEMBERS_ONLY', 'FOLLOW_OWN', 'FOLLOWS_FULL'],
  }),
  board: put('/api/board/follow', 'signedIn', {
    summary: 'Follow the new posts of a board, or no longer; repeatable',
    body: z.object({
      boardType: boardTypeField.check(
        z.refine((type: BoardType) => FOLLOWED_BOARDS.includes(type), {
          error: '알림을 켤 수 없는 게시판입니다.',
        }),
      ),
      ...followField.shape,
    }),
    response: followedSchema,
  }),
};
