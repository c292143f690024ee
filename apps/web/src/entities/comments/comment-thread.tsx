import type { Comment } from '@naru/contract/comments';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, CornerDownRight } from 'lucide-react';
import { useId, useState } from 'react';
import { messageOf } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { CommentItem } from './comment-item.tsx';
import { CommentsSkeleton } from './comment-skeleton.tsx';
import { repliesQuery } from './comments.queries.ts';
import { COMMENT_TEXTS } from './comments.texts.ts';
import { ReplyForm } from './new-comment.tsx';
import { useThread } from './thread-context.ts';

/** A top-level comment with its reply box and its collapsible replies. */
export function CommentThread({ comment }: { comment: Comment }) {
  const { replyingTo } = useThread();
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <CommentItem
      comment={comment}
      actions={
        comment.countChildren > 0 && (
          <RepliesToggle
            id={id}
            open={open}
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

type RepliesToggleProps = { id: string; open: boolean; count: number; onToggle: () => void };

function RepliesToggle({ id, open, count, onToggle }: RepliesToggleProps) {
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-controls={id}
      onClick={onToggle}
      className="inline-flex h-8 items-center gap-1 rounded-md px-2 font-semibold text-sea text-sm hover:bg-hover max-md:h-11"
    >
      <ChevronDown
        size={15}
        aria-hidden="true"
        className={cx('transition-transform duration-100', open && 'rotate-180')}
      />
      답글 {count}개 {open ? '숨기기' : '보기'}
    </button>
  );
}

function Replies({ parent }: { parent: Comment }) {
  const { thread, replyingTo } = useThread();
  const { data, error, refetch } = useQuery(repliesQuery(thread.postId, parent.id));
  if (error && !data) {
    return (
      <div role="alert" className="mt-2 flex flex-wrap items-center gap-3 text-md">
        <span className="text-ink-2">{messageOf(error, COMMENT_TEXTS.repliesFailed)}</span>
        <Button size="sm" onClick={() => void refetch()}>
          다시 시도
        </Button>
      </div>
    );
  }
  if (!data) return <CommentsSkeleton label="답글을 불러오는 중입니다." rows={1} />;
  if (data.length === 0) return null;
  return (
    <ul aria-label="답글" className="mt-1 grid">
      {data.map((reply) => (
        <li key={reply.id} className="flex gap-2 border-line border-t first:border-t-0">
          <CornerDownRight
            size={16}
            aria-hidden="true"
            className="mt-6 shrink-0 text-ink-3 max-md:hidden"
          />
          <div className="min-w-0 flex-1">
            <CommentItem comment={reply}>
              {replyingTo === reply.id && <ReplyForm parentId={parent.id} replyTo={reply} />}
            </CommentItem>
          </div>
        </li>
      ))}
    </ul>
  );
}
