import type { LecturePost } from '@naru/contract/lecture-posts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { EllipsisVertical, PenLine, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { LectureSearch } from '../../app/lecture-search.ts';
import { lecturePostPath, PATHS } from '../../app/paths.ts';
import { useHasRole } from '../../entities/member/me.ts';
import { RemoveDialog } from '../../entities/posts/remove-dialog.tsx';
import { ShareButton } from '../../entities/posts/share-button.tsx';
import { ScrapButton } from '../../entities/reactions/scrap-button.tsx';
import { ReportButton } from '../../entities/report/report-button.tsx';
import { tabOf } from '../../features/lecture-posts/lecture-post-row.tsx';
import {
  lecturePostKeys,
  patchLecturePost,
  refreshRooms,
} from '../../features/lecture-posts/lecture-posts.queries.ts';
import { POST_TEXTS } from '../../features/posts/posts.texts.ts';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { toast } from '../../ui/toast.ts';

type LecturePostActionsProps = { post: LecturePost; search: LectureSearch };

/** Scrap, link, report; edit and delete for the author, delete for staff (spec 6). */
export function LecturePostActions({ post, search }: LecturePostActionsProps) {
  const client = useQueryClient();
  return (
    <>
      <ScrapButton
        postId={post.id}
        isScrapped={post.isScrapped}
        show={(isScrapped) => patchLecturePost(client, post, { isScrapped })}
      />
      <ShareButton path={lecturePostPath(post.lectureRoomId, post.id)} />
      {!post.isAuthor && <ReportButton post={post} />}
      <PostMenu post={post} search={search} />
    </>
  );
}

function PostMenu({ post, search }: LecturePostActionsProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const isStaff = useHasRole('MANAGER');
  const [isAsking, setAsking] = useState(false);
  if (!post.isAuthor && !isStaff) return null;
  const params = { lectureId: String(post.lectureRoomId) };
  const edit: MenuItem = {
    label: '수정',
    icon: <PenLine size={16} aria-hidden="true" />,
    onSelect: () =>
      void navigate({ to: PATHS.lectureEdit, params: { ...params, postId: String(post.id) } }),
  };
  const remove: MenuItem = {
    label: '삭제',
    icon: <Trash2 size={16} aria-hidden="true" />,
    danger: true,
    onSelect: () => setAsking(true),
  };
  const onRemoved = async () => {
    toast.success(POST_TEXTS.removed);
    await client.cancelQueries({ queryKey: lecturePostKeys.detail(post.lectureRoomId, post.id) });
    void refreshRooms(client);
    // Replaced: the way back must not lead to what is gone.
    const tab = search.tab ?? tabOf(post.boardType);
    await navigate({ to: PATHS.lecture, params, search: { ...search, tab }, replace: true });
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
          onRemoved={() => void onRemoved()}
        />
      )}
    </>
  );
}
