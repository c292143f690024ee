import { courseReviewRoutes } from '@naru/contract/course-reviews';
import { DONE } from '@naru/contract/texts';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { CourseReviewsService } from './course-reviews.service.ts';

interface Services {
  courseReviews: CourseReviewsService;
}

export function courseReviewsFeature(app: FastifyInstance, { courseReviews }: Services): void {
  mountRoutes(app, courseReviewRoutes, {
    course: ({ actor, params, query }) => courseReviews.getCourse(actor, params.lectureId, query),
    save: async ({ actor, params, body }) => ({
      message: DONE.courseReviewSaved,
      review: await courseReviews.save(actor, params.lectureId, body),
    }),
    remove: async ({ actor, params }) => {
      await courseReviews.remove(actor, params.lectureId);
      return { message: DONE.courseReviewRemoved };
    },
    stars: ({ actor, query }) => courseReviews.listStars(actor, query),
    mine: ({ actor }) => courseReviews.listMine(actor),
  });
}
