import type { PostDetail } from '@naru/contract/posts';
import type { TeamView } from '@naru/contract/teams';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { postKeys } from '../../entities/keys.ts';
import { refreshTeams } from '../../entities/teams/refresh-teams.ts';
import { api } from '../../lib/api/api.ts';

export type TeamBoxProps = { post: PostDetail; view: TeamView };

export function teamQuery(postId: number) {
  return queryOptions({
    queryKey: postKeys.team(postId),
    queryFn: async ({ signal }) =>
      (await api('GET /api/team/:id', { params: { id: postId }, signal })).view,
    staleTime: 0,
  });
}

export type TeamChange =
  | { type: 'apply'; message: string }
  | { type: 'decide'; memberId: number; accepted: boolean }
  | { type: 'state'; isOpen: boolean };

function send(id: number, change: TeamChange): Promise<{ message: string }> {
  const params = { id };
  switch (change.type) {
    case 'apply':
      return api('PUT /api/team/:id/application', { params, body: { message: change.message } });
    case 'decide': {
      const { memberId, accepted } = change;
      return api('PUT /api/team/:id/application/:memberId', {
        params: { id, memberId },
        body: { accepted },
      });
    }
    case 'state':
      return api('PUT /api/team/:id/state', { params, body: { isOpen: change.isOpen } });
  }
}

/** Whatever changes a team; a refused change is read anew too. */
export function useChangeTeam(postId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: TeamChange) => send(postId, change),
    onSettled: () => refreshTeams(client),
  });
}
