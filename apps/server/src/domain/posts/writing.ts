import type { BoardType, PostBoardType } from '@naru/contract/boards';
import type { Authorised } from '../access/authorised.ts';

export type WritableBoard = Authorised<
  'write',
  { boardType: PostBoardType; lectureId: number | null }
>;

export type ChangeablePost = Authorised<'change', { id: number; isAnonymous: boolean }>;

export type PinnablePost = Authorised<'pin', { id: number; boardType: BoardType }>;
