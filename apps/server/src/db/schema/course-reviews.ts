import { EXAMS, GRADINGS, STARS_MAX, WORKLOADS } from '@naru/contract/course-reviews';
import { sql } from 'drizzle-orm';
import { check, index, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bigintId, bytes, checkEnum, instant, partOf } from './columns.ts';
import { lectures } from './lectures.ts';
import { members } from './members.ts';

/**
 * What a member says about a lecture of a past term. Ids are random and there is no time of writing, so
 * that neither reveals who wrote it.
 */
export const courseReviews = pgTable(
  'course_reviews',
  {
    id: bigintId('id').primaryKey(),
    lectureId: partOf('lecture_id', () => lectures.id),
    /** Null once the account is erased. */
    authorSeal: bytes('author_seal'),
    stars: smallint('stars').notNull(),
    workload: text('workload', { enum: WORKLOADS }).notNull(),
    grading: text('grading', { enum: GRADINGS }).notNull(),
    exams: text('exams', { enum: EXAMS }).notNull(),
    content: text('content').notNull().default(''),
    /** The text is hidden until staff decide. */
    blindedAt: instant('blinded_at'),
    /** To the minute. */
    deletedAt: instant('deleted_at'),
    /** Null: its author. */
    deletedBy: bigintId('deleted_by').references(() => members.id),
  },
  (t) => [
    uniqueIndex('course_reviews_author_key')
      .on(t.lectureId, t.authorSeal)
      .where(sql`${t.deletedAt} is null`),
    index('course_reviews_seal_idx').on(t.authorSeal),
    index('course_reviews_deleted_idx').on(t.deletedAt).where(sql`${t.deletedAt} is not null`),
    check(
      'course_reviews_stars_check',
      sql`${t.stars} between 1 and ${sql.raw(String(STARS_MAX))}`,
    ),
    checkEnum('course_reviews_workload_check', t.workload, WORKLOADS),
    checkEnum('course_reviews_grading_check', t.grading, GRADINGS),
    checkEnum('course_reviews_exams_check', t.exams, EXAMS),
  ],
);
