import { BOARDS, type Board, findBoard } from '@naru/contract/boards';
import type { PostDetail } from '@naru/contract/posts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { PATHS, postPath } from '../../app/paths.ts';
import type { BoardSearch } from '../../app/search.ts';
import { BlindNotice } from '../../entities/blinds/blind-notice.tsx';
import { boardThreadApi } from '../../entities/comments/thread-api.ts';
import { ThreadView } from '../../entities/comments/thread-view.tsx';
import { ShareButton } from '../../entities/posts/share-button.tsx';
import { LikeButton } from '../../entities/reactions/like-button.tsx';
import { ScrapButton } from '../../entities/reactions/scrap-button.tsx';
import { ReportButton } from '../../entities/report/report-button.tsx';
import { UnknownBoard } from '../../features/boards/unknown-board.tsx';
import { HomepageLink } from '../../features/posts/homepage-link.tsx';
import { BoardPostMenu } from '../../features/posts/item/item-buttons.tsx';
import { MarketDetail } from '../../features/posts/market-detail.tsx';
import { PostContent } from '../../features/posts/post-content.tsx';
import { PostHead } from '../../features/posts/post-head.tsx';
import { PostBodySkeleton, PostHeadSkeleton } from '../../features/posts/post-skeleton.tsx';
import { isMissing, PostFailed, PostNotFound } from '../../features/posts/post-states.tsx';
import { findListedPost, patchPost, postDetailQuery } from '../../features/posts/posts.queries.ts';
import { useAnswer } from '../../features/posts/use-answer.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';

const route = getRouteApi(PATHS.post);
const POST_ID = /^[1-9]\d{0,14}$/;

export function PostPage() {
  const { boardType, postId } = route.useParams();
  const search = route.useSearch();
  const board = findBoard(boardType);
  if (!board) return <UnknownBoard />;
  if (!POST_ID.test(postId)) {
    return <PostNotFound back={<BackToList board={board} search={search} button />} />;
  }
  return <KnownPost key={postId} id={Number(postId)} board={board} search={search} />;
}

function KnownPost({ id, board, search }: { id: number; board: Board; search: BoardSearch }) {
  const client = useQueryClient();
  // The cached list row already holds the head of the post.
  const [row] = useState(() => findListedPost(client, id));
  const { data: post, error, refetch } = useQuery(postDetailQuery(id));
  if (error && isMissing(error)) {
    return <PostNotFound back={<BackToList board={board} search={search} button />} />;
  }
  // The same element before and after loading, so that its heading keeps the focus.
  const head = post ?? row;
  const isItem = BOARDS[head?.boardType ?? board.type].form === 'item';
  return (
    <Page title={head?.title ?? board.name} width="reading">
      <div className="mb-2">
        <BackToList board={board} search={search} />
      </div>
      <Card as="article" className="overflow-clip px-8 py-7 max-md:px-4 max-md:py-5">
        {head && (
          <PostHead post={head} actions={post && <PostActions post={post} board={board} />} />
        )}
        {!head && !error && <PostHeadSkeleton />}
        {post && <PostBody post={post} />}
        {!post && !error && <PostBodySkeleton isItem={isItem} />}
        {!post && error && <PostFailed error={error} onRetry={refetch} />}
      </Card>
    </Page>
  );
}

type PostActionsProps = {
  post: PostDetail;
  /** The list the reader came from; `popular` lists posts of other boards. */
  board: Board;
};

function PostActions({ post, board }: PostActionsProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  // Replaces the entry: Back must not lead to the deleted post.
  const onRemoved = () =>
    void navigate({ to: PATHS.board, params: { boardType: board.slug }, replace: true });
  return (
    <>
      <ScrapButton
        postId={post.id}
        isScrapped={post.isScrapped}
        show={(isScrapped) => patchPost(client, post.id, { isScrapped })}
      />
      <ShareButton path={postPath(BOARDS[post.boardType].slug, post.id)} />
      {!post.isAuthor && <ReportButton post={post} />}
      <BoardPostMenu post={post} onRemoved={onRemoved} />
    </>
  );
}

function PostBody({ post }: { post: PostDetail }) {
  const client = useQueryClient();
  const show = (patch: Partial<PostDetail>) => patchPost(client, post.id, patch);
  const answer = useAnswer(post);
  return (
    <>
      <BlindNotice post={post} />
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

type BackToListProps = { board: Board; search: BoardSearch; button?: boolean };

/** Links to the list page that the reader came from. */
function BackToList({ board: { slug }, ...rest }: BackToListProps) {
  return <BackLink to={PATHS.board} params={{ boardType: slug }} {...rest} />;
}
