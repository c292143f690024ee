import type { BoardType } from '@naru/contract/boards';
import type { PostItem } from '@naru/contract/posts';
import { isNewPost, useBoardNews } from '../../entities/boards/board-news.ts';
import { NewCount, NewDot } from '../../entities/boards/new-marks.tsx';

function useNewsOf(type: BoardType) {
  return useBoardNews().find(({ boardType }) => boardType === type);
}

/** How many posts of a board came since the last visit. */
export function SummaryCount({ type }: { type: BoardType }) {
  return <NewCount count={useNewsOf(type)?.newCount ?? 0} />;
}

export function SummaryDot({ post }: { post: PostItem }) {
  const news = useNewsOf(post.boardType);
  return isNewPost(post, news?.since) && <NewDot className="top-5.25 left-2 max-md:left-1.5" />;
}
