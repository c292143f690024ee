import type { TodayComment, TodayPost } from '@naru/contract/stats';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useHasRole } from '../../entities/member/me.ts';
import { contentPath } from '../../lib/paths.ts';
import { usePageInAddress } from '../../lib/place.ts';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { TimeText } from '../../ui/time-text.tsx';
import { todayCommentsQuery, todayPostsQuery } from './stats.queries.ts';
import { TodayList } from './today-list.tsx';

/** Posts and comments of the current Korean day. Anonymous authors are masked for staff too. */
export function TodayLists() {
  const [posts, setPosts] = usePageInAddress();
  const [comments, setComments] = usePageInAddress('comments');
  const mayRemove = useHasRole('MANAGER');
  return (
    <div className="grid gap-4">
      {!mayRemove && <p className="text-ink-3 text-sm">삭제는 조교 이상만 할 수 있습니다.</p>}
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <TodayList
          type="POST"
          result={useQuery(todayPostsQuery(posts))}
          rowsOf={({ rows }) => rows.map(postRow)}
          page={posts}
          onPage={setPosts}
          mayRemove={mayRemove}
        />
        <TodayList
          type="COMMENT"
          result={useQuery(todayCommentsQuery(comments))}
          rowsOf={({ rows }) => rows.map(commentRow)}
          page={comments}
          onPage={setComments}
          mayRemove={mayRemove}
        />
      </div>
    </div>
  );
}

type TargetProps = {
  target: Parameters<typeof contentPath>[0];
  children: ReactNode;
  className: string;
};

/** Links to a post, or to the post of a comment; on phones its whole row does. */
function TargetLink({ target, children, className }: TargetProps) {
  return (
    <Link
      to={contentPath(target)}
      className={cx(
        'hover:underline hover:underline-offset-4 max-md:after:absolute max-md:after:inset-0',
        className,
      )}
    >
      {children}
    </Link>
  );
}

function postRow(post: TodayPost) {
  return {
    id: post.id,
    quote: post.title,
    row: (
      <>
        <TargetLink target={{ ...post, postId: post.id }} className="line-clamp-2 font-semibold">
          <bdi>{post.title}</bdi>
          {post.commentCount > 0 && (
            <span className="ml-1 text-sea">
              [{post.commentCount}]<span className="sr-only"> 댓글</span>
            </span>
          )}
        </TargetLink>
        <Foot item={post}>
          <span>조회 {post.viewCount}</span>
          <span>좋아요 {post.likeCount}</span>
        </Foot>
      </>
    ),
  };
}

function commentRow(comment: TodayComment) {
  return {
    id: comment.id,
    quote: comment.content,
    row: (
      <>
        <p className="line-clamp-3 whitespace-pre-line">
          <bdi>{comment.content}</bdi>
        </p>
        <Foot item={comment}>
          <TargetLink target={comment} className="min-w-0 truncate font-medium">
            <bdi>{comment.postTitle}</bdi>
          </TargetLink>
        </Foot>
      </>
    ),
  };
}

function Foot({ item, children }: { item: TodayPost | TodayComment; children: ReactNode }) {
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-0.5 text-ink-3 text-sm">
      <Badge tone="plain">{item.boardName}</Badge>
      <bdi>{item.writerNickname}</bdi>
      <TimeText date={item.createdDate} kind="community" />
      {children}
    </div>
  );
}
