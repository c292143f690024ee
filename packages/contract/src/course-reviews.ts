import * as z from 'zod/mini';
import {
  countedPage,
  idParam,
  intText,
  messageSchema,
  optionalText,
  pagingQuery,
} from './fields.ts';
import { staffActionSchema } from './inquiries.ts';
import { semesterSchema } from './lectures.ts';
import { LIMITS } from './limits.ts';
import { del, get, put } from './route.ts';
import { TEXTS } from './texts.ts';

export const WORKLOADS = ['LIGHT', 'FAIR', 'HEAVY'] as const;
export const GRADINGS = ['GENEROUS', 'FAIR', 'STRICT'] as const;
/** How many exams a term has. */
export const EXAMS = ['NONE', 'ONE', 'TWO', 'MORE'] as const;
export const STARS_MAX = 5;

/** What is asked besides the stars, with the names of the choices. */
export const COURSE_QUESTIONS = {
  workload: { title: '과제', names: { LIGHT: '적음', FAIR: '보통', HEAVY: '많음' } },
  grading: { title: '성적', names: { GENEROUS: '너그러움', FAIR: '보통', STRICT: '깐깐함' } },
  exams: { title: '시험', names: { NONE: '없음', ONE: '한 번', TWO: '두 번', MORE: '세 번 이상' } },
} as const;

export const courseReviewBody = z.object({
  stars: z
    .int({ error: TEXTS.courseStarsRequired })
    .check(
      z.minimum(1, TEXTS.courseStarsRequired),
      z.maximum(STARS_MAX, TEXTS.courseStarsRequired),
    ),
  workload: z.enum(WORKLOADS, { error: TEXTS.courseWorkloadRequired }),
  grading: z.enum(GRADINGS, { error: TEXTS.courseGradingRequired }),
  exams: z.enum(EXAMS, { error: TEXTS.courseExamsRequired }),
  content: z.prefault(optionalText(LIMITS.courseReviewMax, TEXTS.courseReviewLength), ''),
});
export type CourseReviewInput = z.output<typeof courseReviewBody>;

const termFields = { year: z.number(), semester: semesterSchema };

/** How many reviews chose each value. */
const sumFields = {
  count: z.number(),
  /** With one decimal. */
  average: z.number(),
  /** Of 1 to 5 stars, in this order; the others in the order of their choices. */
  stars: z.array(z.number()),
  workload: z.array(z.number()),
  grading: z.array(z.number()),
  exams: z.array(z.number()),
};
const sumsSchema = z.object(sumFields);
export type CourseSums = z.output<typeof sumsSchema>;
const termSumsSchema = z.object({ ...termFields, ...sumFields });
export type TermSums = z.output<typeof termSumsSchema>;

/** The text of a review, without its figures and its time. */
const courseTextSchema = z.object({
  id: z.number(),
  content: z.string(),
  /** Null while the sums of the term are not shown. */
  term: z.nullable(z.object(termFields)),
  isMine: z.boolean(),
});
export type CourseText = z.output<typeof courseTextSchema>;

/** A review as its writer sees it. */
const ownReviewSchema = z.object({
  /** The lecture that the writer took. */
  lectureId: z.number(),
  title: z.string(),
  professorName: z.string(),
  ...termFields,
  stars: z.number(),
  workload: z.enum(WORKLOADS),
  grading: z.enum(GRADINGS),
  exams: z.enum(EXAMS),
  content: z.string(),
  /** What staff did to it last; a hidden or removed review cannot be changed. */
  handled: z.nullable(staffActionSchema),
});
export type OwnReview = z.output<typeof ownReviewSchema>;

/** Why the viewer may not review a course. */
const REVIEW_OBSTACLES = ['ROLE', 'NOT_TAKEN', 'REMOVED', 'BLINDED'] as const;
export type ReviewObstacle = (typeof REVIEW_OBSTACLES)[number];

/** A finished lecture of the own timetable whose course the viewer has not reviewed. */
const takenLectureSchema = z.object({
  lectureId: z.number(),
  title: z.string(),
  professorName: z.string(),
  ...termFields,
});
export type TakenLecture = z.output<typeof takenLectureSchema>;

const lectureParams = z.object({ lectureId: idParam });
const URL = '/api/lecture-room/:lectureId/reviews';

/** Reviews of a course: of the lectures of one title and professor over the terms. */
export const courseReviewRoutes = {
  course: get(URL, 'signedIn', {
    summary: 'Sums and texts of the reviews of the course of a lecture, from three reviews on',
    params: lectureParams,
    query: z.object(pagingQuery(LIMITS.courseReviewPageSize)),
    response: z.object({
      title: z.string(),
      professorName: z.string(),
      /** False for professors of other courses, who see neither sums nor what is missing. */
      isOpen: z.boolean(),
      /** Reviews without which nothing is shown; 0 when the sums are. */
      missing: z.number(),
      sums: z.nullable(sumsSchema),
      /** Newest first; terms with too few reviews of their own are in the sums only. */
      terms: z.array(termSumsSchema),
      ...countedPage,
      /** Empty for professors. */
      texts: z.array(courseTextSchema),
      mine: z.nullable(ownReviewSchema),
      /** Null: the viewer may write or change the own review. */
      obstacle: z.nullable(z.enum(REVIEW_OBSTACLES)),
    }),
    errors: ['LECTURE_NOT_FOUND'],
  }),
  save: put(URL, 'STUDENT', {
    summary: 'Write or change the own review of a course that was in a timetable of a past term',
    params: lectureParams,
    body: courseReviewBody,
    response: z.object({ ...messageSchema.shape, review: ownReviewSchema }),
    errors: [
      'LECTURE_NOT_FOUND',
      'COURSE_REVIEW_NOT_TAKEN',
      'COURSE_REVIEW_REMOVED',
      'COURSE_REVIEW_BLINDED',
      'COURSE_REVIEW_THROTTLED',
    ],
  }),
  remove: del(URL, 'signedIn', {
    summary: 'Remove the own review of a course',
    params: lectureParams,
    response: messageSchema,
    errors: ['COURSE_REVIEW_NOT_FOUND', 'COURSE_REVIEW_BLINDED'],
  }),
  stars: get('/api/course-reviews/stars', 'signedIn', {
    summary: 'Average stars of the courses of a term that have enough reviews',
    query: z.object({
      year: intText(LIMITS.termYearMin, LIMITS.termYearMax),
      semester: intText(1, 2),
    }),
    response: z.object({
      courses: z.array(z.object({ lectureId: z.number(), average: z.number(), count: z.number() })),
    }),
  }),
  mine: get('/api/course-reviews/mine', 'signedIn', {
    summary: 'Own course reviews, and the finished lectures that the caller may review',
    response: z.object({
      reviews: z.array(
        z.object({
          ...ownReviewSchema.shape,
          /** Null: the caller may change it. */
          obstacle: z.nullable(z.enum(REVIEW_OBSTACLES)),
        }),
      ),
      waiting: z.array(takenLectureSchema),
    }),
    isWhole: true,
  }),
};
