import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { accountKeys } from '../../entities/keys.ts';
import { meQuery } from '../../entities/member/me.ts';
import { api } from '../../lib/api/api.ts';

export const secondFactorQuery = queryOptions({
  queryKey: accountKeys.secondFactor,
  queryFn: ({ signal }) => api('GET /api/member/second-factor', { signal }),
});

/** Reads anew whether the second factor is on, and the roles, which may depend on it. */
export function useSecondFactorChanged() {
  const client = useQueryClient();
  return async () => {
    const queries = [secondFactorQuery.queryKey, meQuery.queryKey];
    await Promise.all(queries.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}

/** A new key for an authenticator app. Never cached: it is shown while it is set up. */
export function useNewKey() {
  return useMutation({
    mutationFn: () => api('POST /api/member/second-factor/begin'),
    gcTime: 0,
  });
}
