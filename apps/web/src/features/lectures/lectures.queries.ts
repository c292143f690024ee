import type { Lecture, MarkedLecture } from '@naru/contract/lectures';
import type { Term } from '@naru/contract/timetable';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type CatalogFilter, lectureKeys } from '../../entities/lectures/lecture-keys.ts';
import { api } from '../../lib/api/api.ts';

/** Polling of unread counts; no live event covers them. */
const UNREAD_MS = 60_000;
/** Polling of an open room (decision 0023). */
const WEEK_MS = 20_000;
const TERMS_STALE_MS = 5 * 60_000;

export const termsQuery = queryOptions({
  queryKey: lectureKeys.terms,
  queryFn: ({ signal }) => api('GET /api/lecture-room/terms', { signal }),
  staleTime: TERMS_STALE_MS,
});

export function marksQuery(term: Term) {
  return queryOptions({
    queryKey: lectureKeys.marks(term),
    queryFn: async ({ signal }): Promise<MarkedLecture[]> =>
      (await api('GET /api/lecture-room/mark', { query: termParams(term), signal })).markedLecture,
    refetchInterval: UNREAD_MS,
  });
}

/** One page of lectures and the number of all matches. */
export type Catalog = { lectures: Lecture[]; total: number };

export function catalogQuery(filter: CatalogFilter) {
  const { grade, query } = filter;
  return queryOptions({
    queryKey: lectureKeys.list(filter),
    queryFn: async ({ signal }): Promise<Catalog> => {
      const params = {
        ...termParams(filter),
        grade: grade === null ? undefined : String(grade),
        query,
      };
      const call = api('GET /api/lecture-room/list', { query: params, signal });
      const { data, totalCount } = await call;
      return { lectures: data, total: totalCount };
    },
    placeholderData: keepPreviousData,
  });
}

/** The rooms of a term that the member teaches. */
export function ownRoomsQuery(term: Term) {
  return queryOptions({
    queryKey: lectureKeys.own(term),
    queryFn: async ({ signal }): Promise<Lecture[]> => {
      const query = { ...termParams(term), mine: 'true' } as const;
      return (await api('GET /api/lecture-room/list', { query, signal })).data;
    },
  });
}

export function lectureQuery(id: number) {
  return queryOptions({
    queryKey: lectureKeys.detail(id),
    queryFn: ({ signal }): Promise<Lecture> =>
      api('GET /api/lecture-room/:lectureId', { params: { lectureId: id }, signal }),
  });
}

export function roomWeekQuery(id: number) {
  return queryOptions({
    queryKey: lectureKeys.week(id),
    queryFn: ({ signal }) =>
      api('GET /api/lecture-room/:lectureId/stats', { params: { lectureId: id }, signal }),
    refetchInterval: WEEK_MS,
  });
}

export function termParams({ year, semester }: Term) {
  return { year: String(year), semester: semester === 1 ? '1' : '2' } as const;
}
