import type { SiteConfig } from '@naru/contract/site';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { readPageConfig } from '../../lib/site-name.ts';
import { settingsKeys } from '../keys.ts';

export const siteConfigQuery = queryOptions({
  queryKey: settingsKeys.config,
  queryFn: async ({ signal }): Promise<SiteConfig> => {
    const config = await api('GET /api/config', { signal, anonymous: true });
    // The page comes with its identity, so that this rarely runs.
    const { showIdentity } = await import('./show-identity.ts');
    showIdentity(config);
    return config;
  },
  initialData: readPageConfig,
  staleTime: Number.POSITIVE_INFINITY,
});

export function useSiteConfig() {
  return useQuery(siteConfigQuery);
}
