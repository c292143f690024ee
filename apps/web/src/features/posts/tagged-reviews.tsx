import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { usePageInAddress } from '../../lib/place.ts';
import { cx } from '../../ui/cx.ts';
import { LoadState } from '../../ui/load-state.tsx';
import { Pagination, useExistingPage } from '../../ui/pagination.tsx';
import { PostList } from './post-list.tsx';
import { postListQuery } from './posts.queries.ts';

/** The first page of them. */
export function firstTagged(lectureId: number) {
  return { boardType: 'REVIEW', page: 0, lectureTagId: lectureId } as const;
}

/** The posts of the review board that are about a lecture; nothing without any. */
export function TaggedReviews({ lectureId }: { lectureId: number }) {
  const titleId = useId();
  const [page, setPage] = usePageInAddress('tagged');
  const query = useQuery(postListQuery({ ...firstTagged(lectureId), page }));
  const { posts, totalPages, totalCount } = query.data?.pageResponse ?? {};
  useExistingPage({ page, totalPages, onPage: setPage });
  if (totalCount === 0 || query.isPending) return null;
  return (
    <section aria-labelledby={titleId} className="border-line border-t">
      <h2 id={titleId} className="px-5 pt-5 pb-3 font-bold text-md max-md:px-4">
        후기 게시판에서 이 강의를 다룬 글
      </h2>
      {posts === undefined ? (
        <LoadState query={query} failed="후기 게시판의 글을 불러오지 못했습니다." />
      ) : (
        <div
          aria-busy={query.isPlaceholderData}
          className={cx(query.isPlaceholderData && 'opacity-50')}
        >
          <PostList posts={posts} location={{ boardType: 'REVIEW', search: {} }} hideLecture />
        </div>
      )}
      <div className="border-line border-t empty:hidden">
        <Pagination
          page={page}
          totalPages={totalPages ?? 0}
          onPage={setPage}
          label="후기 게시판 글의 페이지 이동"
        />
      </div>
    </section>
  );
}
