import { queryOptions } from '@tanstack/react-query';
import { bannerKeys } from '../../entities/banners/banner-keys.ts';
import { api } from '../../lib/api/api.ts';

const STALE_MS = 5 * 60_000;

/** Event and media banners of the main page. */
export const bannersQuery = queryOptions({
  queryKey: bannerKeys.all,
  queryFn: ({ signal }) => api('GET /api/banners', { signal }),
  staleTime: STALE_MS,
});
