import { useQuery } from '@tanstack/react-query';
import { CircleCheckBig, CloudOff } from 'lucide-react';
import { messageOf } from '../../lib/api/api-error.ts';
import { Pagination } from '../../ui/pagination.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { LecturePostRow } from './lecture-post-row.tsx';
import { waitingQuery } from './lecture-posts.queries.ts';
import { LECTURE_POST_TEXTS } from './lecture-posts.texts.ts';

type WaitingListProps = {
  /** Zero-based. */
  page: number;
  onPage: (page: number) => void;
};

export function WaitingList({ page, onPage }: WaitingListProps) {
  const { data, error, refetch } = useQuery(waitingQuery(page));
  if (error && !data) {
    return (
      <ErrorState
        icon={<CloudOff size={22} aria-hidden="true" />}
        title={LECTURE_POST_TEXTS.waitingFailed}
        text={messageOf(error, LECTURE_POST_TEXTS.tryLater)}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <SkeletonRows rows={6} label="답변 대기 질문을 불러오는 중입니다." />;
  if (data.posts.length === 0) {
    return (
      <EmptyState
        icon={<CircleCheckBig size={22} aria-hidden="true" />}
        title={LECTURE_POST_TEXTS.waitingEmpty}
        text={LECTURE_POST_TEXTS.waitingEmptyHint}
        className="border-line border-t"
      />
    );
  }
  return (
    <>
      <p role="status" className="sr-only">
        답변 대기 질문 {data.totalCount}개
      </p>
      <ul aria-label="답변 대기 질문">
        {data.posts.map((post) => (
          <LecturePostRow key={post.id} post={post} search={{ filter: 'waiting' }} showRoom />
        ))}
      </ul>
      <div className="border-line border-t empty:hidden">
        <Pagination page={page} totalPages={data.totalPages} onPage={onPage} />
      </div>
    </>
  );
}
