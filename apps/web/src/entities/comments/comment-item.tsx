import type { Comment } from '@naru/contract/comments';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ANONYMOUS_DRAFTS } from '../../lib/draft.ts';
import { useDraftText } from '../../lib/typed-draft.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { TimeText } from '../../ui/time-text.tsx';
import { PersonName } from '../member/person-name.tsx';
import { TopRoleTag } from '../member/role-tag.tsx';
import { CommentActions } from './comment-actions.tsx';
import { CommentForm } from './comment-form.tsx';
import { CommentMenu } from './comment-menu.tsx';
import { useTargetProps } from './comment-target.ts';
import { CommentPicture, CommentText } from './comment-text.tsx';
import { POST_AUTHOR, useEditComment } from './comments.mutations.ts';
import { isUnsent } from './comments.queries.ts';
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
  const { className, ...targetProps } = useTargetProps(comment.id);
  if (comment.deleted) {
    return (
      <article {...targetProps} className={className}>
        <span
          aria-hidden="true"
          className="mt-0.5 size-[34px] shrink-0 rounded-full border border-line-strong border-dashed"
        />
        <div className="min-w-0 flex-1">
          <p className="flex min-h-9 items-center text-ink-3">삭제된 댓글입니다.</p>
          <div className="-ml-2">{actions}</div>
          {children}
        </div>
      </article>
    );
  }
  return (
    <article
      {...targetProps}
      aria-busy={isUnsent(comment) || undefined}
      className={cx(
        className,
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
            {comment.picture && <CommentPicture picture={comment.picture} />}
            <CommentActions comment={comment}>{actions}</CommentActions>
          </>
        )}
        {children}
      </div>
    </article>
  );
}

function EditForm({ comment, onDone }: { comment: Comment; onDone: () => void }) {
  const { thread } = useThread();
  const name = `comment-edit-${comment.id}`;
  const { text, setText, draft, end } = useDraftText(
    thread.anonymous ? `${ANONYMOUS_DRAFTS}-${name}` : name,
    comment.content,
  );
  const edit = useEditComment(thread, comment);
  const done = () => {
    end();
    onDone();
  };
  const submit = (content: string) => {
    if (content === comment.content) return done();
    return edit.mutate(content, { onSuccess: done });
  };
  return (
    <div className="mt-2">
      <CommentForm
        label="댓글 수정"
        submitLabel="저장"
        text={text}
        onText={setText}
        draft={draft}
        onSubmit={submit}
        onCancel={done}
        onClose={onDone}
        pending={edit.isPending}
        autoFocus
      />
    </div>
  );
}

type CommentHeadProps = { comment: Comment; accepted: boolean; onEdit: () => void };

function CommentHead({ comment, accepted, onEdit }: CommentHeadProps) {
  const { thread } = useThread();
  // The server may already name the author of an anonymous post 글쓴이; then no badge.
  const marked = comment.isPostAuthor && comment.writerNickname !== POST_AUTHOR;
  return (
    <div className="flex min-h-7 items-center gap-x-2">
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
        <PersonName
          name={comment.writerNickname}
          memberId={thread.anonymous ? null : comment.writerId}
          className={cx('font-bold text-md', comment.isPostAuthor && !marked && 'text-buoy')}
        />
        {!thread.anonymous && <TopRoleTag roles={comment.writerRoles} from="PROFESSOR" />}
        {marked && <Badge tone="buoy">{POST_AUTHOR}</Badge>}
        {accepted && (
          <Badge tone="tide" className="bg-paper">
            <CircleCheck size={12} />
            채택된 답변
          </Badge>
        )}
        <span className="text-ink-3 text-sm">
          <TimeText date={comment.createdDate} kind={thread.anonymous ? 'minute' : 'community'} />
          {comment.edited && ' (수정됨)'}
        </span>
      </p>
      {!isUnsent(comment) && <CommentMenu comment={comment} onEdit={onEdit} />}
    </div>
  );
}
