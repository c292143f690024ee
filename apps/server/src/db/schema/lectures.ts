import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { bigintId, createdAt, id, instant, partOf } from './columns.ts';
import { members } from './members.ts';

/** A lecture of one term: a room with its own boards, and an entry for timetables. */
export const lectures = pgTable(
  'lectures',
  {
    id: id(),
    title: text('title').notNull(),
    year: smallint('year').notNull(),
    semester: smallint('semester').notNull(),
    grade: smallint('grade').notNull(),
    intro: text('intro').notNull().default(''),
    /** `#rrggbb`, lower case. */
    themeColor: text('theme_color').notNull(),
    location: text('location').notNull().default(''),
    /** Null: the weekly hours count. */
    credit: smallint('credit'),
    /** Owner of the room. */
    professorId: bigintId('professor_id').references(() => members.id),
    /** Name of a professor without an account. */
    professorName: text('professor_name'),
    creatorId: bigintId('creator_id').references(() => members.id),
    /** Only staff and members with the lecture in their timetable may read its boards. */
    membersOnly: boolean('members_only').notNull().default(false),
    /** Admits members to a members-only room; without one nobody new gets in. */
    entryCode: text('entry_code'),
    markedCount: integer('marked_count').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: instant('updated_at'),
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    index('lectures_term_idx')
      .on(t.year, t.semester, t.grade, t.title)
      .where(sql`${t.deletedAt} is null`),
    index('lectures_professor_idx').on(t.professorId),
    index('lectures_creator_idx').on(t.creatorId, t.createdAt),
    check('lectures_grade_check', sql`${t.grade} between 1 and 4`),
    check('lectures_semester_check', sql`${t.semester} in (1, 2)`),
    check('lectures_color_check', sql`${t.themeColor} ~ '^#[0-9a-f]{6}$'`),
    check('lectures_count_check', sql`${t.markedCount} >= 0`),
  ],
);

/** Whole hours, end exclusive. `dow` 1 is Monday, 7 Sunday. */
export const lectureSlots = pgTable(
  'lecture_slots',
  {
    lectureId: partOf('lecture_id', () => lectures.id),
    position: smallint('position').notNull(),
    dow: smallint('dow').notNull(),
    startHour: smallint('start_hour').notNull(),
    endHour: smallint('end_hour').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.lectureId, t.position] }),
    check('lecture_slots_dow_check', sql`${t.dow} between 1 and 7`),
    check(
      'lecture_slots_hours_check',
      sql`${t.startHour} >= 0 and ${t.endHour} <= 23 and ${t.startHour} < ${t.endHour}`,
    ),
  ],
);

/** A lecture in a member's timetable, which is its favorite star too. */
export const lectureMarks = pgTable(
  'lecture_marks',
  {
    memberId: partOf('member_id', () => members.id),
    lectureId: partOf('lecture_id', () => lectures.id),
    createdAt: createdAt(),
    /** Posts of the room since then are unread. */
    seenAt: instant('seen_at'),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.lectureId] }),
    index('lecture_marks_lecture_idx').on(t.lectureId),
  ],
);

/**
 * Every hour of a member's timetable. The primary key keeps two lectures of one term from
 * overlapping, also under concurrent requests.
 */
export const timetableHours = pgTable(
  'timetable_hours',
  {
    memberId: partOf('member_id', () => members.id),
    year: smallint('year').notNull(),
    semester: smallint('semester').notNull(),
    dow: smallint('dow').notNull(),
    hour: smallint('hour').notNull(),
    lectureId: partOf('lecture_id', () => lectures.id),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.year, t.semester, t.dow, t.hour] }),
    index('timetable_hours_lecture_idx').on(t.lectureId, t.memberId),
  ],
);
