import type { Comment } from '@naru/contract/comments';
import { CircleCheck } from 'lucide-react';
import { confirmDialog } from '../../ui/ask.ts';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { EditMenu } from '../../ui/edit-menu.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { useHasRole } from '../member/me.ts';
import { PersonName } from '../member/person-name.tsx';
import { TopRoleTag } from '../member/role-tag.tsx';
import { isUnsent } from './comments.cache.ts';
import { useRemoveComment } from './comments.mutations.ts';
import { COMMENT_TEXTS } from './comments.texts.ts';
import { useThread } from './thread-context.ts';

type CommentHeadProps = {
  comment: Comment;
  accepted: boolean;
  onEdit: () => void;
};

export function CommentHead({ comment, accepted, onEdit }: CommentHeadProps) {
  const { thread } = useThread();
  // The server may already name the author of an anonymous post 글쓴이; then no badge.
  const marked = comment.isPostAuthor && comment.writerNickname !== COMMENT_TEXTS.author;
  return (
    <div className="flex min-h-7 items-center gap-x-2">
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
        <PersonName
          name={comment.writerNickname}
          memberId={thread.anonymous ? null : comment.writerId}
          className={cx('font-bold text-md', comment.isPostAuthor && !marked && 'text-buoy')}
        />
        {!thread.anonymous && <TopRoleTag roles={comment.writerRoles} from="PROFESSOR" />}
        {marked && <Badge tone="buoy">{COMMENT_TEXTS.author}</Badge>}
        {accepted && (
          <Badge tone="tide" className="bg-paper">
            <CircleCheck size={12} aria-hidden="true" />
            {COMMENT_TEXTS.accepted}
          </Badge>
        )}
        <span className="text-ink-3 text-sm">
          <TimeText date={comment.createdDate} kind="community" />
          {comment.edited && ` ${COMMENT_TEXTS.edited}`}
        </span>
      </p>
      {!isUnsent(comment) && <CommentMenu comment={comment} onEdit={onEdit} />}
    </div>
  );
}

function CommentMenu({ comment, onEdit }: Pick<CommentHeadProps, 'comment' | 'onEdit'>) {
  const { thread, canWrite, focusThread } = useThread();
  const isStaff = useHasRole('MANAGER');
  const remove = useRemoveComment(thread, comment);
  if (!comment.isAuthor && !isStaff) return null;
  const askRemove = async () => {
    const { removeAsk, removeHint } = COMMENT_TEXTS;
    const body = comment.isAuthor ? removeHint : `다른 회원의 댓글입니다. ${removeHint}`;
    if (!(await confirmDialog({ title: removeAsk, body, confirmLabel: '삭제', danger: true })))
      return;
    await remove.mutateAsync().then(focusThread, () => undefined);
  };
  return (
    <span className="-my-2 -mr-2 ml-auto shrink-0">
      <EditMenu
        small
        label="댓글 메뉴"
        onEdit={comment.isAuthor && canWrite ? onEdit : undefined}
        onRemove={() => void askRemove()}
      />
    </span>
  );
}
