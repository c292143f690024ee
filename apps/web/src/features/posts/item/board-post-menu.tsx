import { BOARDS, PASTE_ROLE } from '@naru/contract/boards';
import type { PostDetail } from '@naru/contract/posts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAliasMenu } from '../../../entities/friends/use-alias-menu.tsx';
import { useHasRole } from '../../../entities/member/me.ts';
import { isAnonymousPost } from '../../../entities/posts/is-anonymous.ts';
import { PostMenu } from '../../../entities/posts/post-menu.tsx';
import { PATHS } from '../../../lib/paths.ts';
import { isPasted } from '../pasted.ts';
import { usePinMenu } from '../pin/use-pin-menu.tsx';
import { LazyItemDialog } from './lazy-item-dialog.tsx';

/** Market items open in their own dialog, other posts in the editor. */
export function BoardPostMenu({ post, onRemoved }: { post: PostDetail; onRemoved: () => void }) {
  const navigate = useNavigate();
  const [editing, setEditing] = useState(false);
  const pin = usePinMenu(post);
  const block = useAliasMenu(post, isAnonymousPost(post));
  const mayPaste = useHasRole(PASTE_ROLE);
  const edit = () => {
    if (BOARDS[post.boardType].form === 'item') return setEditing(true);
    const params = { boardType: BOARDS[post.boardType].slug, postId: String(post.id) };
    void navigate({ to: PATHS.edit, params });
  };
  return (
    <>
      <PostMenu
        post={post}
        mayEdit={post.isAuthor || (mayPaste && isPasted(post))}
        onEdit={edit}
        onRemoved={onRemoved}
        extra={[...pin.items, ...block]}
      />
      {pin.dialog}
      {editing && <LazyItemDialog post={post} onClose={() => setEditing(false)} />}
    </>
  );
}
