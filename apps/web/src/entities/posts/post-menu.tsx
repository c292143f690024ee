import { EllipsisVertical, PenLine, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { useHasRole } from '../member/me.ts';
import { RemoveDialog } from './remove-dialog.tsx';

type PostMenuProps = {
  post: { id: number; isAuthor: boolean };
  onEdit: () => void;
  onRemoved: () => void;
};

/** Edit and delete for the author, delete for staff; nothing for everybody else. */
export function PostMenu({ post, onEdit, onRemoved }: PostMenuProps) {
  const isStaff = useHasRole('MANAGER');
  const [isAsking, setAsking] = useState(false);
  if (!post.isAuthor && !isStaff) return null;
  const edit: MenuItem = {
    label: '수정',
    icon: <PenLine size={16} aria-hidden="true" />,
    onSelect: onEdit,
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
      {isAsking && (
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
