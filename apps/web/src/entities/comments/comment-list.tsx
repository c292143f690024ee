import type { Comment, CommentSort } from '@naru/contract/comments';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, CornerDownRight, MessageCircle } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { messageOf } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Skeleton, SkeletonList } from '../../ui/skeleton.tsx';
import { EmptyState, LoadError } from '../../ui/states.tsx';
import { commentKeys } from '../keys.ts';
import { CommentItem } from './comment-item.tsx';
import {
  CommentTargetContext,
  useCommentTarget,
  useJumpToReply,
  useReplyTarget,
} from './comment-target.ts';
import { commentsOf, commentsQuery, ownerOf, repliesQuery } from './comments.queries.ts';
import { ReplyForm } from './new-comment.tsx';
import { useThread } from './thread-context.ts';

export function CommentList({ sort }: { sort: CommentSort }) {
  const { thread, canWrite } = useThread();
  const query = useInfiniteQuery(commentsQuery(thread, sort));
  const { data, error, refetch } = query;
  const target = useCommentTarget(sort, query);
  if (error && !data) {
    return <LoadError title="댓글을 불러오지 못했습니다." error={error} onRetry={refetch} />;
  }
  if (!data) return <CommentsSkeleton label="댓글을 불러오는 중입니다." rows={3} />;
  const comments = commentsOf(data);
  if (comments.length === 0) {
    return (
      <EmptyState
        icon={<MessageCircle size={22} />}
        title="아직 댓글이 없습니다."
        text={canWrite ? '첫 댓글을 남겨 보세요.' : undefined}
        className="py-8"
      />
    );
  }
  return (
    <CommentTargetContext value={target}>
      <StartButton pages={data} queryKey={commentKeys.list(thread.postId, sort)} />
      <ul aria-label="댓글 목록">
        {comments.map((comment) => (
          <li key={comment.id} className="border-line border-t first:border-t-0">
            <CommentThread comment={comment} />
          </li>
        ))}
      </ul>
      <MoreButton query={query} label="댓글 더 보기" />
    </CommentTargetContext>
  );
}

type StartProps = { pages: { pageParams: readonly unknown[] }; queryKey: readonly unknown[] };

/** Above a list that begins at the comment of a deep link: reloads it from its beginning. */
function StartButton({ pages, queryKey }: StartProps) {
  const { focusThread } = useThread();
  const client = useQueryClient();
  if (pages.pageParams[0] === null) return null;
  const restart = () => {
    focusThread();
    void client.resetQueries({ queryKey, exact: true });
  };
  return (
    <Button block className="my-3" onClick={restart}>
      처음부터 보기
    </Button>
  );
}

type MoreProps = {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: unknown;
    fetchNextPage: () => Promise<unknown>;
  };
  label: string;
};

/** Loads the next part of a list; what is shown stays when that fails. */
function MoreButton({ query, label }: MoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <div className="mt-3 grid gap-2">
      {query.isFetchNextPageError && (
        <p role="alert" className="text-center font-medium text-buoy text-sm">
          {messageOf(query.error, '더 불러오지 못했습니다. 다시 시도해 주세요.')}
        </p>
      )}
      <Button block pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {label}
      </Button>
    </div>
  );
}

/** A top-level comment with its reply box and its collapsible replies. */
function CommentThread({ comment }: { comment: Comment }) {
  const { replyingTo } = useThread();
  const [open, setOpen] = useState(false);
  const visit = useReplyTarget(comment.id)?.visit;
  useEffect(() => {
    if (visit !== undefined) setOpen(true);
  }, [visit]);
  const id = useId();
  return (
    <CommentItem
      comment={comment}
      actions={
        comment.countChildren > 0 && (
          <RepliesToggle
            id={id}
            open={open}
            owner={ownerOf(comment)}
            count={comment.countChildren}
            onToggle={() => setOpen(!open)}
          />
        )
      }
    >
      {replyingTo === comment.id && (
        <ReplyForm parentId={comment.id} onSend={() => setOpen(true)} />
      )}
      <div id={id}>{open && <Replies parent={comment} />}</div>
    </CommentItem>
  );
}

type RepliesToggleProps = {
  id: string;
  open: boolean;
  /** Names the comment for screen readers. */
  owner: string;
  count: number;
  onToggle: () => void;
};

function RepliesToggle({ id, open, owner, count, onToggle }: RepliesToggleProps) {
  const label = `답글 ${count}개 ${open ? '숨기기' : '보기'}`;
  return (
    <button
      type="button"
      aria-label={`${owner}의 ${label}`}
      aria-expanded={open}
      aria-controls={id}
      onClick={onToggle}
      className="inline-flex h-8 items-center gap-1 rounded-md px-2 font-semibold text-sea text-sm hover:bg-hover max-md:h-11"
    >
      <ChevronDown
        size={15}
        className={cx('transition-transform duration-100', open && 'rotate-180')}
      />
      {label}
    </button>
  );
}

function Replies({ parent }: { parent: Comment }) {
  const { thread, replyingTo } = useThread();
  const query = useInfiniteQuery(repliesQuery(thread.postId, parent.id));
  const { data, error, refetch } = query;
  useJumpToReply(parent.id, query);
  if (error && !data) {
    return (
      <div role="alert" className="mt-2 flex flex-wrap items-center gap-3 text-md">
        <span className="text-ink-2">{messageOf(error, '답글을 불러오지 못했습니다.')}</span>
        <Button size="sm" onClick={() => void refetch()}>
          다시 시도
        </Button>
      </div>
    );
  }
  if (!data) return <CommentsSkeleton label="답글을 불러오는 중입니다." rows={1} />;
  const replies = commentsOf(data);
  if (replies.length === 0) return null;
  return (
    <>
      <StartButton pages={data} queryKey={commentKeys.replies(thread.postId, parent.id)} />
      <ul aria-label="답글" className="mt-1 grid">
        {replies.map((reply) => (
          <li key={reply.id} className="flex gap-2 border-line border-t first:border-t-0">
            <CornerDownRight size={16} className="mt-6 shrink-0 text-ink-3 max-md:hidden" />
            <div className="min-w-0 flex-1">
              <CommentItem comment={reply}>
                {replyingTo === reply.id && <ReplyForm parentId={parent.id} replyTo={reply} />}
              </CommentItem>
            </div>
          </li>
        ))}
      </ul>
      <MoreButton query={query} label="답글 더 보기" />
    </>
  );
}

function CommentsSkeleton(props: { label: string; rows: number }) {
  return (
    <SkeletonList {...props} className="flex gap-3 py-4">
      <Skeleton className="h-8 w-8 rounded-full!" />
      <div className="grid flex-1 gap-2.5">
        <Skeleton className="h-3.5! w-24" />
        <Skeleton className="w-3/4" />
      </div>
    </SkeletonList>
  );
}
