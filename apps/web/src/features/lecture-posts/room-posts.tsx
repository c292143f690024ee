import type { LectureBoard } from '@naru/contract/boards';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { PATHS } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Pagination } from '../../ui/pagination.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, LoadError } from '../../ui/states.tsx';
import { LecturePostRow, type RoomSearch } from './lecture-post-row.tsx';
import { type RoomList as ListOf, roomListQuery } from './lecture-posts.queries.ts';

const FILTERS = [
  { value: 'all', label: '전체' },
  { value: 'waiting', label: '답변 대기' },
  { value: 'answered', label: '답변 완료' },
] as const;

type RoomPostsProps = {
  lectureId: number;
  board: LectureBoard;
  search: RoomSearch;
  onSearch: (search: RoomSearch) => void;
  /** Action of an empty list; null for readers who may not write. */
  write: ReactNode;
};

export function RoomPosts(props: RoomPostsProps) {
  const { board, search, onSearch } = props;
  const isQuestions = board.answeredByProfessor;
  return (
    <>
      {isQuestions && (
        <div className="border-line border-t px-5 py-3 max-md:px-4">
          <Segmented
            label="질문 거르기"
            items={FILTERS}
            value={search.filter ?? 'all'}
            onChange={(next) =>
              onSearch({ tab: search.tab, filter: next === 'all' ? undefined : next })
            }
          />
        </div>
      )}
      <RoomList {...props} />
    </>
  );
}

/** The list that an address shows. */
export function listOf(lectureId: number, board: LectureBoard, search: RoomSearch): ListOf {
  const page = (search.page ?? 1) - 1;
  const filter = board.answeredByProfessor ? (search.filter ?? 'all') : 'all';
  return { lectureId, board: board.type, page, filter };
}

function RoomList(props: RoomPostsProps) {
  const { lectureId, board, search, onSearch } = props;
  const list = listOf(lectureId, board, search);
  const router = useRouter();
  const { page } = list;
  const { data, error, isPlaceholderData, refetch } = useQuery(roomListQuery(list));
  const atPage = (next: number) => ({ ...search, page: next > 0 ? next + 1 : undefined });

  if (error && !data) {
    return (
      <div className="border-line border-t">
        <LoadError title="글 목록을 불러오지 못했습니다." error={error} onRetry={refetch} />
      </div>
    );
  }
  if (!data) return <SkeletonRows rows={6} label="글 목록을 불러오는 중입니다." />;
  const { data: posts, totalPages, totalCount } = data;
  return (
    <>
      <p role="status" className="sr-only">
        {isPlaceholderData ? '불러오는 중입니다.' : `${board.name} 글 ${totalCount}개`}
      </p>
      {posts.length === 0 ? (
        <EmptyTab {...props} pastEnd={totalCount > 0} />
      ) : (
        <ul
          aria-label={`${board.name} 글 목록`}
          aria-busy={isPlaceholderData}
          className={cx('transition-opacity duration-150', isPlaceholderData && 'opacity-50')}
        >
          {posts.map((post) => (
            <LecturePostRow key={post.id} post={post} search={search} />
          ))}
        </ul>
      )}
      <div className="border-line border-t empty:hidden">
        <Pagination
          page={page}
          totalPages={totalPages}
          onPage={(next) => onSearch(atPage(next))}
          hrefOf={(next) =>
            router.buildLocation({
              to: PATHS.lecture,
              params: { lectureId: String(lectureId) },
              search: atPage(next),
            }).href
          }
        />
      </div>
    </>
  );
}

const EMPTY_TITLES = {
  all: '게시글이 없습니다.',
  waiting: '답변을 기다리는 질문이 없습니다.',
  answered: '답변이 달린 질문이 아직 없습니다.',
};

function EmptyTab({ search, onSearch, write, pastEnd }: RoomPostsProps & { pastEnd: boolean }) {
  const filter = search.filter ?? 'all';
  const reset = () => onSearch({ tab: search.tab, filter: pastEnd ? search.filter : undefined });
  const isWhole = filter === 'all' && !pastEnd;
  return (
    <EmptyState
      icon={<FileText size={22} />}
      title={pastEnd ? '이 페이지에는 글이 없습니다.' : EMPTY_TITLES[filter]}
      text={isWhole && write !== null ? '첫 글을 남겨 보세요.' : undefined}
      action={
        isWhole ? (
          write
        ) : (
          <Button onClick={reset}>{pastEnd ? '첫 페이지로' : '전체 질문 보기'}</Button>
        )
      }
      className="border-line border-t"
    />
  );
}
