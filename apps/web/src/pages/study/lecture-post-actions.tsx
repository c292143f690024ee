import type { LecturePost } from '@naru/contract/lecture-posts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lecturePostPath, PATHS } from '../../app/paths.ts';
import type { LectureSearch } from '../../app/search.ts';
import { PostMenu } from '../../entities/posts/post-menu.tsx';
import { ShareButton } from '../../entities/posts/share-button.tsx';
import { ScrapButton } from '../../entities/reactions/scrap-button.tsx';
import { ReportButton } from '../../entities/report/report-button.tsx';
import { tabOf } from '../../features/lecture-posts/lecture-post-row.tsx';
import { patchLecturePost } from '../../features/lecture-posts/lecture-posts.queries.ts';

type LecturePostActionsProps = { post: LecturePost; search: LectureSearch };

export function LecturePostActions({ post, search }: LecturePostActionsProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const params = { lectureId: String(post.lectureRoomId) };
  const onEdit = () =>
    void navigate({ to: PATHS.lectureEdit, params: { ...params, postId: String(post.id) } });
  const onRemoved = () => {
    const tab = search.tab ?? tabOf(post.boardType);
    // Replaces the entry: Back must not lead to the deleted post.
    void navigate({ to: PATHS.lecture, params, search: { ...search, tab }, replace: true });
  };
  return (
    <>
      <ScrapButton
        postId={post.id}
        isScrapped={post.isScrapped}
        show={(isScrapped) => patchLecturePost(client, post, { isScrapped })}
      />
      <ShareButton path={lecturePostPath(post.lectureRoomId, post.id)} />
      {!post.isAuthor && <ReportButton post={post} />}
      <PostMenu post={post} onEdit={onEdit} onRemoved={onRemoved} />
    </>
  );
}
