import { academicYearOf } from '@naru/contract/study-years';
import { type SQL, sql } from 'drizzle-orm';
import { members } from '../../db/schema/index.ts';
import { kstDay } from '../../platform/clock.ts';

/** Years of study that a notice is for; null: all. */
export type AudienceYears = readonly number[] | null;

/**
 * The member's year of study, for statements that read `members`. Null when the member stated none
 * or did so in an earlier academic year: such members get every notice.
 */
export function studyYear(now: Date): SQL<number | null> {
  return studyYearIn(sql`${academicYear(now)}::int`);
}

/** `studyYear` on a Korean day that the statement knows. */
export function studyYearOn(day: SQL): SQL<number | null> {
  // The academic year begins in March.
  return studyYearIn(sql`extract(year from ${day} - interval '2 months')`);
}

function studyYearIn(academic: SQL): SQL<number | null> {
  return sql<
    number | null
  >`case when ${members.studyYearOf} >= ${academic} then ${members.studyYear} end`;
}

/** Whether the member in `members` belongs to the audience `years`; members without a study year do. */
export function isInAudience(years: AudienceYears, now: Date): SQL<boolean> {
  if (years === null) return sql<boolean>`true`;
  return sql<boolean>`coalesce(${studyYear(now)} = any(${sql.param([...years])}::smallint[]), true)`;
}

/** `studyYear`, computed from a row that was read. */
export function yearOf(
  row: { studyYear: number | null; studyYearOf: number | null },
  now: Date,
): number | null {
  return (row.studyYearOf ?? 0) >= academicYear(now) ? row.studyYear : null;
}

/** The year of study of the given member, as `studyYear`. */
export function studyYearOfMember(memberId: number, now: Date): SQL<number | null> {
  return sql`(select ${studyYear(now)} from ${members} where ${members.id} = ${memberId})`;
}

export function givenYear(year: number | null): SQL<number | null> {
  return sql<number | null>`${year}::smallint`;
}

/** Whether a notice for the years is for members in the year of study. */
export function isForYear(years: SQL, year: SQL<number | null>): SQL<boolean> {
  return sql<boolean>`coalesce(${year} = any(${years}), true)`;
}

function academicYear(now: Date): number {
  return academicYearOf(kstDay(now));
}
