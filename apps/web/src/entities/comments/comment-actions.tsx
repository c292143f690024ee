import type { Comment } from '@naru/contract/comments';
import { CircleCheck, Heart } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format/numbers.ts';
import { cx } from '../../ui/cx.ts';
import { useLikeComment } from './comments.mutations.ts';
import { isUnsent, ownerOf } from './comments.queries.ts';
import { replyButtonId, useThread } from './thread-context.ts';

const ACTION =
  'inline-flex h-8 items-center gap-1 rounded-md px-2 font-semibold text-sm hover:bg-hover disabled:opacity-50 max-md:h-11 max-md:px-3';
const QUIET = 'text-ink-3 hover:text-ink';

/** Like, reply, and on questions accepting the answer; the rest is in the menu of the comment. */
export function CommentActions({ comment, children }: { comment: Comment; children?: ReactNode }) {
  const { canWrite, replyingTo, openReply, closeReply } = useThread();
  const replying = replyingTo === comment.id;
  return (
    <div className="-ml-2 mt-1 flex flex-wrap items-center gap-x-1 max-md:-ml-3 max-md:-mb-2">
      <LikeComment comment={comment} />
      {canWrite && (
        <button
          type="button"
          id={replyButtonId(comment.id)}
          aria-label={`${ownerOf(comment)}에 답글 쓰기`}
          aria-expanded={replying}
          disabled={isUnsent(comment)}
          onClick={() => (replying ? closeReply(comment.id) : openReply(comment.id))}
          className={cx(ACTION, QUIET)}
        >
          답글 쓰기
        </button>
      )}
      <AcceptAction comment={comment} />
      {children}
    </div>
  );
}

function LikeComment({ comment }: { comment: Comment }) {
  const { thread } = useThread();
  const like = useLikeComment(thread, comment);
  const { liked, likes } = comment;
  return (
    <button
      type="button"
      aria-pressed={liked}
      aria-label={`${ownerOf(comment)} 좋아요 ${likes}`}
      disabled={isUnsent(comment)}
      onClick={() => like.mutate(!liked)}
      className={cx(ACTION, liked ? 'text-buoy' : QUIET)}
    >
      <Heart size={14} className={cx(liked && 'fill-current')} />
      {likes > 0 ? formatCount(likes) : '좋아요'}
    </button>
  );
}

/** Only top-level comments can be accepted. */
function AcceptAction({ comment }: { comment: Comment }) {
  const { answer } = useThread();
  if (!answer?.canAccept || comment.parentId !== null || isUnsent(comment)) return null;
  const accepted = answer.commentId === comment.id;
  return (
    <button
      type="button"
      aria-label={`${ownerOf(comment)} ${accepted ? '채택 취소' : '채택'}`}
      aria-pressed={accepted}
      onClick={() => answer.accept(accepted ? null : comment.id)}
      className={cx(ACTION, 'text-tide')}
    >
      <CircleCheck size={14} />
      {accepted ? '채택 취소' : '채택'}
    </button>
  );
}
