import { BOARDS } from '@naru/contract/boards';
import type { PostDetail } from '@naru/contract/posts';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { PATHS } from '../../app/paths.ts';
import { PostMenu } from '../../entities/posts/post-menu.tsx';

const ItemDialog = lazy(async () => ({
  default: (await import('./item/item-dialog.tsx')).ItemDialog,
}));

/** Market items open in their own dialog, other posts in the editor. */
export function BoardPostMenu({ post, onRemoved }: { post: PostDetail; onRemoved: () => void }) {
  const navigate = useNavigate();
  const [editing, setEditing] = useState(false);
  const edit = () => {
    if (BOARDS[post.boardType].form === 'item') return setEditing(true);
    const params = { boardType: BOARDS[post.boardType].slug, postId: String(post.id) };
    void navigate({ to: PATHS.edit, params });
  };
  return (
    <>
      <PostMenu post={post} onEdit={edit} onRemoved={onRemoved} />
      <ErrorBoundary fallback={null} resetKeys={[editing]}>
        <Suspense>
          {editing && <ItemDialog post={post} onClose={() => setEditing(false)} />}
        </Suspense>
      </ErrorBoundary>
    </>
  );
}
