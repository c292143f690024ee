import { BOARDS } from '@naru/contract/boards';
import type { PostItem } from '@naru/contract/posts';

/** Whether a post hides its author; the board tells it of posts that an older version stored. */
export function isAnonymousPost({
  boardType,
  anonymous,
}: Pick<PostItem, 'boardType' | 'anonymous'>): boolean {
  return anonymous === true || BOARDS[boardType].anonymous;
}
