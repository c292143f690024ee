import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, partOf } from './columns.ts';
import { entrySlots } from './entry-slots.ts';
import { lectures } from './lectures.ts';
import { members } from './members.ts';

/**
 * Another timetable that a member considers for a term. Only its owner sees it; it is no mark of a lecture
 * and makes nobody busy.
 */
export const timetablePlans = pgTable(
  'timetable_plans',
  {
    id: id(),
    memberId: partOf('member_id', () => members.id),
    year: smallint('year').notNull(),
    semester: smallint('semester').notNull(),
    name: text('name').notNull(),
    createdAt: createdAt(),
    updatedAt: instant('updated_at'),
    /** Its owner can bring it back for a day. */
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    index('timetable_plans_member_idx').on(t.memberId, t.year, t.semester),
    index('timetable_plans_deleted_idx').on(t.deletedAt).where(sql`${t.deletedAt} is not null`),
    check('timetable_plans_semester_check', sql`${t.semester} in (1, 2)`),
  ],
);

/** Stays when the lecture is removed or moves to another term: the plan says so. */
export const planLectures = pgTable(
  'plan_lectures',
  {
    planId: partOf('plan_id', () => timetablePlans.id),
    lectureId: partOf('lecture_id', () => lectures.id),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.planId, t.lectureId] }),
    index('plan_lectures_lecture_idx').on(t.lectureId),
  ],
);

/** A private entry of a plan, independent of those in the timetable. */
export const planEntries = pgTable(
  'plan_entries',
  {
    id: id(),
    planId: partOf('plan_id', () => timetablePlans.id),
    title: text('title').notNull(),
    place: text('place').notNull().default(''),
    /** `#rrggbb`, lower case. */
    themeColor: text('theme_color').notNull(),
    createdAt: createdAt(),
    updatedAt: instant('updated_at'),
  },
  (t) => [
    index('plan_entries_plan_idx').on(t.planId),
    check('plan_entries_color_check', sql`${t.themeColor} ~ '^#[0-9a-f]{6}$'`),
  ],
);

export const planEntrySlots = entrySlots('plan_entry_slots', () => planEntries.id);
