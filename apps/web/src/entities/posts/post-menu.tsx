import { Link2, Siren } from 'lucide-react';
import { useState } from 'react';
import { EditMenu } from '../../ui/edit-menu.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { MenuItem } from '../../ui/menu.tsx';
import { toast } from '../../ui/toast.ts';
import { useHasRole } from '../member/me.ts';
import { openReport } from '../report/report.ts';

const RemoveDialog = lazyPart(async () => (await import('./remove-dialog.tsx')).RemoveDialog);

type PostMenuProps = {
  post: { id: number; isAuthor: boolean; blinded?: boolean | undefined };
  /** By default the author only. */
  mayEdit?: boolean;
  onEdit: () => void;
  onRemoved: () => void;
  /** The viewer is the professor of the post's lecture room. */
  isOwnRoom?: boolean;
  /** Further actions of the viewer. */
  extra?: readonly MenuItem[];
};

/** Edit and delete for the author, delete for staff and the professor of the lecture room. */
export function PostMenu(props: PostMenuProps) {
  const { post, onEdit, onRemoved, isOwnRoom = false, extra = [] } = props;
  const mayEdit = props.mayEdit ?? post.isAuthor;
  const isStaff = useHasRole('MANAGER');
  const [isAsking, setAsking] = useState(false);
  const mayRemove = post.isAuthor || isStaff || isOwnRoom;
  if (!mayRemove && extra.length === 0) return null;
  return (
    <>
      <EditMenu
        label="게시글 메뉴"
        onEdit={mayEdit && !post.blinded ? onEdit : undefined}
        onRemove={mayRemove ? () => setAsking(true) : undefined}
        extra={extra}
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

/** `path`: of the post, without list parameters. */
export function ShareButton({ path }: { path: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(path, window.location.href).href);
      toast.success('링크를 복사했습니다.');
    } catch {
      // The clipboard needs HTTPS and permission.
      toast.error('링크를 복사하지 못했습니다. 주소창의 주소를 복사해 주세요.');
    }
  };
  return (
    <IconButton label="링크 복사" onClick={() => void copy()}>
      <Link2 size={18} />
    </IconButton>
  );
}

type ReportButtonProps = { post: { id: number; title: string; writerId: number | null } };

export function ReportButton({ post: { id, title, writerId } }: ReportButtonProps) {
  const report = () => openReport({ type: 'POST', id, about: title, memberId: writerId });
  return (
    <IconButton label="신고" aria-haspopup="dialog" onClick={report}>
      <Siren size={18} />
    </IconButton>
  );
}
