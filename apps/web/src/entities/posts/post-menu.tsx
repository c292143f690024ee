import { useState } from 'react';
import { EditMenu } from '../../ui/edit-menu.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { MenuItem } from '../../ui/menu.tsx';
import { useHasRole } from '../member/me.ts';
import { copyLink, reportItem } from '../report/menu-items.tsx';
import { reportOfPost } from '../report/report.ts';

const RemoveDialog = lazyPart(async () => (await import('./remove-dialog.tsx')).RemoveDialog);

type PostMenuProps = {
  post: {
    id: number;
    title: string;
    writerId: number | null;
    isAuthor: boolean;
    blinded?: boolean | undefined;
  };
  /** Of the post, without list parameters. */
  path: string;
  /** By default the author only. */
  mayEdit?: boolean;
  /** By default the author, staff and the professor of the room. */
  mayRemove?: boolean | undefined;
  onEdit: () => void;
  onRemoved: () => void;
  /** The viewer is the professor of the post's lecture room. */
  isOwnRoom?: boolean;
  /** Further actions of the viewer, and blocking the author, which comes after the report. */
  extra?: readonly MenuItem[];
  block?: readonly MenuItem[];
};

/** Edit and delete for the author, delete for staff and the professor of the lecture room, a report for the others. */
export function PostMenu(props: PostMenuProps) {
  const { post, onEdit, onRemoved, isOwnRoom = false, extra = [], block = [] } = props;
  const mayEdit = props.mayEdit ?? post.isAuthor;
  const isStaff = useHasRole('MANAGER');
  const [isAsking, setAsking] = useState(false);
  const mayRemove = props.mayRemove ?? (post.isAuthor || isStaff || isOwnRoom);
  const link = copyLink(new URL(props.path, window.location.href));
  const report = reportItem(reportOfPost(post));
  return (
    <>
      <EditMenu
        label="게시글 메뉴"
        onEdit={mayEdit && !post.blinded ? onEdit : undefined}
        onRemove={mayRemove ? () => setAsking(true) : undefined}
        extra={[link, ...extra, ...(post.isAuthor ? [] : [report]), ...block]}
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
