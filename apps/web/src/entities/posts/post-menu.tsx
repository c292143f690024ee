import { useState } from 'react';
import { EditMenu } from '../../ui/edit-menu.tsx';
import { useHasRole } from '../member/me.ts';
import { RemoveDialog } from './remove-dialog.tsx';

type PostMenuProps = {
  post: { id: number; isAuthor: boolean };
  onEdit: () => void;
  onRemoved: () => void;
};

/** Edit and delete for the author, delete for staff. */
export function PostMenu({ post, onEdit, onRemoved }: PostMenuProps) {
  const isStaff = useHasRole('MANAGER');
  const [isAsking, setAsking] = useState(false);
  if (!post.isAuthor && !isStaff) return null;
  return (
    <>
      <EditMenu
        label="게시글 메뉴"
        onEdit={post.isAuthor ? onEdit : undefined}
        onRemove={() => setAsking(true)}
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
