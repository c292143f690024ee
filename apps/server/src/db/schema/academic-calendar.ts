import { ACADEMIC_KINDS } from '@naru/contract/academic-kinds';
import { sql } from 'drizzle-orm';
import { boolean, check, date, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { checkEnum, createdAt, id, instant } from './columns.ts';

/** Dates of the academic calendar; only the audit log says who entered one. */
export const academicDates = pgTable(
  'academic_dates',
  {
    id: id(),
    title: text('title').notNull(),
    kind: text('kind', { enum: ACADEMIC_KINDS }).notNull(),
    /** First and last Korean day. */
    startsOn: date('starts_on', { mode: 'string' }).notNull(),
    endsOn: date('ends_on', { mode: 'string' }).notNull(),
    note: text('note').notNull().default(''),
    targetUrl: text('target_url'),
    /** Where the date was read, and its id there; null when staff entered it. */
    sourceKey: text('source_key'),
    sourceId: text('source_id'),
    /** Staff changed what the source says: its next readings leave the date alone. */
    isEdited: boolean('is_edited').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    /** A deleted date can be restored; one of a source stays so, for the source would bring it back. */
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    uniqueIndex('academic_dates_source_key').on(t.sourceKey, t.sourceId),
    index('academic_dates_days_idx').on(t.endsOn, t.startsOn).where(sql`${t.deletedAt} is null`),
    index('academic_dates_terms_idx')
      .on(t.startsOn)
      .where(sql`${t.deletedAt} is null and ${t.title} ~ '강|수업'`),
    checkEnum('academic_dates_kind_check', t.kind, ACADEMIC_KINDS),
    check(
      'academic_dates_days_check',
      sql`${t.endsOn} between ${t.startsOn} and ${t.startsOn} + 400`,
    ),
    check(
      'academic_dates_source_check',
      sql`num_nulls(${t.sourceKey}, ${t.sourceId}) in (0, 2) and (${t.sourceKey} is not null or not ${t.isEdited})`,
    ),
  ],
);

/** Words of titles that may say when a term begins or ends, as the index has them. */
export const MAY_NAME_TERM = sql`${academicDates.title} ~ '강|수업'`;
