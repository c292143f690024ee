import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { siteConfigQuery } from '../../entities/settings/site-config.ts';
import { rosterKeys } from '../../entities/staff-keys.ts';
import { api } from '../../lib/api/api.ts';

/** The token of an invitation e-mail replaces a login. */
export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: rosterKeys.invitation(token),
    queryFn: ({ signal }) =>
      api('POST /api/invitation', { body: { token }, signal, anonymous: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Joins with the present versions of the documents; returns the number. */
export function useAcceptInvitation(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (values: { nickname: string; password: string }) => {
      const { documentVersions: consent } = await client.ensureQueryData(siteConfigQuery);
      const body = { token, ...values, consent };
      return api('POST /api/invitation/accept', { body, anonymous: true });
    },
  });
}
