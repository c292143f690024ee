import { BOARDS, type BoardType } from '@naru/contract/boards';
import type { PostItem } from '@naru/contract/posts';
import { Link } from '@tanstack/react-router';
import { Eye, Heart, Vote } from 'lucide-react';
import { NewDot } from '../../entities/boards/new-marks.tsx';
import { isNewPost, type NewSince } from '../../entities/boards/new-on-boards.ts';
import {
  CommentCount,
  FilesMark,
  HeadTag,
  ROW_LINK,
  RowCount,
  RowMarks,
} from '../../entities/posts/post-row-parts.tsx';
import { TeamMarks } from '../../entities/teams/team-marks.tsx';
import { PATHS } from '../../lib/paths.ts';
import type { ListSearch } from '../../lib/search-parameters.ts';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { Flag } from '../../ui/flag.tsx';
import { Skeleton, SkeletonList } from '../../ui/skeleton.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { LectureTag } from './lecture-tag.tsx';
import { POST_TEXTS } from './posts.texts.ts';
import { RowPicture } from './row-picture.tsx';

/** Search parameters of a list, which the address of a post has for the way back. */
export type ListLocation = {
  boardType: BoardType;
  search: ListSearch;
};

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Opened from a list: going back restores its scroll position. */
    fromList?: boolean;
  }
}

const ROW_GRID =
  'md:grid md:h-12 md:grid-cols-[minmax(0,1fr)_7.5rem_8.5rem_3.5rem_3.5rem] md:items-center md:gap-x-4 md:px-5 lg:grid-cols-[minmax(0,1fr)_9rem_9rem_4rem_4rem]';

type PostListProps = {
  posts: readonly PostItem[];
  location: ListLocation;
  /** For a list about one lecture. */
  hideLecture?: boolean;
  /** Later posts are marked as new. */
  newSince?: NewSince | undefined;
};

export function PostList({ posts, location, hideLecture = false, newSince }: PostListProps) {
  return (
    <ul aria-label={`${BOARDS[location.boardType].name} 글 목록`}>
      {posts.map((post) => (
        <PostRow
          key={post.id}
          {...{ post, location, hideLecture }}
          isNew={isNewPost(post, newSince)}
        />
      ))}
    </ul>
  );
}

type PostRowProps = {
  post: PostItem;
  location: ListLocation;
  hideLecture: boolean;
  isNew: boolean;
};

/** One line on wide screens, two on phones. */
function PostRow(props: PostRowProps) {
  const { post, isNew } = props;
  const { thumbNailUrl: picture } = post;
  return (
    <li
      className={cx(
        'relative border-line border-t transition-colors duration-100 hover:bg-hover has-[a:focus-visible]:bg-hover max-md:px-4 max-md:py-3',
        ROW_GRID,
        picture !== null && 'max-md:min-h-20.25 max-md:pr-22',
      )}
    >
      {isNew && <NewDot className="top-5.25 left-2 max-md:left-1.5" />}
      <div className="flex min-w-0 items-center gap-3">
        <PostRowTitle {...props} />
        {picture !== null && <RowPicture src={picture} />}
      </div>
      <div className="flex min-w-0 items-center gap-x-3 text-ink-3 text-sm max-md:mt-1 md:contents">
        <span className="min-w-0 truncate md:text-ink-2">
          <span className="sr-only">작성자 </span>
          <bdi>{post.writerNickname}</bdi>
        </span>
        <span className="shrink-0">
          <span className="sr-only">작성일 </span>
          <TimeText date={post.createdDate} kind="list" />
        </span>
        <RowCount
          icon={<Heart size={13} />}
          label="좋아요"
          count={post.likeCount}
          className="max-md:ml-auto md:justify-end"
        />
        <RowCount
          icon={<Eye size={14} />}
          label="조회"
          count={post.viewCount}
          className="md:justify-end"
        />
      </div>
    </li>
  );
}

function PostRowTitle({ post, location, hideLecture }: PostRowProps) {
  const showBoard = location.boardType !== post.boardType;
  const { flag, name } = BOARDS[post.boardType];
  return (
    <div className="min-w-0 flex-1 max-md:line-clamp-2 md:flex md:items-center md:gap-2">
      {showBoard && <Flag name={flag} size={18} title={name} className="max-md:mr-2" />}
      {post.pinned && !showBoard && (
        <Badge tone="buoy" className="max-md:mr-2">
          {POST_TEXTS.pinned}
        </Badge>
      )}
      {post.mustRead && (
        <Badge tone="sea" className="max-md:mr-2">
          {POST_TEXTS.mustRead}
        </Badge>
      )}
      {post.expired && (
        <Badge tone="plain" className="max-md:mr-2">
          {POST_TEXTS.expired}
        </Badge>
      )}
      {post.answered && (
        <Badge tone="tide" className="max-md:mr-2">
          {POST_TEXTS.answered}
        </Badge>
      )}
      {post.lectureTag && !hideLecture && (
        <LectureTag lecture={post.lectureTag} className="align-middle max-md:mr-2" />
      )}
      {post.team && <TeamMarks team={post.team} className="max-md:mr-2" />}
      {post.head && <HeadTag head={post.head} className="max-md:mr-2" />}
      <Link
        to={PATHS.post}
        params={{ boardType: BOARDS[location.boardType].slug, postId: String(post.id) }}
        search={location.search}
        state={{ fromList: true }}
        data-key-row=""
        className={cx(
          ROW_LINK,
          'md:truncate',
          (post.blocked || post.team?.isOpen === false) && 'text-ink-3',
        )}
      >
        <bdi>{post.title}</bdi>
      </Link>
      <TitleMarks post={post} />
    </div>
  );
}

function TitleMarks({ post }: { post: PostItem }) {
  const { commentCount, hasFiles, hasPoll = false } = post;
  const hasImage = post.imageUrls !== null;
  if (commentCount === 0 && !hasImage && !hasFiles && !hasPoll) return null;
  return (
    <RowMarks className="shrink-0">
      <CommentCount count={commentCount} className="max-md:ml-1.5" />
      {hasImage && <span className="sr-only">사진 있음</span>}
      {hasFiles && <FilesMark className="ml-1.5" />}
      {hasPoll && (
        <span className="ml-1.5 text-ink-3">
          <Vote size={14} className="inline-block align-[-0.15em]" />
          <span className="sr-only">투표 있음</span>
        </span>
      )}
    </RowMarks>
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
