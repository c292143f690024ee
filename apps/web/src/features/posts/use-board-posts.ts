import { BOARDS } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import type { PostItem } from '@naru/contract/posts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { postKeys } from '../../entities/keys.ts';
import type { PostList } from '../../entities/posts/post-list.ts';
import { postListQuery } from './posts.queries.ts';

function usePrefetchNext(list: PostList, totalPages: number): void {
  const client = useQueryClient();
  const key = JSON.stringify(list);
  useEffect(() => {
    const current: PostList = JSON.parse(key);
    const page = current.page + 1;
    if (page < totalPages) void client.prefetchQuery(postListQuery({ ...current, page }));
  }, [client, key, totalPages]);
}

/** The posts of a page; until they arrive those that the dashboard knows, undefined without any. */
export function useBoardPosts(list: PostList) {
  const client = useQueryClient();
  const { data, error, isPlaceholderData, refetch, dataUpdatedAt } = useQuery(postListQuery(list));
  const known = data ? undefined : postsFromBoxes(client, list);
  const { totalPages = 0, totalCount = 0, isPartial, posts = known } = data?.pageResponse ?? {};
  usePrefetchNext(list, isPlaceholderData ? 0 : totalPages);
  const hasFailed = error !== null && !data;
  return {
    ...{ posts, totalPages, totalCount, isPartial, refetch, isPlaceholderData, dataUpdatedAt },
    error: hasFailed ? error : undefined,
    isLoading: isPlaceholderData || !data,
  };
}

/**
 * The first posts of a board as far as the boxes of the dashboard know them, to show until the list
 * arrives; undefined for other pages and for items, of which the boxes leave some out. Boxes that are out
 * of date since a change, such as the deletion of a post, do not count.
 */
function postsFromBoxes(client: QueryClient, list: PostList): PostItem[] | undefined {
  const isSelected = list.query || list.sortBy || list.unanswered || list.recruiting || list.headId;
  if (list.page > 0 || isSelected || BOARDS[list.boardType].form === 'item') return undefined;
  const boxes = client.getQueriesData<Record<string, PostItem[]>>({
    queryKey: postKeys.summaries,
    predicate: ({ state }) => !state.isInvalidated,
  });
  const posts = boxes.map(([, box]) => box?.[list.boardType]).find((some) => some?.length);
  return posts?.slice(0, LIMITS.postPageSize);
}
