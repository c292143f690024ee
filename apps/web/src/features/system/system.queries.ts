import { queryOptions } from '@tanstack/react-query';
import { systemKeys } from '../../entities/staff-keys.ts';
import { api } from '../../lib/api/api.ts';

const AGAIN_MS = 30_000;

/** The state of the server, looked at again while the panel is open. */
export const systemQuery = queryOptions({
  queryKey: systemKeys.state,
  queryFn: ({ signal }) => api('GET /api/admin/system', { signal }),
  staleTime: 0,
  refetchInterval: AGAIN_MS,
});
