import { ERRORS } from '@naru/contract/errors';
import type { Lecture } from '@naru/contract/lectures';
import type { Me } from '@naru/contract/members';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMe } from '../../entities/member/me.ts';
import { OwnPost } from '../../entities/writing/own-post.tsx';
import { DraftsButton } from '../../features/drafts/drafts.tsx';
import { tabOf } from '../../features/lecture-posts/lecture-post-row.tsx';
import { editableLecturePostQuery } from '../../features/lecture-posts/lecture-posts.queries.ts';
import { LecturePostForm } from '../../features/lecture-posts/write/lecture-post-form.tsx';
import { writableBoards } from '../../features/lecture-posts/write-rights.ts';
import { lectureQuery } from '../../features/lectures/lectures.queries.ts';
import { PATHS } from '../../lib/paths.ts';
import type { LectureSearch } from '../../lib/search-parameters.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { RoomFailed } from './room-failed.tsx';

export function LectureWritePage() {
  const { lectureId = '', postId } = useParams({ strict: false });
  const { data: lecture, error, refetch } = useQuery(lectureQuery(Number(lectureId)));
  const { data: me } = useMe();
  if (error && !lecture) return <RoomFailed error={error} onRetry={() => void refetch()} />;
  const title = postId === undefined ? '글쓰기' : '글 수정';
  return (
    <Page title={title} width="reading">
      <div className="mb-5">
        <p className="truncate font-semibold text-ink-2 text-sm">{lecture?.title ?? '\u00a0'}</p>
        <div className="flex items-center gap-2.5">
          <PageHeading>강의실 {title}</PageHeading>
          <DraftsButton />
        </div>
      </div>
      {lecture && me ? (
        <Writing key={postId ?? 'new'} lecture={lecture} me={me} postId={postId} />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </Page>
  );
}

type WritingProps = { lecture: Lecture; me: Me; postId: string | undefined };

function Writing({ lecture, me, postId }: WritingProps) {
  const navigate = useNavigate();
  const { tab }: LectureSearch = useSearch({ strict: false });
  const params = { lectureId: String(lecture.id) };
  const toRoom = (search: LectureSearch) =>
    // Replaces the entry: Back must not lead to an empty or stale form.
    void navigate({ to: PATHS.lecture, params, search, replace: true });
  const boards = writableBoards(lecture, me.roles);
  if (boards.length === 0) {
    return (
      <EmptyState
        title={ERRORS.WRITE_DENIED.message}
        action={
          <LinkButton to={PATHS.lecture} params={params} variant="primary">
            강의실로 가기
          </LinkButton>
        }
      />
    );
  }
  if (postId !== undefined) {
    const onDone = () =>
      void navigate({ to: PATHS.lecturePost, params: { ...params, postId }, replace: true });
    return <Editing lecture={lecture} me={me} postId={Number(postId)} onDone={onDone} />;
  }
  return (
    <LecturePostForm
      lectureId={lecture.id}
      memberId={me.id}
      post={null}
      boards={boards}
      requestedTab={tab}
      onSaved={({ board }) => toRoom({ tab: tabOf(board) })}
      onCancel={() => toRoom({ tab })}
    />
  );
}

type EditingProps = { lecture: Lecture; me: Me; postId: number; onDone: () => void };

function Editing({ lecture, me, postId, onDone }: EditingProps) {
  const query = useQuery(editableLecturePostQuery(lecture.id, postId));
  return (
    <OwnPost query={query}>
      {(post) => (
        <LecturePostForm
          lectureId={lecture.id}
          memberId={me.id}
          post={post}
          boards={[post.boardType]}
          requestedTab={undefined}
          onSaved={onDone}
          onCancel={onDone}
        />
      )}
    </OwnPost>
  );
}
