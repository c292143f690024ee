import { BOARDS } from '@naru/contract/boards';
import type { PostDetail } from '@naru/contract/posts';

/** Whether the post is a notice that an ADMIN copied from another site. */
export function isPasted({ boardType, writerId }: Pick<PostDetail, 'boardType' | 'writerId'>) {
  return BOARDS[boardType].sourceName !== null && writerId === null;
}
