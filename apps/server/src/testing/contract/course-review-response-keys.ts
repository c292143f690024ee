import { prefixKeys } from './prefix-keys.ts';

const TAKEN = ['lectureId', 'professorName', 'semester', 'title', 'year'];
const OWN = [...TAKEN, 'content', 'exams', 'grading', 'handled', 'stars', 'workload'];
const SUMS = ['average', 'count', 'exams', 'grading', 'stars', 'workload'];

/** Reviews of courses. */
export const COURSE_REVIEW_RESPONSE_KEYS: Record<string, readonly string[]> = {
  'GET /api/lecture-room/:lectureId/reviews': [
    'currentPage',
    'isOpen',
    'mine',
    'missing',
    'obstacle',
    'professorName',
    'sums',
    'terms',
    'texts',
    'title',
    'totalCount',
    'totalPages',
    ...prefixKeys('mine.', OWN),
    ...prefixKeys('sums.', SUMS),
    ...prefixKeys('terms[].', [...SUMS, 'semester', 'year']),
    ...prefixKeys('texts[].', ['content', 'id', 'isMine', 'term', 'term.semester', 'term.year']),
  ],
  'PUT /api/lecture-room/:lectureId/reviews': ['message', 'review', ...prefixKeys('review.', OWN)],
  'DELETE /api/lecture-room/:lectureId/reviews': ['message'],
  'GET /api/course-reviews/stars': [
    'courses',
    ...prefixKeys('courses[].', ['average', 'count', 'lectureId']),
  ],
  'GET /api/course-reviews/mine': [
    'reviews',
    'waiting',
    ...prefixKeys('reviews[].', [...OWN, 'obstacle']),
    ...prefixKeys('waiting[].', TAKEN),
  ],
};
