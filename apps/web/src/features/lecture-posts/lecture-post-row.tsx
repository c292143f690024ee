import { LECTURE_BOARD_TYPES, LECTURE_BOARDS } from '@naru/contract/boards';
import type { AnswerFilter } from '@naru/contract/choices';
import type { LecturePostItem } from '@naru/contract/lecture-posts';
import { Link } from '@tanstack/react-router';
import { CircleCheck, Eye, Heart, Hourglass, Paperclip } from 'lucide-react';
import {
  CommentCount,
  ROW_LINK,
  RowCount,
  RowMarks,
} from '../../entities/posts/post-row-parts.tsx';
import { serverNow } from '../../lib/clock.ts';
import { PATHS } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { TimeText } from '../../ui/time-text.tsx';

/** Search parameters of a room's list, which the address of a post has for the way back. */
export type RoomSearch = {
  tab?: string | undefined;
  /** One-based. */
  page?: number | undefined;
  filter?: Exclude<AnswerFilter, 'all'> | undefined;
};

type LecturePostRowProps = {
  post: LecturePostItem;
  search: RoomSearch;
  /** For lists across rooms. */
  showRoom?: boolean;
};

export function LecturePostRow({ post, search, showRoom = false }: LecturePostRowProps) {
  const isWaiting = LECTURE_BOARDS[post.boardType].answeredByProfessor && !post.answered;
  return (
    <li className="relative border-line border-t px-5 py-3 transition-colors duration-100 hover:bg-hover has-[a:focus-visible]:bg-hover max-md:px-4">
      <p className="leading-[1.5]">
        <AnswerBadge post={post} className="mr-2 align-[0.1em]" />
        <Link
          to={PATHS.lecturePost}
          params={{ lectureId: String(post.lectureRoomId), postId: String(post.id) }}
          search={search}
          state={{ fromList: true }}
          data-key-row=""
          className={`${ROW_LINK} [overflow-wrap:anywhere]`}
        >
          <bdi>{post.title}</bdi>
        </Link>
        <Marks post={post} />
      </p>
      <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-ink-3 text-sm">
        {showRoom && <span className="font-semibold text-ink-2">{post.lectureTitle}</span>}
        <span className="min-w-0 truncate text-ink-2">
          <span className="sr-only">작성자 </span>
          <bdi>{post.writerNickname}</bdi>
        </span>
        <TimeText date={post.createdDate} kind="community" />
        <RowCount icon={<Heart size={13} />} label="좋아요" count={post.likeCount} />
        <RowCount icon={<Eye size={14} />} label="조회" count={post.viewCount} />
        {isWaiting && (
          <span className="ml-auto font-semibold text-gold">
            {waitingLabel(daysSince(post.createdDate))}
          </span>
        )}
      </p>
    </li>
  );
}

function Marks({ post }: { post: LecturePostItem }) {
  const { commentCount, attachmentCount } = post;
  return (
    <RowMarks>
      <CommentCount count={commentCount} className="ml-1.5" />
      {attachmentCount > 0 && (
        <span className="ml-1.5 text-ink-3">
          <Paperclip size={13} className="inline-block align-[-0.12em]" />
          <span aria-hidden="true">{attachmentCount}</span>
          <span className="sr-only">파일 {attachmentCount}개</span>
        </span>
      )}
    </RowMarks>
  );
}

/** The `tab` parameter of a board; undefined for the first tab. */
export function tabOf(board: LecturePostItem['boardType']): string | undefined {
  return board === LECTURE_BOARD_TYPES[0] ? undefined : LECTURE_BOARDS[board].slug;
}

type AnswerBadgeProps = {
  post: Pick<LecturePostItem, 'boardType' | 'answered'>;
  className?: string;
};

/** Answer state of a question; nothing on other tabs. */
export function AnswerBadge({ post, className }: AnswerBadgeProps) {
  if (!LECTURE_BOARDS[post.boardType].answeredByProfessor) return null;
  const Icon = post.answered ? CircleCheck : Hourglass;
  return (
    <Badge tone={post.answered ? 'tide' : 'gold'} className={className}>
      <Icon size={12} />
      {post.answered ? '답변 완료' : '답변 대기'}
    </Badge>
  );
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whole days since `iso`, never negative. */
export function daysSince(iso: string, now = serverNow()): number {
  const age = now - new Date(iso).getTime();
  return Number.isNaN(age) ? 0 : Math.max(0, Math.floor(age / DAY_MS));
}

export function waitingLabel(days: number): string {
  return days <= 0 ? '오늘 질문' : `${days}일째 대기`;
}
