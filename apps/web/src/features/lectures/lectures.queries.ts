import type { Lecture, MarkedLecture } from '@naru/contract/lectures';
import type { PrivateEntry } from '@naru/contract/private-entries';
import type { Term } from '@naru/contract/timetable';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { lectureKeys } from '../../entities/keys.ts';
import { api } from '../../lib/api/api.ts';

export const termsQuery = queryOptions({
  queryKey: lectureKeys.terms,
  queryFn: ({ signal }) => api('GET /api/lecture-room/terms', { signal }),
  staleTime: 5 * 60_000,
});

export function marksQuery(term: Term) {
  return queryOptions({
    queryKey: lectureKeys.marks(term),
    queryFn: async ({ signal }): Promise<MarkedLecture[]> =>
      (await api('GET /api/lecture-room/mark', { query: termParams(term), signal })).markedLecture,
    // No live event covers the unread counts.
    refetchInterval: 60_000,
  });
}

/** The private entries of the member's timetable. */
export function entriesQuery(term: Term) {
  return queryOptions({
    queryKey: lectureKeys.entries(term),
    queryFn: async ({ signal }): Promise<PrivateEntry[]> =>
      (await api('GET /api/timetable/entries', { query: termParams(term), signal })).entries,
  });
}

/** One page of lectures and the number of all matches. */
export type Catalog = { lectures: Lecture[]; total: number };

type CatalogFilter = Term & {
  /** Null for all grades. */
  grade: number | null;
  query: string;
  /** Only what fits into the member's timetable. */
  isFree?: boolean;
  /** What `isFree` means instead: this plan. */
  planId?: number | undefined;
};

export function catalogQuery(filter: CatalogFilter) {
  return queryOptions({
    queryKey: lectureKeys.list(filter),
    queryFn: async ({ signal }): Promise<Catalog> => {
      const grade = filter.grade === null ? undefined : String(filter.grade);
      const free = filter.isFree ? ('true' as const) : undefined;
      const plan = free && filter.planId !== undefined ? String(filter.planId) : undefined;
      const query = { ...termParams(filter), grade, query: filter.query, free, plan };
      const { data, totalCount } = await api('GET /api/lecture-room/list', { query, signal });
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
    queryFn: async ({ signal }): Promise<Lecture> =>
      (await api('GET /api/lecture-room/:lectureId', { params: { lectureId: id }, signal })).data,
  });
}

export function roomWeekQuery(id: number) {
  return queryOptions({
    queryKey: lectureKeys.week(id),
    queryFn: ({ signal }) =>
      api('GET /api/lecture-room/:lectureId/stats', { params: { lectureId: id }, signal }),
    refetchInterval: 20_000,
  });
}

export function termParams({ year, semester }: Term) {
  return { year: String(year), semester: semester === 1 ? '1' : '2' } as const;
}
