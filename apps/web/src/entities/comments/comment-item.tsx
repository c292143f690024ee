import type { Comment } from '@naru/contract/comments';
import { type ReactNode, useState } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { CommentActions } from './comment-actions.tsx';
import { CommentForm } from './comment-form.tsx';
import { CommentHead } from './comment-head.tsx';
import { isUnsent } from './comments.cache.ts';
import { useEditComment } from './comments.mutations.ts';
import { COMMENT_TEXTS } from './comments.texts.ts';
import { useThread } from './thread-context.ts';

type CommentItemProps = {
  comment: Comment;
  /** Appended to the row of actions. */
  actions?: ReactNode;
  /** Reply box and replies. */
  children?: ReactNode;
};

export function CommentItem({ comment, actions, children }: CommentItemProps) {
  const { thread, answer } = useThread();
  const [editing, setEditing] = useState(false);
  const accepted = answer?.commentId === comment.id;
  if (comment.deleted) {
    return (
      <article id={`comment-${comment.id}`} className="flex scroll-mt-20 gap-3 py-4">
        <span
          aria-hidden="true"
          className="mt-0.5 size-[34px] shrink-0 rounded-full border border-line-strong border-dashed"
        />
        <div className="min-w-0 flex-1">
          <p className="flex min-h-9 items-center text-ink-3">{COMMENT_TEXTS.deleted}</p>
          <div className="-ml-2">{actions}</div>
          {children}
        </div>
      </article>
    );
  }
  return (
    <article
      id={`comment-${comment.id}`}
      aria-busy={isUnsent(comment) || undefined}
      className={cx(
        'flex scroll-mt-20 gap-3 py-4 transition-opacity duration-150',
        isUnsent(comment) && 'opacity-60',
        accepted && '-mx-4 rounded-ctl bg-tide-weak px-4',
      )}
    >
      <Avatar
        name={comment.writerNickname}
        src={comment.writerProfileThumbnails}
        size={comment.parentId === null ? 34 : 28}
        anonymous={thread.anonymous}
        className="mt-0.5"
      />
      <div className="min-w-0 flex-1">
        <CommentHead comment={comment} accepted={accepted} onEdit={() => setEditing(true)} />
        {editing ? (
          <EditForm comment={comment} onDone={() => setEditing(false)} />
        ) : (
          <>
            <CommentText comment={comment} />
            <CommentActions comment={comment}>{actions}</CommentActions>
          </>
        )}
        {children}
      </div>
    </article>
  );
}

function CommentText({ comment }: { comment: Comment }) {
  return (
    <p className="mt-0.5 max-w-[68ch] overflow-clip whitespace-pre-wrap leading-[1.65]">
      {comment.targetNickname && (
        <bdi className="mr-1.5 font-semibold text-sea">@{comment.targetNickname}</bdi>
      )}
      <bdi>{comment.content}</bdi>
    </p>
  );
}

function EditForm({ comment, onDone }: { comment: Comment; onDone: () => void }) {
  const { thread } = useThread();
  const [text, setText] = useState(comment.content);
  const edit = useEditComment(thread, comment);
  const submit = (content: string) => {
    if (content === comment.content) return onDone();
    return edit.mutate(content, { onSuccess: onDone });
  };
  return (
    <div className="mt-2">
      <CommentForm
        label="댓글 수정"
        submitLabel="저장"
        text={text}
        onText={setText}
        onSubmit={submit}
        onCancel={onDone}
        pending={edit.isPending}
        autoFocus
      />
    </div>
  );
}
