import { LECTURE_BOARD_TYPES, LECTURE_BOARDS } from '@naru/contract/boards';
import type { LecturePostItem } from '@naru/contract/lecture-posts';
import { Link } from '@tanstack/react-router';
import { Eye, Heart, Paperclip } from 'lucide-react';
import type { ReactNode } from 'react';
import { PATHS } from '../../app/paths.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { TimeText } from '../../ui/time-text.tsx';
import { AnswerBadge } from './answer-badge.tsx';
import type { RoomSearch } from './lecture-posts.types.ts';
import { daysSince, waitingLabel } from './waiting-age.ts';

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
          className="font-medium [overflow-wrap:anywhere] visited:text-ink-2 after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:outline-offset-[-2px]"
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
        <Count icon={<Heart size={13} />} label="좋아요" count={post.likeCount} />
        <Count icon={<Eye size={14} />} label="조회" count={post.viewCount} />
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
    <span className="whitespace-nowrap text-sm">
      {commentCount > 0 && (
        <span className="ml-1.5 font-bold text-sea">
          <span aria-hidden="true">[{formatCount(commentCount)}]</span>
          <span className="sr-only">댓글 {commentCount}개</span>
        </span>
      )}
      {attachmentCount > 0 && (
        <span className="ml-1.5 text-ink-3">
          <Paperclip size={13} aria-hidden="true" className="inline-block align-[-0.12em]" />
          <span aria-hidden="true">{attachmentCount}</span>
          <span className="sr-only">파일 {attachmentCount}개</span>
        </span>
      )}
    </span>
  );
}

function Count(props: { icon: ReactNode; label: string; count: number }) {
  return (
    <span className="flex shrink-0 items-center gap-1">
      <span aria-hidden="true">{props.icon}</span>
      <span className="sr-only">{props.label} </span>
      {formatCount(props.count)}
    </span>
  );
}

/** The `tab` parameter of a board; undefined for the first tab. */
export function tabOf(board: LecturePostItem['boardType']): string | undefined {
  return board === LECTURE_BOARD_TYPES[0] ? undefined : LECTURE_BOARDS[board].slug;
}
