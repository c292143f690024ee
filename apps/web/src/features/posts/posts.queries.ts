import type { BoardType } from '@naru/contract/boards';
import { PAGE_LIMITS } from '@naru/contract/page-limits';
import type { PostDetail, PostItem } from '@naru/contract/posts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { postKeys, writingKeys } from '../../entities/keys.ts';
import { listRequest, type PostList } from '../../entities/posts/post-list.ts';
import { api } from '../../lib/api/api.ts';
import type { ResultOf } from '../../lib/api/endpoints.ts';
import { FOR_EDITING } from '../../lib/api/query-client.ts';

type PostPage = ResultOf<'GET /api/post'>;

/** One page of a board; keeps the previous page of the same board while loading. */
export function postListQuery(list: PostList) {
  return queryOptions({
    queryKey: postKeys.list(list),
    queryFn: ({ signal }) => {
      const query = { ...listRequest(list), size: PAGE_LIMITS.postPageSize };
      return api('GET /api/post', { query, signal });
    },
    placeholderData: (previous, query) =>
      query?.queryKey[2] === list.boardType &&
      query.queryKey[3].lectureTagId === listRequest(list).lectureTagId
        ? previous
        : undefined,
  });
}

async function loadPost(id: number, signal: AbortSignal): Promise<PostDetail> {
  return (await api('GET /api/post/:id', { params: { id }, signal })).dto;
}

/** The posts of a board before and after one. */
export function postsAroundQuery(boardType: BoardType, id: number) {
  return queryOptions({
    queryKey: postKeys.around(boardType, id),
    queryFn: ({ signal }) =>
      api('GET /api/post/:id/around', { params: { id }, query: { boardType }, signal }),
  });
}

/** Never prefetched: the call counts a view. */
export function postDetailQuery(id: number) {
  return queryOptions({
    queryKey: postKeys.detail(id),
    queryFn: ({ signal }) => loadPost(id, signal),
  });
}

export function editablePostQuery(postId: number) {
  return queryOptions({
    queryKey: writingKeys.post(postId),
    queryFn: ({ signal }) => loadPost(postId, signal),
    ...FOR_EDITING,
  });
}

export function postSummaryQuery(types: readonly BoardType[], size: number) {
  return queryOptions({
    queryKey: postKeys.summary(types, size),
    queryFn: async ({ signal }) => {
      const body = { types: [...types], pageSize: size };
      return (await api('POST /api/post/summary-multi', { body, signal })).boards;
    },
  });
}

/** The row of a post in any cached list or summary, to show its head before the detail arrives. */
export function findListedPost(client: QueryClient, id: number): PostItem | undefined {
  const pages = client.getQueriesData<PostPage>({ queryKey: postKeys.lists });
  const boxes = client.getQueriesData<Record<string, PostItem[]>>({ queryKey: postKeys.summaries });
  const rows = [
    ...pages.flatMap(([, page]) => page?.pageResponse.posts ?? []),
    ...boxes.flatMap(([, box]) => Object.values(box ?? {}).flat()),
  ];
  return rows.find((post) => post.id === id);
}

function patchRow(post: PostItem, patch: Partial<PostDetail>): PostItem {
  return {
    ...post,
    likeCount: patch.likeCount ?? post.likeCount,
    commentCount: patch.commentCount ?? post.commentCount,
    answered: patch.answered ?? post.answered,
  };
}

/** Patches a post in its cached detail and in every cached list. */
export function patchPost(client: QueryClient, id: number, patch: Partial<PostDetail>): void {
  client.setQueryData(postKeys.detail(id), (post: PostDetail | undefined) =>
    post ? { ...post, ...patch } : post,
  );
  client.setQueriesData({ queryKey: postKeys.lists }, (page: PostPage | undefined) => {
    if (!page?.pageResponse.posts.some((post) => post.id === id)) return page;
    const posts = page.pageResponse.posts.map((post) =>
      post.id === id ? patchRow(post, patch) : post,
    );
    return { ...page, pageResponse: { ...page.pageResponse, posts } };
  });
}
