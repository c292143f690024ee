import type { SiteSettings } from '@naru/contract/settings';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { settingsKeys } from '../../entities/settings/settings-keys.ts';
import { siteConfigQuery } from '../../entities/settings/site-config.ts';
import { api } from '../../lib/api/api.ts';
import { MANUAL_QUERY } from '../../lib/api/query-client.ts';

export const settingsQuery = queryOptions({
  queryKey: settingsKeys.edited,
  queryFn: ({ signal }) => api('GET /api/admin/settings', { signal }),
  staleTime: 0,
  // A refetch must not change the form while it is edited.
  ...MANUAL_QUERY,
});

/** Saves all settings; the public configuration of this tab is refetched. */
export function useSaveSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SiteSettings) => api('PUT /api/admin/settings', { body }),
    onSuccess: async (saved) => {
      client.setQueryData(settingsQuery.queryKey, saved);
      await client.invalidateQueries({ queryKey: siteConfigQuery.queryKey });
    },
  });
}
