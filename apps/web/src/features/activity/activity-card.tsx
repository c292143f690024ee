import { BOARDS, type BoardType, postBoardName } from '@naru/contract/boards';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Heart } from 'lucide-react';
import type { ReactNode } from 'react';
import { BumpButton } from '../../entities/market/bump-button.tsx';
import { TradeBadge } from '../../entities/market/trade-badge.tsx';
import { ApplicationBadge } from '../../entities/teams/application-badge.tsx';
import { LeaveButton } from '../../entities/teams/leave-button.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { formatCount, formatPrice } from '../../lib/format/numbers.ts';
import { lecturePostPath, PATHS, postPath } from '../../lib/paths.ts';
import { usePageInAddress } from '../../lib/place.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Pagination, useExistingPage } from '../../ui/pagination.tsx';
import { Skeleton, SkeletonList } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import {
  ACTIVITY_SIZE,
  type ActivityRow,
  type ActivitySection,
  activityQuery,
} from './activity.queries.ts';
import { RemoveOwn } from './remove-own.tsx';

const EMPTY: Record<ActivitySection, { title: string; text: string }> = {
  comments: {
    title: '작성한 댓글이 없습니다.',
    text: '게시판의 글에 댓글을 쓰면 여기에 모입니다.',
  },
  posts: { title: '작성한 글이 없습니다.', text: '게시판에 글을 쓰면 여기에 모입니다.' },
  sales: {
    title: '등록한 물품이 없습니다.',
    text: '책방에 물품을 등록하면 여기에 상태별로 모입니다.',
  },
  teams: {
    title: '지원한 팀이 없습니다.',
    text: '팀 모집의 글에서 ‘지원하기’를 누르면 여기에 모입니다.',
  },
  liked: {
    title: '좋아요한 글이 없습니다.',
    text: '글 아래의 ‘좋아요’를 누르면 여기에 모입니다.',
  },
  scraps: {
    title: '스크랩한 글이 없습니다.',
    text: '글 제목 옆의 책갈피를 누르면 여기에 모입니다.',
  },
};

const ROW = 'grid grid-cols-1 gap-1 px-5 py-3.5 max-md:px-4';

type ActivityCardProps = {
  /** Also the DOM id that links jump to. */
  section: ActivitySection;
  title: string;
  icon: ReactNode;
  /** How many entries to expect while they load, when known. */
  expected?: number | undefined;
};

export function ActivityCard({ section, title, icon, expected }: ActivityCardProps) {
  const [page, setPage] = usePageInAddress(section);
  const { data, error, isPlaceholderData, refetch } = useQuery(activityQuery(section, page));
  const totalPages = isPlaceholderData ? undefined : data?.totalPages;
  useExistingPage({ page, totalPages, onPage: setPage });
  const headingId = `${section}-title`;
  return (
    <Card
      as="section"
      aria-labelledby={headingId}
      className="scroll-mt-20 overflow-hidden"
      id={section}
    >
      <div className="flex items-center gap-2 border-line border-b px-5 py-3.5 max-md:px-4">
        <span className="text-sea">{icon}</span>
        <h2 id={headingId} tabIndex={-1} className="font-bold text-lg">
          {title}
        </h2>
        {data && <span className="text-ink-3 text-md">{formatCount(data.totalElements)}</span>}
      </div>
      {error && !data && (
        <ErrorState
          title={messageOf(error, '불러오지 못했습니다. 잠시 후 다시 시도해 주세요.')}
          onRetry={refetch}
        />
      )}
      {!data && !error && (
        <RowsSkeleton rows={Math.min(expected ?? ACTIVITY_SIZE, ACTIVITY_SIZE)} />
      )}
      {data && (
        <Rows
          section={section}
          title={title}
          rows={data.rows}
          onRemoved={() => document.getElementById(headingId)?.focus({ preventScroll: true })}
        />
      )}
      {data && (
        <Pagination
          label={`${title} 페이지`}
          page={page}
          totalPages={data.totalPages}
          onPage={setPage}
        />
      )}
    </Card>
  );
}

/** As high as the rows, or as the text and the link of an empty list. */
function RowsSkeleton({ rows }: { rows: number }) {
  return (
    <SkeletonList
      rows={Math.max(rows, 1)}
      className={
        rows === 0 ? 'px-5 py-12 max-md:py-10' : `${ROW} border-line border-t first:border-t-0`
      }
    >
      {rows === 0 ? (
        <>
          <Skeleton className="mx-auto my-1 w-40" />
          <Skeleton className="mx-auto mt-2 mb-1 h-3.5 w-56" />
          <Skeleton className="mx-auto mt-5 h-10 w-32 max-md:h-11" />
        </>
      ) : (
        <>
          <span className="flex h-6 items-center gap-2">
            <Skeleton className="h-5 w-12" />
            <Skeleton className="w-1/2" />
          </span>
          <Skeleton className="my-1 h-3.5 w-4/5" />
          <Skeleton className="my-1 h-3 w-28" />
        </>
      )}
    </SkeletonList>
  );
}

/** Sections of what the viewer wrote. */
const OWN: readonly ActivitySection[] = ['comments', 'posts', 'sales'];

/** Where an empty section fills, if not on any board. */
const BOARD_OF: Partial<Record<ActivitySection, BoardType>> = { sales: 'MARKET', teams: 'TEAM' };

type RowsProps = {
  section: ActivitySection;
  title: string;
  rows: ActivityRow[];
  onRemoved: () => void;
};

function Rows({ section, title, rows, onRemoved }: RowsProps) {
  if (rows.length === 0) {
    const board = BOARDS[BOARD_OF[section] ?? 'FREE'];
    const toBoard = (
      <LinkButton to={PATHS.board} params={{ boardType: board.slug }}>
        {board.name} 보기
      </LinkButton>
    );
    return <EmptyState {...EMPTY[section]} action={toBoard} />;
  }
  return (
    <ul aria-label={title}>
      {rows.map((row) => (
        <li key={row.id} className="relative border-line border-t first:border-t-0">
          <Row row={row} section={section} />
          {OWN.includes(section) && <RemoveOwn row={row} section={section} onRemoved={onRemoved} />}
          {row.deleted && row.application && (
            <LeaveButton
              postId={row.id}
              state={row.application}
              className="mx-5 mb-3 max-md:mx-4"
            />
          )}
          {row.sale?.canBump && (
            <BumpButton postId={row.id} title={row.title} className="mx-5 mb-3 max-md:mx-4" />
          )}
        </li>
      ))}
    </ul>
  );
}

function pathOf({ id, postId = id, boardType, lectureRoomId }: ActivityRow): string {
  return lectureRoomId === null
    ? postPath(boardType, postId)
    : lecturePostPath(lectureRoomId, postId);
}

/** An application outlives a post that is only hidden. */
function titleOf({ deleted, application, title }: ActivityRow): string {
  if (!deleted) return title;
  return application ? '볼 수 없는 글입니다.' : '삭제된 글입니다.';
}

function Row({ row, section }: { row: ActivityRow; section: ActivitySection }) {
  const text = row.excerpt ?? row.content;
  const content = (
    <>
      <span className="flex items-center gap-2">
        {row.sale ? (
          <TradeBadge status={row.sale.tradeStatus} />
        ) : row.application ? (
          <ApplicationBadge state={row.application} />
        ) : (
          <Badge tone="plain">{postBoardName(row.boardType)}</Badge>
        )}
        <bdi className="min-w-0 truncate font-semibold">{titleOf(row)}</bdi>
      </span>
      {text && !row.deleted && <bdi className="line-clamp-2 text-ink-2 text-md">{text}</bdi>}
      <span className="flex flex-wrap items-center gap-x-2.5 text-ink-3 text-sm">
        {row.writerNickname && !row.deleted && <bdi>{row.writerNickname}</bdi>}
        {row.sale && <span>{formatPrice(row.sale.price)}</span>}
        <TimeText date={row.createdDate} kind="list" />
        {row.likeCount !== undefined && !row.deleted && (
          <span className="inline-flex items-center gap-1">
            <Heart size={13} />
            <span className="sr-only">좋아요 </span>
            {formatCount(row.likeCount)}
          </span>
        )}
      </span>
    </>
  );
  const look = OWN.includes(section) ? `${ROW} pr-14!` : ROW;
  if (row.deleted) return <div className={`${look} text-ink-3`}>{content}</div>;
  return (
    <Link
      to={pathOf(row)}
      hash={section === 'comments' ? `comment-${row.id}` : undefined}
      className={`${look} hover:bg-hover`}
    >
      {content}
    </Link>
  );
}
