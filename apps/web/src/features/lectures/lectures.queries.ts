import type { Lecture, MarkedLecture } from '@naru/contract/lectures';
import type { Term } from '@naru/contract/timetable';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type CatalogFilter, lectureKeys } from '../../entities/lectures/lecture-keys.ts';
import { api } from '../../lib/api/api.ts';

/** How often unread counts are asked for while the timetable is open: no live event tells them. */
const UNREAD_MS = 60_000;
/** How often an open room asks for its week, as its list does for posts (decision 0023). */
const WEEK_MS = 20_000;
const TERMS_STALE_MS = 5 * 60_000;

/** The current term and those that hold lectures. */
export const termsQuery = queryOptions({
  queryKey: lectureKeys.terms,
  queryFn: ({ signal }) => api('GET /api/lecture-room/terms', { signal }),
  staleTime: TERMS_STALE_MS,
});

/** The lectures of one term's timetable. */
export function marksQuery(term: Term) {
  const { year, semester } = term;
  return queryOptions({
    queryKey: lectureKeys.marks(term),
    queryFn: async ({ signal }): Promise<MarkedLecture[]> => {
      const query = { year: String(year), semester: semesterText(semester) };
      return (await api('GET /api/lecture-room/mark', { query, signal })).markedLecture;
    },
    refetchInterval: UNREAD_MS,
  });
}

/** What the catalogue shows: at most one page of the server's, and how many lectures fit in all. */
export type Catalog = { lectures: Lecture[]; total: number };

/** The catalogue: lectures of a term, by grade and words. */
export function catalogQuery(filter: CatalogFilter) {
  const { year, semester, grade, query } = filter;
  return queryOptions({
    queryKey: lectureKeys.list(filter),
    queryFn: async ({ signal }): Promise<Catalog> => {
      const words = {
        year: String(year),
        semester: semesterText(semester),
        grade: grade === null ? undefined : String(grade),
        query,
      };
      const { data, totalCount } = await api('GET /api/lecture-room/list', {
        query: words,
        signal,
      });
      return { lectures: data, total: totalCount };
    },
    placeholderData: keepPreviousData,
  });
}

/** The rooms of a term whose professor the member is. */
export function ownRoomsQuery(term: Term) {
  const { year, semester } = term;
  return queryOptions({
    queryKey: lectureKeys.own(term),
    queryFn: async ({ signal }): Promise<Lecture[]> => {
      const query = { year: String(year), semester: semesterText(semester), mine: 'true' } as const;
      return (await api('GET /api/lecture-room/list', { query, signal })).data;
    },
  });
}

/** One lecture, as its room shows it. */
export function lectureQuery(id: number) {
  return queryOptions({
    queryKey: lectureKeys.detail(id),
    queryFn: ({ signal }): Promise<Lecture> =>
      api('GET /api/lecture-room/:lectureId', { params: { lectureId: id }, signal }),
  });
}

/** What happened in a room in the last 7 days, and the quotes beside it. */
export function roomWeekQuery(id: number) {
  return queryOptions({
    queryKey: lectureKeys.week(id),
    queryFn: ({ signal }) =>
      api('GET /api/lecture-room/:lectureId/stats', { params: { lectureId: id }, signal }),
    refetchInterval: WEEK_MS,
  });
}

function semesterText(semester: Term['semester']): '1' | '2' {
  return semester === 1 ? '1' : '2';
}
