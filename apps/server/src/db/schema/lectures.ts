import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { bigintId, createdAt, id, instant, partOf } from './columns.ts';
import { entrySlots } from './entry-slots.ts';
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
    /** Lectures of one course over the terms, by a function of the migration. */
    index('lectures_course_idx').on(
      sql`course_key(${t.title}, ${t.professorId}, ${t.professorName})`,
    ),
    check('lectures_grade_check', sql`${t.grade} between 1 and 4`),
    check('lectures_semester_check', sql`${t.semester} in (1, 2)`),
    check('lectures_color_check', sql`${t.themeColor} ~ '^#[0-9a-f]{6}$'`),
    check('lectures_count_check', sql`${t.markedCount} >= 0`),
  ],
);

/** End exclusive; the hours are those that the slot touches. `dow` 1 is Monday, 7 Sunday. */
export const lectureSlots = pgTable(
  'lecture_slots',
  {
    lectureId: partOf('lecture_id', () => lectures.id),
    position: smallint('position').notNull(),
    dow: smallint('dow').notNull(),
    startHour: smallint('start_hour').notNull(),
    endHour: smallint('end_hour').notNull(),
    /** Minute of the day; null at the full hour. */
    startMinute: smallint('start_minute'),
    endMinute: smallint('end_minute'),
  },
  (t) => [
    primaryKey({ columns: [t.lectureId, t.position] }),
    check('lecture_slots_dow_check', sql`${t.dow} between 1 and 7`),
    check(
      'lecture_slots_hours_check',
      sql`${t.startHour} >= 0 and ${t.endHour} <= 23 and ${t.startHour} < ${t.endHour}`,
    ),
    check(
      'lecture_slots_minutes_check',
      sql`(${t.startMinute} is null or (${t.startMinute} / 60 = ${t.startHour} and ${t.startMinute} % 60 > 0 and ${t.startMinute} % 5 = 0)) and (${t.endMinute} is null or (${t.endMinute} / 60 = ${t.endHour} - 1 and ${t.endMinute} % 60 > 0 and ${t.endMinute} % 5 = 0)) and coalesce(${t.startMinute}, ${t.startHour} * 60) < coalesce(${t.endMinute}, ${t.endHour} * 60)`,
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

/** What a member does besides lectures; only its owner sees it. */
export const privateEntries = pgTable(
  'private_entries',
  {
    id: id(),
    memberId: partOf('member_id', () => members.id),
    year: smallint('year').notNull(),
    semester: smallint('semester').notNull(),
    title: text('title').notNull(),
    place: text('place').notNull().default(''),
    /** `#rrggbb`, lower case. */
    themeColor: text('theme_color').notNull(),
    createdAt: createdAt(),
    updatedAt: instant('updated_at'),
  },
  (t) => [
    index('private_entries_member_idx').on(t.memberId, t.year, t.semester),
    check('private_entries_semester_check', sql`${t.semester} in (1, 2)`),
    check('private_entries_color_check', sql`${t.themeColor} ~ '^#[0-9a-f]{6}$'`),
  ],
);

export const privateEntrySlots = entrySlots('private_entry_slots', () => privateEntries.id);

/**
 * When a member is busy: triggers keep it equal to the marks, the private entries and their slots. The
 * exclusion constraint `timetable_times_overlap` keeps the lectures of a member in one term from
 * overlapping, and the private entries. The two may overlap after a change of a lecture's times, which
 * no private entry can prevent.
 */
export const timetableTimes = pgTable(
  'timetable_times',
  {
    id: id(),
    memberId: bigintId('member_id').notNull(),
    year: smallint('year').notNull(),
    semester: smallint('semester').notNull(),
    dow: smallint('dow').notNull(),
    startMinute: smallint('start_minute').notNull(),
    endMinute: smallint('end_minute').notNull(),
    lectureId: bigintId('lecture_id'),
    /** Null with a lecture. */
    entryId: bigintId('entry_id'),
    /** Of the slot. */
    position: smallint('position'),
  },
  (t) => [
    foreignKey({
      name: 'timetable_times_mark_fk',
      columns: [t.memberId, t.lectureId],
      foreignColumns: [lectureMarks.memberId, lectureMarks.lectureId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'timetable_times_slot_fk',
      columns: [t.lectureId, t.position],
      foreignColumns: [lectureSlots.lectureId, lectureSlots.position],
    }).onDelete('cascade'),
    foreignKey({
      name: 'timetable_times_entry_fk',
      columns: [t.entryId, t.position],
      foreignColumns: [privateEntrySlots.entryId, privateEntrySlots.position],
    }).onDelete('cascade'),
    index('timetable_times_member_idx').on(t.memberId, t.year, t.semester),
    index('timetable_times_slot_idx').on(t.lectureId, t.position, t.memberId),
    index('timetable_times_entry_idx')
      .on(t.entryId, t.position)
      .where(sql`${t.entryId} is not null`),
    check('timetable_times_year_check', sql`${t.year} between 2000 and 2127`),
  ],
);

/**
 * Every hour that a timetable touches, with the lecture that took it first. Servers of the previous release
 * refuse overlaps by it; nothing else reads it.
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
