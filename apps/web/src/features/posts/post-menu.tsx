import { BOARDS } from '@naru/contract/boards';
import type { PostDetail } from '@naru/contract/posts';
import { useNavigate } from '@tanstack/react-router';
import { EllipsisVertical, PenLine, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { PATHS } from '../../app/paths.ts';
import { useHasRole } from '../../lib/session/me.ts';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { RemoveDialog } from './remove-dialog.tsx';

const ItemDialog = lazy(async () => ({
  default: (await import('./item/item-dialog.tsx')).ItemDialog,
}));

type PostMenuProps = {
  post: PostDetail;
  onRemoved: () => void;
};

/** Edit and delete for the author, delete for staff; nothing for everybody else (spec 6). */
export function PostMenu({ post, onRemoved }: PostMenuProps) {
  const navigate = useNavigate();
  const isStaff = useHasRole('MANAGER');
  const [asking, setAsking] = useState(false);
  const [editing, setEditing] = useState(false);
  if (!post.isAuthor && !isStaff) return null;
  const edit: MenuItem = {
    label: '수정',
    icon: <PenLine size={16} aria-hidden="true" />,
    // Items are edited in a dialog of their own, not in the editor.
    onSelect: () => {
      if (BOARDS[post.boardType].form === 'item') return setEditing(true);
      const params = { boardType: BOARDS[post.boardType].slug, postId: String(post.id) };
      void navigate({ to: PATHS.edit, params });
    },
  };
  const remove: MenuItem = {
    label: '삭제',
    icon: <Trash2 size={16} aria-hidden="true" />,
    danger: true,
    onSelect: () => setAsking(true),
  };
  return (
    <>
      <Menu
        label="게시글 메뉴"
        trigger={<EllipsisVertical size={18} aria-hidden="true" />}
        triggerClassName="grid size-10 place-items-center rounded-ctl text-ink-2 hover:bg-hover hover:text-ink max-md:size-11"
        items={post.isAuthor ? [edit, remove] : [remove]}
      />
      <ErrorBoundary fallback={null} resetKeys={[editing]}>
        <Suspense>
          {editing && <ItemDialog post={post} onClose={() => setEditing(false)} />}
        </Suspense>
      </ErrorBoundary>
      {asking && (
        <RemoveDialog
          postId={post.id}
          moderated={!post.isAuthor}
          onClose={() => setAsking(false)}
          onRemoved={onRemoved}
        />
      )}
    </>
  );
}
