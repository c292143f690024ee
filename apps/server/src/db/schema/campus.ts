import { sql } from 'drizzle-orm';
import { check, date, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from './columns.ts';

/** Menus of both cafeterias on one Korean day; a day without a row is not posted yet. */
export const menuDays = pgTable(
  'menu_days',
  {
    day: date('day', { mode: 'string' }).primaryKey(),
    /** OPEN, CLOSED or NOT_POSTED. */
    studentState: text('student_state').notNull(),
    staffState: text('staff_state').notNull(),
    /** Dishes by category: `{ SET_MENU: [...], ... }`. */
    student: jsonb('student').$type<Record<string, string[]>>().notNull(),
    staff: jsonb('staff').$type<Record<string, string[]>>().notNull(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    check('menu_days_student_check', sql`${t.studentState} in ('OPEN', 'CLOSED', 'NOT_POSTED')`),
    check('menu_days_staff_check', sql`${t.staffState} in ('OPEN', 'CLOSED', 'NOT_POSTED')`),
  ],
);

/** Event and video banners of the main page. */
export const banners = pgTable(
  'banners',
  {
    id: id(),
    /** NORMAL or MEDIA. */
    bannerType: text('banner_type').notNull(),
    title: text('title').notNull(),
    content: text('content').notNull().default(''),
    targetUrl: text('target_url'),
    videoId: text('video_id'),
    displayOrder: integer('display_order').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    index('banners_order_idx').on(t.bannerType, t.displayOrder),
    check('banners_type_check', sql`${t.bannerType} in ('NORMAL', 'MEDIA')`),
    check('banners_video_check', sql`${t.videoId} ~ '^[A-Za-z0-9_-]{11}$'`),
  ],
);
