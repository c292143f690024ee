import { BOARDS, PASTE_ROLE } from '@naru/contract/boards';
import type { PostDetail } from '@naru/contract/posts';
import { hasRole } from '@naru/contract/roles';
import { useNavigate } from '@tanstack/react-router';
import { Lock, Plus } from 'lucide-react';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { PATHS } from '../../../app/paths.ts';
import { useHasRole, useMe } from '../../../entities/member/me.ts';
import { useExplainStudentsOnly } from '../../../entities/member/way-to-student.ts';
import { PostMenu } from '../../../entities/posts/post-menu.tsx';
import { Button } from '../../../ui/button.tsx';
import { isPasted } from '../pasted.ts';
import { usePinMenu } from '../pin/use-pin-menu.tsx';

const ItemDialog = lazy(async () => ({ default: (await import('./item-dialog.tsx')).ItemDialog }));

type LazyDialogProps = ComponentProps<typeof ItemDialog> & { open: boolean };

/** Loads the dialog when it first opens. */
function LazyItemDialog({ open, ...dialog }: LazyDialogProps) {
  return (
    <ErrorBoundary fallback={null} resetKeys={[open]}>
      <Suspense>{open && <ItemDialog {...dialog} />}</Suspense>
    </ErrorBoundary>
  );
}

/** Opens the dialog for a new item; members below STUDENT see why they may not. */
export function RegisterButton() {
  const { data: me } = useMe();
  const [open, setOpen] = useState(false);
  const explainStudentsOnly = useExplainStudentsOnly();
  if (me === undefined) return null;
  if (!hasRole(me.roles, 'STUDENT')) {
    return (
      <Button
        aria-haspopup="dialog"
        icon={<Lock size={14} />}
        className="text-ink-3"
        onClick={() => void explainStudentsOnly('물품 등록', '물품 등록은 학생 이상만 가능합니다.')}
      >
        물품 등록
      </Button>
    );
  }
  return (
    <>
      <Button
        variant="primary"
        aria-haspopup="dialog"
        icon={<Plus size={16} />}
        onClick={() => setOpen(true)}
      >
        물품 등록
      </Button>
      <LazyItemDialog open={open} onClose={() => setOpen(false)} />
    </>
  );
}

/** Market items open in their own dialog, other posts in the editor. */
export function BoardPostMenu({ post, onRemoved }: { post: PostDetail; onRemoved: () => void }) {
  const navigate = useNavigate();
  const [editing, setEditing] = useState(false);
  const pin = usePinMenu(post);
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
        extra={pin.items}
      />
      {pin.dialog}
      <LazyItemDialog open={editing} post={post} onClose={() => setEditing(false)} />
    </>
  );
}
