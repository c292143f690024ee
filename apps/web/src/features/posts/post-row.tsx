import { BOARDS } from '@naru/contract/boards';
import type { PostItem } from '@naru/contract/posts';
import { Link } from '@tanstack/react-router';
import { Eye, Heart, Image } from 'lucide-react';
import { PATHS } from '../../app/paths.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { Badge } from '../../ui/badge.tsx';
import { Flag } from '../../ui/flag.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { POST_TEXTS } from './posts.texts.ts';
import type { ListLocation } from './posts.types.ts';

/** Column grid shared by rows and skeletons. */
export const ROW_GRID =
  'md:grid md:h-12 md:grid-cols-[minmax(0,1fr)_7.5rem_8.5rem_3.5rem_3.5rem] md:items-center md:gap-x-4 md:px-5 lg:grid-cols-[minmax(0,1fr)_9rem_9rem_4rem_4rem]';

/** Word joiner: keeps the marks on the line of the title's last word. */
const GLUE = '\u2060';

type PostRowProps = {
  post: PostItem;
  location: ListLocation;
};

/** One line on wide screens, two on phones. */
export function PostRow(props: PostRowProps) {
  const { post, location } = props;
  return (
    <li
      className={`relative border-line border-t transition-colors duration-100 hover:bg-hover has-[a:focus-visible]:bg-hover max-md:px-4 max-md:py-3 ${ROW_GRID}`}
    >
      <PostRowTitle post={post} location={location} />
      <div className="flex min-w-0 items-center gap-x-3 text-ink-3 text-sm max-md:mt-1 md:contents">
        <span className="min-w-0 truncate md:text-ink-2">
          <span className="sr-only">작성자 </span>
          <bdi>{post.writerNickname}</bdi>
        </span>
        <span className="shrink-0">
          <span className="sr-only">작성일 </span>
          <TimeText date={post.createdDate} kind="list" />
        </span>
        <RowCount icon={<Heart size={13} />} label="좋아요" count={post.likeCount} first />
        <RowCount icon={<Eye size={14} />} label="조회" count={post.viewCount} />
      </div>
    </li>
  );
}

function PostRowTitle({ post, location }: PostRowProps) {
  const showBoard = location.boardType !== post.boardType;
  return (
    <div className="min-w-0 max-md:line-clamp-2 md:flex md:items-center md:gap-2">
      {showBoard && (
        <Flag
          name={BOARDS[post.boardType].flag}
          size={18}
          title={BOARDS[post.boardType].name}
          className="max-md:mr-2"
        />
      )}
      {post.pinned && !showBoard && (
        <Badge tone="buoy" className="max-md:mr-2">
          {POST_TEXTS.pinned}
        </Badge>
      )}
      {post.answered && (
        <Badge tone="tide" className="max-md:mr-2">
          {POST_TEXTS.answered}
        </Badge>
      )}
      <Link
        to={PATHS.post}
        params={{ boardType: BOARDS[location.boardType].slug, postId: String(post.id) }}
        search={location.search}
        state={{ fromList: true }}
        className="min-w-0 font-medium visited:text-ink-2 after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:outline-offset-[-2px] md:truncate"
      >
        <bdi>{post.title}</bdi>
      </Link>
      <TitleMarks comments={post.commentCount} hasImage={post.imageUrls.length > 0} />
    </div>
  );
}

function TitleMarks(props: { comments: number; hasImage: boolean }) {
  const { comments, hasImage } = props;
  if (comments === 0 && !hasImage) return null;
  return (
    <span className="shrink-0 whitespace-nowrap text-sm">
      {GLUE}
      {comments > 0 && (
        <span className="font-bold text-sea max-md:ml-1.5">
          <span aria-hidden="true">[{formatCount(comments)}]</span>
          <span className="sr-only">댓글 {comments}개</span>
        </span>
      )}
      {hasImage && (
        <span className="ml-1.5 text-ink-3">
          <Image size={14} aria-hidden="true" className="inline-block align-[-0.15em]" />
          <span className="sr-only">이미지 있음</span>
        </span>
      )}
    </span>
  );
}

type RowCountProps = { icon: React.ReactNode; label: string; count: number; first?: boolean };

export function RowCount(props: RowCountProps) {
  return (
    <span
      className={`flex shrink-0 items-center gap-1 md:justify-end ${props.first ? 'max-md:ml-auto' : ''}`}
    >
      <span aria-hidden="true" className="text-ink-3">
        {props.icon}
      </span>
      <span className="sr-only">{props.label} </span>
      {formatCount(props.count)}
    </span>
  );
}
