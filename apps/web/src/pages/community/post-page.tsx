import { BOARDS, type Board, findBoard } from '@naru/contract/boards';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { PATHS } from '../../app/paths.ts';
import type { BoardSearch } from '../../app/search.ts';
import { UnknownBoard } from '../../features/boards/unknown-board.tsx';
import { PostHead } from '../../features/posts/post-head.tsx';
import {
  ItemBodySkeleton,
  PostBodySkeleton,
  PostHeadSkeleton,
} from '../../features/posts/post-skeleton.tsx';
import { isMissing, PostFailed, PostNotFound } from '../../features/posts/post-states.tsx';
import { findListedPost, postDetailQuery } from '../../features/posts/posts.queries.ts';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { BackToList } from './back-to-list.tsx';
import { PostActions, PostBody } from './post-view.tsx';

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

type KnownPostProps = { id: number; board: Board; search: BoardSearch };

function KnownPost({ id, board, search }: KnownPostProps) {
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
        {!post && !error && (isItem ? <ItemBodySkeleton /> : <PostBodySkeleton />)}
        {!post && error && <PostFailed error={error} onRetry={() => void refetch()} />}
      </Card>
    </Page>
  );
}
