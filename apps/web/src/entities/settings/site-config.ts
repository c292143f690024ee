import type { SiteConfig } from '@naru/contract/site';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { settingsKeys } from './settings-keys.ts';

export const siteConfigQuery = queryOptions({
  queryKey: settingsKeys.config,
  queryFn: ({ signal }): Promise<SiteConfig> => api('GET /api/config', { signal, anonymous: true }),
  staleTime: Number.POSITIVE_INFINITY,
});

export function useSiteConfig() {
  return useQuery(siteConfigQuery);
}
