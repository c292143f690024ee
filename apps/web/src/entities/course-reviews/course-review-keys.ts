import type { Term } from '@naru/contract/timetable';

export const courseReviewKeys = {
  all: ['course-reviews'],
  mine: ['course-reviews', 'mine'],
  stars: ({ year, semester }: Term) => ['course-reviews', 'stars', `${year}-${semester}`] as const,
  course: (lectureId: number, page: number) =>
    ['course-reviews', 'course', lectureId, page] as const,
} as const;
