import { queryOptions } from '@tanstack/react-query';
import { friendKeys } from '../../entities/keys.ts';
import { api } from '../../lib/api/api.ts';

export const friendsQuery = queryOptions({
  queryKey: friendKeys.list,
  queryFn: async ({ signal }) =>
    (await api('GET /api/friend/my-friends', { signal })).acceptMemberDtoList,
});

export const friendRequestsQuery = queryOptions({
  queryKey: friendKeys.requests,
  queryFn: async ({ signal }) =>
    (await api('GET /api/friend/request-friend-list', { signal })).requestMemberList,
});

export const blocksQuery = queryOptions({
  queryKey: friendKeys.blocks,
  queryFn: async ({ signal }) => (await api('GET /api/friend/blocks', { signal })).members,
});

/** Names of anonymous threads. */
export const aliasBlocksQuery = queryOptions({
  queryKey: friendKeys.aliasBlocks,
  queryFn: async ({ signal }) => (await api('GET /api/member/alias-blocks', { signal })).aliases,
});

/** Never cached: each submit searches again. */
export function friendSearchQuery(nickname: string) {
  return queryOptions({
    queryKey: friendKeys.search(nickname),
    queryFn: ({ signal }) => api('GET /api/friend/search', { query: { nickname }, signal }),
    enabled: nickname !== '',
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
}
