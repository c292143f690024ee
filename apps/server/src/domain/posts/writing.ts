import type { PostBoardType } from '@naru/contract/boards';
import type { Authorised } from '../access/authorised.ts';

/** A board, or a board of a lecture room, on which the actor may write. */
export type WritableBoard = Authorised<
  'write',
  { boardType: PostBoardType; lectureId: number | null }
>;

/** A post whose words the actor may change: its author. */
export type ChangeablePost = Authorised<'change', { id: number; isAnonymous: boolean }>;
