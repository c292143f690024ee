import { bookingsFeature } from '../features/bookings/bookings.routes.ts';
import { courseReviewsFeature } from '../features/course-reviews/course-reviews.routes.ts';
import { lecturePostsFeature } from '../features/lecture-posts/lecture-posts.routes.ts';
import { petitionsFeature } from '../features/petitions/petitions.routes.ts';
import { pollsFeature } from '../features/polls/polls.routes.ts';
import { teamsFeature } from '../features/teams/teams.routes.ts';
import type { RateProfile } from '../platform/rates.ts';
import type { Services } from './services.ts';

type App = Parameters<typeof bookingsFeature>[0];

/** The calls of `department-services.ts`. */
export function departmentFeatures(app: App, services: Services, rates: RateProfile): void {
  petitionsFeature(app, services, rates);
  teamsFeature(app, services);
  bookingsFeature(app, services);
  courseReviewsFeature(app, services);
  lecturePostsFeature(app, services);
  pollsFeature(app, services);
}
