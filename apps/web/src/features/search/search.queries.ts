import { LIMITS } from '@naru/contract/limits';
import { isSearchable } from '@naru/contract/search-places';
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import { searchKeys } from '../../entities/keys.ts';
import { api } from '../../lib/api/api.ts';
import type { RequestOf } from '../../lib/api/endpoints.ts';

export type Input = NonNullable<RequestOf<'GET /api/search'>['query']>;

/** As the server compares it. */
export function cleanQuery(text: string): string {
  return text.normalize('NFC').trim().slice(0, LIMITS.queryMax);
}

/** Nothing for a query that is too short to be searched. */
export function searchQuery(input: Input) {
  const isAsked = isSearchable(String(input.query ?? ''));
  return queryOptions({
    queryKey: searchKeys.found(input),
    queryFn: isAsked ? ({ signal }) => api('GET /api/search', { query: input, signal }) : skipToken,
    placeholderData: isAsked ? keepPreviousData : undefined,
    staleTime: 30_000,
  });
}
