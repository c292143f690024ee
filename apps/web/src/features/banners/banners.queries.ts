import { queryOptions } from '@tanstack/react-query';
import { bannerKeys } from '../../entities/banners/banner-keys.ts';
import { api } from '../../lib/api/api.ts';

export const bannersQuery = queryOptions({
  queryKey: bannerKeys.all,
  queryFn: ({ signal }) => api('GET /api/banners', { signal }),
  staleTime: 5 * 60_000,
});
