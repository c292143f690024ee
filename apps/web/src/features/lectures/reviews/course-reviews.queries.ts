import type { CourseReviewInput } from '@naru/contract/course-reviews';
import type { Term } from '@naru/contract/timetable';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { courseReviewKeys } from '../../../entities/keys.ts';
import { api } from '../../../lib/api/api.ts';
import type { ResultOf } from '../../../lib/api/endpoints.ts';

/** What the reviews of the course of a lecture say, with one page of texts. */
export function courseQuery(lectureId: number, page: number) {
  return queryOptions({
    queryKey: courseReviewKeys.course(lectureId, page),
    queryFn: ({ signal }) =>
      api('GET /api/lecture-room/:lectureId/reviews', {
        params: { lectureId },
        query: { page: String(page) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

export type Course = Awaited<ReturnType<NonNullable<ReturnType<typeof courseQuery>['queryFn']>>>;

/** Average stars by the id of the lecture, where there are enough reviews. */
export function starsQuery(term: Term) {
  return queryOptions({
    queryKey: courseReviewKeys.stars(term),
    queryFn: async ({ signal }) => {
      const query = { year: String(term.year), semester: String(term.semester) };
      const { courses } = await api('GET /api/course-reviews/stars', { query, signal });
      return new Map(courses.map(({ lectureId, ...stars }) => [lectureId, stars]));
    },
    staleTime: 5 * 60_000,
  });
}

export type MyReviews = ResultOf<'GET /api/course-reviews/mine'>;

export const myReviewsQuery = queryOptions({
  queryKey: courseReviewKeys.mine,
  queryFn: ({ signal }) => api('GET /api/course-reviews/mine', { signal }),
  staleTime: 60_000,
});

/** Writes or changes the own review. */
export function useSaveReview(lectureId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CourseReviewInput) =>
      api('PUT /api/lecture-room/:lectureId/reviews', { params: { lectureId }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: courseReviewKeys.all }),
  });
}

export function useRemoveReview() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (lectureId: number) =>
      api('DELETE /api/lecture-room/:lectureId/reviews', { params: { lectureId } }),
    onSettled: () => client.invalidateQueries({ queryKey: courseReviewKeys.all }),
  });
}
