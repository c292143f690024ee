import type { BoardType } from '@naru/contract/boards';
import type { PostItem } from '@naru/contract/posts';
import { NewCount, NewDot } from '../../entities/boards/new-marks.tsx';
import { isNewPost, useNewSince } from '../../entities/boards/new-on-boards.ts';

function useNewOn(type: BoardType) {
  return useNewSince().find(({ boardType }) => boardType === type);
}

/** How many posts of a board came since the last visit. */
export function SummaryCount({ type }: { type: BoardType }) {
  return <NewCount count={useNewOn(type)?.newCount ?? 0} />;
}

/** Marks a tab whose board has new posts. */
export function SummaryTabDot({ type }: { type: BoardType }) {
  return (
    (useNewOn(type)?.newCount ?? 0) > 0 && (
      <NewDot className="top-2 right-0.5 md:top-0.5 md:right-1" />
    )
  );
}

export function SummaryDot({ post }: { post: PostItem }) {
  const board = useNewOn(post.boardType);
  return isNewPost(post, board) && <NewDot className="top-5.25 left-2 max-md:left-1.5" />;
}
