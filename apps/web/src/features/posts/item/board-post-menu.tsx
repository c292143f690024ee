import { BOARDS, canPin, PASTE_ROLE } from '@naru/contract/boards';
import type { PostDetail } from '@naru/contract/posts';
import { useNavigate } from '@tanstack/react-router';
import { CalendarClock, Pin, PinOff } from 'lucide-react';
import { useState } from 'react';
import { useAliasMenu } from '../../../entities/friends/blocked-authors.tsx';
import { useHasRole, useMe } from '../../../entities/member/me.ts';
import { isAnonymousPost } from '../../../entities/posts/post-author.tsx';
import { PostMenu } from '../../../entities/posts/post-menu.tsx';
import { PATHS, postPath } from '../../../lib/paths.ts';
import { alertFailure } from '../../../ui/alert-failure.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import type { MenuItem } from '../../../ui/menu.tsx';
import { toast } from '../../../ui/toast.ts';
import { isPasted } from '../pasted.ts';
import { usePin } from '../pin/use-pin.ts';
import { LazyItemDialog } from './lazy-item-dialog.tsx';

const PinDialog = lazyPart(async () => (await import('../pin/pin-dialog.tsx')).PinDialog);

/** Menu entries to pin a post and to end its pin, for the staff of its board, and their dialog. */
function usePinMenu(post: PostDetail) {
  const { data: me } = useMe();
  const [isOpen, setOpen] = useState(false);
  const pin = usePin(post.id);
  if (!canPin(BOARDS[post.boardType], me?.roles ?? [])) return { items: [], dialog: null };
  const unpin = () =>
    pin.mutate(null, {
      onSuccess: ({ message }) => toast.success(message),
      onError: (error) => void alertFailure('고정을 해제하지 못했습니다.', error),
    });
  const open = () => setOpen(true);
  const items: MenuItem[] = post.pinned
    ? [
        { label: '고정 기간 바꾸기', icon: <CalendarClock size={16} />, onSelect: open },
        { label: '고정 해제', icon: <PinOff size={16} />, onSelect: unpin },
      ]
    : [{ label: '맨 위에 고정', icon: <Pin size={16} />, onSelect: open }];
  return { items, dialog: isOpen && <PinDialog post={post} onClose={() => setOpen(false)} /> };
}

/** Market items open in their own dialog, other posts in the editor. */
export function BoardPostMenu({ post, onRemoved }: { post: PostDetail; onRemoved: () => void }) {
  const navigate = useNavigate();
  const [editing, setEditing] = useState(false);
  const pin = usePinMenu(post);
  const block = useAliasMenu(post, isAnonymousPost(post));
  const mayPaste = useHasRole(PASTE_ROLE);
  const isFixed = BOARDS[post.boardType].form === 'petition';
  const edit = () => {
    if (BOARDS[post.boardType].form === 'item') return setEditing(true);
    const params = { boardType: BOARDS[post.boardType].slug, postId: String(post.id) };
    void navigate({ to: PATHS.edit, params });
  };
  return (
    <>
      <PostMenu
        post={post}
        mayEdit={!isFixed && (post.isAuthor || (mayPaste && isPasted(post)))}
        mayRemove={isFixed && post.isAuthor ? false : undefined}
        onEdit={edit}
        onRemoved={onRemoved}
        path={postPath(BOARDS[post.boardType].slug, post.id)}
        extra={pin.items}
        block={block}
      />
      {pin.dialog}
      {editing && <LazyItemDialog post={post} onClose={() => setEditing(false)} />}
    </>
  );
}
