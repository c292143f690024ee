import { BOARDS } from '@naru/contract/boards';
import type { PostItem } from '@naru/contract/posts';
import { Skeleton, SkeletonList } from '../../ui/skeleton.tsx';
import { PostRow, ROW_GRID } from './post-row.tsx';
import type { ListLocation } from './posts.types.ts';

export function PostList(props: { posts: readonly PostItem[]; location: ListLocation }) {
  const { posts, location } = props;
  return (
    <ul aria-label={`${BOARDS[location.boardType].name} 글 목록`}>
      {posts.map((post) => (
        <PostRow key={post.id} post={post} location={location} />
      ))}
    </ul>
  );
}

const WIDTHS = ['w-3/5', 'w-2/5', 'w-4/5', 'w-1/2', 'w-2/3'];

export function PostListSkeleton() {
  return (
    <SkeletonList
      rows={10}
      label="글 목록을 불러오는 중입니다."
      className={`border-line border-t max-md:px-4 max-md:py-3.5 ${ROW_GRID}`}
    >
      {(row) => (
        <>
          <Skeleton className={WIDTHS[row % WIDTHS.length]} />
          <div className="flex gap-3 max-md:mt-2.5 md:contents">
            <Skeleton className="h-3! w-14" />
            <Skeleton className="h-3! w-28" />
            <Skeleton className="h-3! w-8 max-md:ml-auto md:justify-self-end" />
            <Skeleton className="h-3! w-8 md:justify-self-end" />
          </div>
        </>
      )}
    </SkeletonList>
  );
}
