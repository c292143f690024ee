import { BOARDS, type Board } from '@naru/contract/boards';
import type { PostDetail } from '@naru/contract/posts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { PATHS, postPath } from '../../app/paths.ts';
import { CommentSection } from '../../features/comments/comment-section.tsx';
import { BOARD_DOOR } from '../../features/comments/comments.doors.ts';
import { HomepageLink } from '../../features/posts/homepage-link.tsx';
import { MarketDetail } from '../../features/posts/market-detail.tsx';
import { PostContent } from '../../features/posts/post-content.tsx';
import { PostMenu } from '../../features/posts/post-menu.tsx';
import { patchPost } from '../../features/posts/posts.queries.ts';
import { POST_TEXTS } from '../../features/posts/posts.texts.ts';
import { ReportButton } from '../../features/posts/report-button.tsx';
import { ShareButton } from '../../features/posts/share-button.tsx';
import { useAnswer } from '../../features/posts/use-answer.ts';
import { LikeButton } from '../../features/reactions/like-button.tsx';
import { ScrapButton } from '../../features/reactions/scrap-button.tsx';
import { toast } from '../../ui/toast.ts';

function usePatch(id: number) {
  const client = useQueryClient();
  return (patch: Partial<PostDetail>) => patchPost(client, id, patch);
}

type PostActionsProps = {
  post: PostDetail;
  /** The list the reader came from; `popular` shows posts of other boards. */
  board: Board;
};

/** Scrap, link, menu. */
export function PostActions({ post, board }: PostActionsProps) {
  const navigate = useNavigate();
  const show = usePatch(post.id);
  const onRemoved = async () => {
    toast.success(POST_TEXTS.removed);
    // Replaced: the way back must not lead to what is gone.
    await navigate({ to: PATHS.board, params: { boardType: board.slug }, replace: true });
  };
  return (
    <>
      <ScrapButton
        postId={post.id}
        isScrapped={post.isScrapped}
        show={(isScrapped) => show({ isScrapped })}
      />
      <ShareButton path={postPath(BOARDS[post.boardType].slug, post.id)} />
      {!post.isAuthor && <ReportButton post={post} />}
      <PostMenu post={post} onRemoved={() => void onRemoved()} />
    </>
  );
}

/** Below the head of a loaded post: text, like, comments. */
export function PostBody({ post }: { post: PostDetail }) {
  const show = usePatch(post.id);
  const answer = useAnswer(post);
  return (
    <>
      <div className="py-7 max-md:py-5">
        {BOARDS[post.boardType].form === 'item' ? (
          <MarketDetail post={post} />
        ) : (
          <PostContent html={post.content} />
        )}
        <HomepageLink boardType={post.boardType} targetUrl={post.targetUrl} />
      </div>
      <div className="flex justify-center pb-8">
        <LikeButton postId={post.id} state={post} show={show} />
      </div>
      <CommentSection
        post={{ ...post, anonymous: BOARDS[post.boardType].anonymous }}
        door={BOARD_DOOR}
        onCount={(commentCount) => show({ commentCount })}
        answer={answer}
      />
    </>
  );
}
