import type { Comment } from '@naru/contract/comments';
import { LIMITS } from '@naru/contract/limits';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ANONYMOUS_DRAFTS } from '../../lib/draft.ts';
import { useDraftText } from '../../lib/typed-draft.ts';
import { alertFailure } from '../../ui/alert-failure.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { EditMenu } from '../../ui/edit-menu.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { PersonName } from '../member/person-name.tsx';
import { TopRoleTag } from '../member/role-tag.tsx';
import { CommentActions } from './comment-actions.tsx';
import { CommentForm } from './comment-form.tsx';
import { useTargetProps } from './comment-target.ts';
import { CommentPicture, CommentText } from './comment-text.tsx';
import { POST_AUTHOR, useEditComment, useRemoveComment } from './comments.mutations.ts';
import { isUnsent, ownerOf } from './comments.queries.ts';
import { useThread } from './thread-context.ts';

const ReasonDialog = lazyPart(
  async () => (await import('../../ui/reason-dialog.tsx')).ReasonDialog,
);

const REMOVAL_TITLE = '이 댓글을 삭제할까요?';
const REMOVAL_FAILED = '댓글을 삭제하지 못했습니다.';

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

function CommentMenu({ comment, onEdit }: Pick<CommentHeadProps, 'comment' | 'onEdit'>) {
  const { thread, canWrite, canModerate, focusThread } = useThread();
  const remove = useRemoveComment(thread, comment);
  const [asksReason, setAsksReason] = useState(false);
  if (!comment.isAuthor && !canModerate) return null;
  const removeFor = async (reason: string) => {
    await remove.mutateAsync(reason);
    focusThread();
  };
  const askRemove = async () => {
    if (!comment.isAuthor) return setAsksReason(true);
    const isConfirmed = await confirmDialog({
      title: REMOVAL_TITLE,
      body: '삭제한 댓글은 내가 다시 볼 수 없습니다.',
      confirmLabel: '삭제',
      danger: true,
    });
    if (!isConfirmed) return;
    await remove
      .mutateAsync(undefined)
      .then(focusThread, (error) => alertFailure(REMOVAL_FAILED, error));
  };
  return (
    <span className="-my-2 -mr-2 ml-auto shrink-0">
      {asksReason && (
        <ReasonDialog
          title={REMOVAL_TITLE}
          lead={`다른 회원의 댓글입니다. 작성자에게 사유를 알리고, 운영진은 ${LIMITS.removedDays}일 안에 되돌릴 수 있습니다.`}
          quote={comment.content}
          draft={`staff-removal-COMMENT-${comment.id}`}
          label="삭제 사유"
          hint="작성자가 읽고 운영 기록에 남습니다."
          confirmLabel="삭제"
          danger
          failure={{ title: REMOVAL_FAILED }}
          onReason={removeFor}
          onClose={() => setAsksReason(false)}
        />
      )}
      <EditMenu
        small
        label={`${ownerOf(comment)} 메뉴`}
        onEdit={comment.isAuthor && canWrite && !comment.blinded ? onEdit : undefined}
        onRemove={() => void askRemove()}
      />
    </span>
  );
}
