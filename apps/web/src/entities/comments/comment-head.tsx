import type { Comment } from '@naru/contract/comments';
import { CircleCheck, EllipsisVertical, PenLine, Trash2 } from 'lucide-react';
import { confirmDialog } from '../../ui/ask.ts';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
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

/** Name, marks, time, and the menu of those who may change the comment. */
export function CommentHead({ comment, accepted, onEdit }: CommentHeadProps) {
  const { thread } = useThread();
  // The server may already call the author of an anonymous post 글쓴이: once is enough.
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
    // The mutation itself tells of a failure.
    await remove.mutateAsync().then(focusThread, () => undefined);
  };
  const items: MenuItem[] = [
    {
      label: '삭제',
      icon: <Trash2 size={16} aria-hidden="true" />,
      danger: true,
      onSelect: () => void askRemove(),
    },
  ];
  if (comment.isAuthor && canWrite) {
    items.unshift({
      label: '수정',
      icon: <PenLine size={16} aria-hidden="true" />,
      onSelect: onEdit,
    });
  }
  return (
    <span className="-my-2 -mr-2 ml-auto shrink-0">
      <Menu
        label="댓글 메뉴"
        trigger={<EllipsisVertical size={16} aria-hidden="true" />}
        triggerClassName="grid size-9 place-items-center rounded-ctl text-ink-3 hover:bg-hover hover:text-ink max-md:size-11"
        items={items}
      />
    </span>
  );
}
