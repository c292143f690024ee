import { BOARDS } from '@naru/contract/boards';
import type { PostItem } from '@naru/contract/posts';

/** Whether a post hides its author; a post that an older version stored lacks the flag, so its board decides. */
export function isAnonymousPost({
  boardType,
  anonymous,
}: Pick<PostItem, 'boardType' | 'anonymous'>): boolean {
  return anonymous === true || BOARDS[boardType].anonymous;
}
