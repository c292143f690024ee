import { courseReviewBody, type OwnReview } from '@naru/contract/course-reviews';
import * as z from 'zod/mini';

/** The contract's schema, with the stars as the text of a radio button. */
export const reviewForm = z.extend(courseReviewBody, {
  stars: z.pipe(
    z.transform((text: string) => Number(text)),
    courseReviewBody.shape.stars,
  ),
  content: courseReviewBody.shape.content,
});

/** Initial values; `content` is a stored draft. */
export function reviewValues(review: OwnReview | null, content: string | undefined) {
  return {
    stars: review ? String(review.stars) : '',
    workload: review?.workload,
    grading: review?.grading,
    exams: review?.exams,
    content: content ?? review?.content ?? '',
  };
}
