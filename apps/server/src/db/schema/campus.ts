import { BANNER_TYPES } from '@naru/contract/banners';
import { CAFETERIA_STATES } from '@naru/contract/cafeteria-choices';
import { sql } from 'drizzle-orm';
import { check, date, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { checkEnum, createdAt, id, instant } from './columns.ts';

/** Meals of both cafeterias on one Korean day; without a row the day is not posted yet. */
export const cafeteriaDays = pgTable(
  'cafeteria_days',
  {
    day: date('day', { mode: 'string' }).primaryKey(),
    studentState: text('student_state', { enum: CAFETERIA_STATES }).notNull(),
    staffState: text('staff_state', { enum: CAFETERIA_STATES }).notNull(),
    /** Dishes by category: `{ SET_MENU: [...], ... }`. */
    student: jsonb('student').$type<Record<string, string[]>>().notNull(),
    staff: jsonb('staff').$type<Record<string, string[]>>().notNull(),
    /** Key of the source that imported the meals of the cafeteria; null: a person entered them. */
    studentSource: text('student_source'),
    staffSource: text('staff_source'),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    checkEnum('cafeteria_days_student_check', t.studentState, CAFETERIA_STATES),
    checkEnum('cafeteria_days_staff_check', t.staffState, CAFETERIA_STATES),
  ],
);

export const banners = pgTable(
  'banners',
  {
    id: id(),
    bannerType: text('banner_type', { enum: BANNER_TYPES }).notNull(),
    title: text('title').notNull(),
    content: text('content').notNull().default(''),
    targetUrl: text('target_url'),
    videoId: text('video_id'),
    imageUrl: text('image_url'),
    /** First and last Korean day on which members see it; null: no limit. */
    startsOn: date('starts_on', { mode: 'string' }),
    endsOn: date('ends_on', { mode: 'string' }),
    /** WebVTT. */
    captions: text('captions'),
    displayOrder: integer('display_order').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    index('banners_order_idx').on(t.bannerType, t.displayOrder),
    checkEnum('banners_type_check', t.bannerType, BANNER_TYPES),
    check('banners_video_check', sql`${t.videoId} ~ '^[A-Za-z0-9_-]{11}$'`),
    check('banners_period_check', sql`${t.startsOn} <= ${t.endsOn}`),
  ],
);
