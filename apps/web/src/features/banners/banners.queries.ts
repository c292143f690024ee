import { queryOptions } from '@tanstack/react-query';
import { bannerKeys } from '../../entities/keys.ts';
import { api } from '../../lib/api/api.ts';

export const bannersQuery = queryOptions({
  queryKey: bannerKeys.shown,
  queryFn: ({ signal }) => api('GET /api/banners', { signal }),
  staleTime: 5 * 60_000,
});

/** All banners, also those outside their period, for the editor. */
export const allBannersQuery = queryOptions({
  queryKey: bannerKeys.console,
  queryFn: ({ signal }) => api('GET /api/banners/all', { signal }),
  staleTime: 0,
});
