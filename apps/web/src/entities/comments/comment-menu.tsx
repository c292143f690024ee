import { ANONYMOUS_NAME } from '@naru/contract/boards';
import type { Comment } from '@naru/contract/comments';
import { LIMITS } from '@naru/contract/limits';
import { cutGraphemes } from '@naru/contract/text';
import { Ban } from 'lucide-react';
import { useState } from 'react';
import { alertFailure } from '../../ui/alert-failure.ts';
import { EditMenu } from '../../ui/edit-menu.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { MenuItem } from '../../ui/menu.tsx';
import { useAliasAction } from '../friends/use-alias-block.ts';
import { copyLink, reportItem } from '../report/menu-items.tsx';
import { confirmFinalRemoval, REMOVAL_FAILED, REMOVAL_TITLE } from './comment-removal.ts';
import { useRemoveComment } from './comments.mutations.ts';
import { ownerOf } from './comments.queries.ts';
import { useThread } from './thread-context.ts';

const ReasonDialog = lazyPart(
  async () => (await import('../../ui/reason-dialog.tsx')).ReasonDialog,
);

/** Graphemes of a comment quoted in a report. */
const ABOUT_MAX = 40;

type CommentMenuProps = { comment: Comment; onEdit: () => void };

/** Link, report and blocking for all, edit and delete for the author, delete for those who moderate the thread. */
export function CommentMenu({ comment, onEdit }: CommentMenuProps) {
  const { canWrite, canModerate } = useThread();
  const { isAuthor, id, content, writerId: memberId } = comment;
  const { remove, dialog } = useRemoval(comment);
  const block = useBlockItem(comment);
  const url = new URL(window.location.pathname, window.location.href);
  url.hash = `comment-${id}`;
  const about = cutGraphemes(content, ABOUT_MAX);
  const others = [reportItem({ type: 'COMMENT', id, about, memberId }), ...block];
  return (
    <span className="-my-2 -mr-2 ml-auto shrink-0">
      {dialog}
      <EditMenu
        small
        label={`${ownerOf(comment)} 메뉴`}
        onEdit={isAuthor && canWrite && !comment.blinded ? onEdit : undefined}
        onRemove={isAuthor || canModerate ? remove : undefined}
        extra={[copyLink(url), ...(isAuthor ? [] : others)]}
      />
    </span>
  );
}

/** Blocks the name in an anonymous thread; members with names are blocked from their profiles. */
function useBlockItem({ isAuthor, writerNickname: alias, blocked = false }: Comment): MenuItem[] {
  const { thread } = useThread();
  const { label, change } = useAliasAction(thread.postId, alias, blocked);
  // Without a number it is nobody's name.
  if (!thread.anonymous || isAuthor || alias === ANONYMOUS_NAME) return [];
  return [{ label, icon: <Ban size={16} />, danger: !blocked, onSelect: () => void change() }];
}

/** Staff give a reason; the author is asked only where the deletion cannot be taken back as it was. */
function useRemoval(comment: Comment) {
  const { thread, answer, focusThread } = useThread();
  const isFinal = comment.blinded === true || answer?.commentId === comment.id;
  const removal = useRemoveComment(thread, comment, { isFinal });
  const [asksReason, setAsksReason] = useState(false);
  const removeFor = async (reason: string) => {
    await removal.mutateAsync(reason);
    focusThread();
  };
  const remove = async () => {
    if (!comment.isAuthor) return setAsksReason(true);
    if (isFinal && !(await confirmFinalRemoval(comment))) return;
    await removal
      .mutateAsync(undefined)
      .then(focusThread, (error) => alertFailure(REMOVAL_FAILED, error));
  };
  const dialog = asksReason && (
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
  );
  return { remove: () => void remove(), dialog };
}
