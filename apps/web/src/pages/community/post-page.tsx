import { type Board, findBoard } from '@naru/contract/boards';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { PATHS } from '../../app/paths.ts';
import { UnknownBoard } from '../../features/boards/unknown-board.tsx';
import { PostHead } from '../../features/posts/post-head.tsx';
import { PostBodySkeleton, PostHeadSkeleton } from '../../features/posts/post-skeleton.tsx';
import { isMissing, PostFailed, PostNotFound } from '../../features/posts/post-states.tsx';
import { findListed, postDetailQuery } from '../../features/posts/posts.queries.ts';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { BackToList } from './back-to-list.tsx';
import { PostView } from './post-view.tsx';

const route = getRouteApi(PATHS.post);
const POST_ID = /^[1-9]\d{0,14}$/;

/** A post with its comments. */
export function PostPage() {
  const { boardType, postId } = route.useParams();
  const search = route.useSearch();
  const board = findBoard(boardType);
  if (!board) return <UnknownBoard />;
  const back = <BackToList board={board} search={search} />;
  if (!POST_ID.test(postId)) return <PostNotFound back={back} />;
  return <KnownPost key={postId} id={Number(postId)} board={board} back={back} />;
}

type KnownPostProps = { id: number; board: Board; back: ReactNode };

function KnownPost({ id, board, back }: KnownPostProps) {
  const client = useQueryClient();
  // The row that was clicked already knows the head of the post.
  const [row] = useState(() => findListed(client, id));
  const { data: post, error, refetch } = useQuery(postDetailQuery(id));
  if (error && isMissing(error)) return <PostNotFound back={back} />;
  const title = post?.title ?? row?.title ?? board.name;
  return (
    <Page title={title} width={board.type === 'MARKET' ? 'wide' : 'reading'}>
      <div className="mb-2">{back}</div>
      <Card as="article" className="px-8 py-7 max-md:px-4 max-md:py-5">
        {post && <PostView post={post} board={board} />}
        {!post && (row ? <PostHead post={row} /> : <PostHeadSkeleton />)}
        {!post && !error && <PostBodySkeleton />}
        {!post && error && <PostFailed error={error} onRetry={() => void refetch()} />}
      </Card>
    </Page>
  );
}
