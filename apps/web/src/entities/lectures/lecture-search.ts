import { containsFolded } from '@naru/contract/folding';
import type { Lecture } from '@naru/contract/lectures';
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { lectureKeys } from '../keys.ts';

/** Lectures that are shown, and those among which the best are chosen. */
const SHOWN = 8;
const SCANNED = 100;

/**
 * The first lectures of all terms that match: by title or professor before by introduction, then newest
 * term first; nothing without a query.
 */
export function lectureSearchQuery(query: string) {
  const search = async ({ signal }: { signal: AbortSignal }) => {
    const { data, totalCount } = await api('GET /api/lecture-room/list', {
      query: { query, size: SCANNED },
      signal,
    });
    const named = data.filter((lecture) => isNamed(lecture, query));
    const others = data.filter((lecture) => !named.includes(lecture));
    return { lectures: [...named, ...others].slice(0, SHOWN), total: totalCount };
  };
  return queryOptions({
    queryKey: lectureKeys.search(query),
    queryFn: query === '' ? skipToken : search,
    placeholderData: query === '' ? undefined : keepPreviousData,
  });
}

function isNamed({ title, professorName }: Lecture, query: string): boolean {
  return containsFolded(`${title}\n${professorName}`, query);
}
