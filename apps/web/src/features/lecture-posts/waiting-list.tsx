import { useQuery } from '@tanstack/react-query';
import { CircleCheckBig } from 'lucide-react';
import { Pagination } from '../../ui/pagination.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, LoadError } from '../../ui/states.tsx';
import { LecturePostRow } from './lecture-post-row.tsx';
import { waitingQuery } from './lecture-posts.queries.ts';

type WaitingListProps = {
  /** Zero-based. */
  page: number;
  onPage: (page: number) => void;
};

export function WaitingList({ page, onPage }: WaitingListProps) {
  const { data, error, refetch } = useQuery(waitingQuery(page));
  if (error && !data) {
    return (
      <LoadError title="답변 대기 질문을 불러오지 못했습니다." error={error} onRetry={refetch} />
    );
  }
  if (!data) return <SkeletonRows rows={6} label="답변 대기 질문을 불러오는 중입니다." />;
  if (data.posts.length === 0) {
    return (
      <EmptyState
        icon={<CircleCheckBig size={22} />}
        title="답변을 기다리는 질문이 없습니다."
        text="새 질문이 올라오면 여기에 오래된 것부터 보여 드립니다."
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
