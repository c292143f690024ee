import { queryOptions } from '@tanstack/react-query';
import { friendKeys } from '../../entities/friends/friend-keys.ts';
import { api } from '../../lib/api/api.ts';

/** Friends of the caller, by nickname. */
export const friendsQuery = queryOptions({
  queryKey: friendKeys.list,
  queryFn: async ({ signal }) =>
    (await api('GET /api/friend/my-friends', { signal })).acceptMemberDtoList,
});

/** Members who asked, newest first. */
export const friendRequestsQuery = queryOptions({
  queryKey: friendKeys.requests,
  queryFn: async ({ signal }) =>
    (await api('GET /api/friend/request-friend-list', { signal })).requestMemberList,
});

/** Members the caller blocks. */
export const blocksQuery = queryOptions({
  queryKey: friendKeys.blocks,
  queryFn: async ({ signal }) => (await api('GET /api/friend/blocks', { signal })).members,
});

/** The member with exactly this nickname, or none. */
export function friendSearchQuery(nickname: string) {
  return queryOptions({
    queryKey: friendKeys.search(nickname),
    queryFn: async ({ signal }) =>
      (await api('GET /api/friend/search', { query: { nickname }, signal })).members,
    enabled: nickname !== '',
    retry: false,
    // A search is a question of this moment.
    staleTime: 0,
    gcTime: 0,
  });
}
