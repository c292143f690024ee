import type { Comment, CommentSort } from '@naru/contract/comments';
import { useInfiniteQuery } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { EmptyState, LoadError } from '../../ui/states.tsx';
import { CommentsSkeleton } from './comment-skeleton.tsx';
import { CommentThread } from './comment-thread.tsx';
import { commentsQuery } from './comments.queries.ts';
import { COMMENT_TEXTS } from './comments.texts.ts';
import { useThread } from './thread-context.ts';
import { useHashTarget } from './use-hash-target.ts';

export function CommentList({ sort }: { sort: CommentSort }) {
  const { thread, canWrite } = useThread();
  const query = useInfiniteQuery(commentsQuery(thread, sort));
  const { data, error, refetch } = query;
  useHashTarget(data !== undefined);
  if (error && !data) {
    return (
      <LoadError
        title={COMMENT_TEXTS.loadFailed}
        error={error}
        fallback={COMMENT_TEXTS.tryLater}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <CommentsSkeleton label="댓글을 불러오는 중입니다." rows={3} />;
  const comments: Comment[] = data.pages.flatMap((page) => page.comments);
  if (comments.length === 0) {
    return (
      <EmptyState
        icon={<MessageCircle size={22} aria-hidden="true" />}
        title={COMMENT_TEXTS.empty}
        text={canWrite ? COMMENT_TEXTS.emptyHint : undefined}
        className="py-8"
      />
    );
  }
  return (
    <>
      <ul aria-label="댓글 목록">
        {comments.map((comment) => (
          <li key={comment.id} className="border-line border-t first:border-t-0">
            <CommentThread comment={comment} />
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          block
          pending={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
          className="mt-3"
        >
          댓글 더 보기
        </Button>
      )}
    </>
  );
}
