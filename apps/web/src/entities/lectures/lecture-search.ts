import type { Lecture } from '@naru/contract/lectures';
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { lectureKeys } from './lecture-keys.ts';

/** Lectures in one answer. */
const SIZE = 8;

/** The first lectures of all terms that match, newest term first; nothing without a query. */
export function lectureSearchQuery(query: string) {
  const search = async ({ signal }: { signal: AbortSignal }) => {
    const { data, totalCount } = await api('GET /api/lecture-room/list', {
      query: { query, size: SIZE },
      signal,
    });
    return { lectures: data satisfies Lecture[], total: totalCount };
  };
  return queryOptions({
    queryKey: lectureKeys.search(query),
    queryFn: query === '' ? skipToken : search,
    placeholderData: query === '' ? undefined : keepPreviousData,
  });
}
