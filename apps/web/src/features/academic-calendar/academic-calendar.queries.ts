import { queryOptions } from '@tanstack/react-query';
import { academicKeys } from '../../entities/keys.ts';
import { api } from '../../lib/api/api.ts';

const STALE_MS = 5 * 60_000;

/** The dates of the days `from` to `to` (yyyy-mm-dd, both inclusive). */
export function datesQuery(from: string, to: string) {
  return queryOptions({
    queryKey: academicKeys.range(from, to),
    queryFn: async ({ signal }) =>
      (await api('GET /api/academic-dates', { query: { from, to }, signal })).dates,
    staleTime: STALE_MS,
  });
}
