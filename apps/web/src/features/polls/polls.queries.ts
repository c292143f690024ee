import type { Poll, Vote } from '@naru/contract/polls';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { pollKeys } from '../../entities/keys.ts';
import { api } from '../../lib/api/api.ts';

/** How often an open page looks for new votes. */
const REFRESH_MS = 20_000;

/** A poll that changes while the page is open; begins with the one of the post each time. */
export function pollQuery(postId: number, initial: Poll, isFrozen: boolean) {
  return queryOptions({
    queryKey: pollKeys.detail(postId),
    queryFn: async ({ signal }) =>
      (await api('GET /api/post/:id/poll', { params: { id: postId }, signal })).poll,
    initialData: initial,
    staleTime: REFRESH_MS,
    gcTime: 0,
    enabled: !isFrozen,
    refetchInterval: ({ state }) => (state.data?.isEnded ? false : REFRESH_MS),
  });
}

export function votersQuery(postId: number, option: number, page: number) {
  return queryOptions({
    queryKey: pollKeys.voters(postId, option, page),
    queryFn: ({ signal }) =>
      api('GET /api/post/:id/poll/voters', {
        params: { id: postId },
        query: { option: String(option), page },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** `show` gets the poll with the vote. */
export function useVote(postId: number, show: (poll: Poll) => void) {
  const client = useQueryClient();
  const queryKey = pollKeys.detail(postId);
  return useMutation({
    mutationFn: (body: Vote) =>
      api('PUT /api/post/:id/poll/vote', { params: { id: postId }, body }),
    onMutate: () => client.cancelQueries({ queryKey }),
    onSuccess: ({ poll }) => {
      client.setQueryData(queryKey, poll);
      show(poll);
    },
    onError: () => client.invalidateQueries({ queryKey, exact: true }),
  });
}
