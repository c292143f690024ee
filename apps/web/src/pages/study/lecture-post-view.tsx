import { LECTURE_BOARDS } from '@naru/contract/boards';
import type { LecturePost } from '@naru/contract/lecture-posts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FileList } from '../../entities/attachments/file-list.tsx';
import { BlindNotice } from '../../entities/blinds/blind-notice.tsx';
import { lectureThreadApi } from '../../entities/comments/thread-api.ts';
import { ThreadView } from '../../entities/comments/thread-view.tsx';
import { MaskedPost, useAliasMenu } from '../../entities/friends/blocked-authors.tsx';
import { useMe } from '../../entities/member/me.ts';
import { useReadOfPost } from '../../entities/notifications/use-read-of-post.ts';
import { PostAuthor, PostMeta } from '../../entities/posts/post-author.tsx';
import { PostMenu } from '../../entities/posts/post-menu.tsx';
import { LikeButton, ScrapButton } from '../../entities/reactions/reaction-buttons.tsx';
import { ReportButton } from '../../entities/report/report-button.tsx';
import { tabOf } from '../../features/lecture-posts/lecture-post-row.tsx';
import {
  lecturePostQuery,
  patchLecturePost,
} from '../../features/lecture-posts/lecture-posts.queries.ts';
import {
  AnswerSection,
  LecturePostHead,
} from '../../features/lecture-posts/post/answer-section.tsx';
import { lectureQuery } from '../../features/lectures/lectures.queries.ts';
import { PostContent } from '../../features/posts/post-content.tsx';
import { lecturePostPath, PATHS } from '../../lib/paths.ts';
import type { LectureSearch } from '../../lib/search-parameters.ts';
import { Badge } from '../../ui/badge.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';

const FollowPost = lazyPart(
  async () => (await import('../../entities/follows/follow-post.tsx')).FollowPost,
);

type LecturePostViewProps = { post: LecturePost; search: LectureSearch };

export function LecturePostView({ post, search }: LecturePostViewProps) {
  const client = useQueryClient();
  const { data: me } = useMe();
  useReadOfPost(post.id);
  const { data: room } = useQuery(lectureQuery(post.lectureRoomId));
  const show = (patch: Partial<LecturePost>) => patchLecturePost(client, post, patch);
  const reloadFiles = async () => {
    const query = lecturePostQuery(post.lectureRoomId, post.id);
    return (await client.fetchQuery({ ...query, staleTime: 0 })).attachments;
  };
  return (
    <>
      <LecturePostHead
        post={post}
        author={
          <PostAuthor
            post={post}
            image={post.writerProfileThumbnails}
            roles={post.writerRoles}
            anonymous={post.anonymous}
            meta={<PostMeta views={post.viewCount} isEdited={Boolean(post.updatedDate)} />}
          />
        }
        actions={<LecturePostActions post={post} search={search} />}
      />
      <BlindNotice post={post} />
      <div className="py-7 max-md:py-5">
        {post.blocked ? (
          <MaskedPost postId={post.id} isAnonymous={post.anonymous} />
        ) : (
          <PostContent html={post.content} />
        )}
        <FileList files={post.attachments} reload={reloadFiles} className="mt-7" />
      </div>
      {LECTURE_BOARDS[post.boardType].answeredByProfessor && (
        <AnswerSection
          post={post}
          memberId={me?.id}
          author={<AnswerAuthor post={post} />}
          content={<PostContent html={post.answer ?? ''} />}
        />
      )}
      {!post.blocked && (
        <div className="flex justify-center gap-1 pt-8 pb-3">
          <LikeButton postId={post.id} state={post} show={show} />
          {!post.isAuthor && <ReportButton post={post} />}
        </div>
      )}
      {!(post.isAuthor || post.blocked) && (
        <div className="min-h-11 pb-8">
          <FollowPost post={post} />
        </div>
      )}
      <ThreadView
        post={post}
        threadApi={lectureThreadApi}
        isOwnRoom={room?.isOwner === true}
        onCount={(commentCount) => show({ commentCount })}
      />
    </>
  );
}

function LecturePostActions({ post, search }: LecturePostViewProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: room } = useQuery(lectureQuery(post.lectureRoomId));
  const block = useAliasMenu(post, post.anonymous);
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
      <PostMenu
        post={post}
        onEdit={onEdit}
        onRemoved={onRemoved}
        isOwnRoom={room?.isOwner === true}
        path={lecturePostPath(post.lectureRoomId, post.id)}
        block={block}
      />
    </>
  );
}

/** Named even below an anonymous question; marks the professor of the room. */
function AnswerAuthor({ post }: { post: LecturePost }) {
  const { answerWriter, answerDate } = post;
  const isNamed = typeof answerWriter?.id === 'number';
  const { data: room } = useQuery({ ...lectureQuery(post.lectureRoomId), enabled: isNamed });
  if (answerWriter === null || answerDate === null) return null;
  return (
    <PostAuthor
      post={{
        writerId: answerWriter.id,
        writerNickname: answerWriter.nickname,
        createdDate: answerDate,
      }}
      image={answerWriter.profileThumbnails}
      roles={answerWriter.roles}
      anonymous={false}
      meta={
        <>
          {post.answerUpdatedDate && <span>(수정됨)</span>}
          {isNamed && room?.professorId === answerWriter.id && (
            <Badge tone="tide">강의실 교수</Badge>
          )}
        </>
      }
    />
  );
}
