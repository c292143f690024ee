import { createBookingsService } from '../features/bookings/bookings.service.ts';
import { createCourseReviewsService } from '../features/course-reviews/course-reviews.service.ts';
import { createLecturePostsService } from '../features/lecture-posts/lecture-posts.service.ts';
import { createPetitionsService } from '../features/petitions/petitions.service.ts';
import { createPollsService } from '../features/polls/polls.service.ts';
import { createTeamsService } from '../features/teams/teams.service.ts';

type Parts = Parameters<typeof createBookingsService>[0] &
  Parameters<typeof createCourseReviewsService>[0] &
  Parameters<typeof createLecturePostsService>[0] &
  Parameters<typeof createPetitionsService>[0] &
  Parameters<typeof createPollsService>[0] &
  Parameters<typeof createTeamsService>[0];

/** What members of a department do together beside their boards. */
export function createDepartmentServices(tools: Parts) {
  return {
    bookings: createBookingsService(tools),
    courseReviews: createCourseReviewsService(tools),
    lecturePosts: createLecturePostsService(tools),
    petitions: createPetitionsService(tools),
    polls: createPollsService(tools),
    teams: createTeamsService(tools),
  };
}
