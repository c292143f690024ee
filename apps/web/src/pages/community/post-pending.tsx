import { findBoard } from '@naru/contract/boards';
import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { PostHead } from '../../features/posts/post-head.tsx';
import {
  ITEM_GRID,
  PostBodySkeleton,
  PostHeadSkeleton,
} from '../../features/posts/post-skeleton.tsx';
import { findListedPost } from '../../features/posts/posts.queries.ts';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Stands in for a post of a board or a lecture room whose page is loading: what a list knows of it. */
export function PostPending() {
  const { boardType = '', postId } = useParams({ strict: false });
  const client = useQueryClient();
  const board = findBoard(boardType);
  const row = board ? findListedPost(client, Number(postId)) : undefined;
  const text = (
    <>
      {row ? <PostHead post={row} /> : <PostHeadSkeleton />}
      <PostBodySkeleton />
    </>
  );
  return (
    <Page title={row?.title ?? board?.name ?? '게시글'} width="reading">
      <div className="mb-2 h-9 max-md:h-11" />
      <Card as="article" className="overflow-clip px-8 py-7 max-md:px-4 max-md:py-5">
        {board?.form === 'item' ? (
          <div className={ITEM_GRID}>
            <Skeleton className="aspect-square w-full rounded-ctl" />
            <div className="min-w-0">{text}</div>
          </div>
        ) : (
          text
        )}
      </Card>
    </Page>
  );
}
