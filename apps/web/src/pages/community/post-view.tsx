import { BOARDS, type Board } from '@naru/contract/boards';
import type { PostDetail } from '@naru/contract/posts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { PATHS, postPath } from '../../app/paths.ts';
import { boardThreadApi } from '../../entities/comments/thread-api.ts';
import { ThreadView } from '../../entities/comments/thread-view.tsx';
import { ShareButton } from '../../entities/posts/share-button.tsx';
import { LikeButton } from '../../entities/reactions/like-button.tsx';
import { ScrapButton } from '../../entities/reactions/scrap-button.tsx';
import { ReportButton } from '../../entities/report/report-button.tsx';
import { BoardPostMenu } from '../../features/posts/board-post-menu.tsx';
import { HomepageLink } from '../../features/posts/homepage-link.tsx';
import { MarketDetail } from '../../features/posts/market-detail.tsx';
import { PostContent } from '../../features/posts/post-content.tsx';
import { patchPost } from '../../features/posts/posts.queries.ts';
import { useAnswer } from '../../features/posts/use-answer.ts';

function usePatch(id: number) {
  const client = useQueryClient();
  return (patch: Partial<PostDetail>) => patchPost(client, id, patch);
}

type PostActionsProps = {
  post: PostDetail;
  /** The list the reader came from; `popular` lists posts of other boards. */
  board: Board;
};

export function PostActions({ post, board }: PostActionsProps) {
  const navigate = useNavigate();
  const show = usePatch(post.id);
  // Replaces the entry: Back must not lead to the deleted post.
  const onRemoved = () =>
    void navigate({ to: PATHS.board, params: { boardType: board.slug }, replace: true });
  return (
    <>
      <ScrapButton
        postId={post.id}
        isScrapped={post.isScrapped}
        show={(isScrapped) => show({ isScrapped })}
      />
      <ShareButton path={postPath(BOARDS[post.boardType].slug, post.id)} />
      {!post.isAuthor && <ReportButton post={post} />}
      <BoardPostMenu post={post} onRemoved={onRemoved} />
    </>
  );
}

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
      <ThreadView
        post={{ ...post, anonymous: BOARDS[post.boardType].anonymous }}
        threadApi={boardThreadApi}
        onCount={(commentCount) => show({ commentCount })}
        answer={answer}
      />
    </>
  );
}
