import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';

export const FRIENDS_KEY = ['friends'] as const;

/** Friends of the caller, by nickname. */
export const friendsQuery = queryOptions({
  queryKey: [...FRIENDS_KEY, 'list'],
  queryFn: async ({ signal }) =>
    (await api('GET /api/friend/my-friends', { signal })).acceptMemberDtoList,
});

/** Members who asked, newest first. */
export const friendRequestsQuery = queryOptions({
  queryKey: [...FRIENDS_KEY, 'requests'],
  queryFn: async ({ signal }) =>
    (await api('GET /api/friend/request-friend-list', { signal })).requestMemberList,
});

/** Members the caller blocks. */
export const blocksQuery = queryOptions({
  queryKey: [...FRIENDS_KEY, 'blocks'],
  queryFn: async ({ signal }) => (await api('GET /api/friend/blocks', { signal })).members,
});

/** The member with exactly this nickname, or none (decisions 106). */
export function friendSearchQuery(nickname: string) {
  return queryOptions({
    queryKey: [...FRIENDS_KEY, 'search', nickname],
    queryFn: async ({ signal }) =>
      (await api('GET /api/friend/search', { query: { nickname }, signal })).members,
    enabled: nickname !== '',
    retry: false,
    // A search is a question of this moment.
    staleTime: 0,
    gcTime: 0,
  });
}
