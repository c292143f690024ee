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
  return sql<
    number | null
  >`case when ${members.studyYearOf} >= ${academicYear(now)}::int then ${members.studyYear} end`;
}

/** Whether a notice for the years is for the member of the row, for statements that read `members`. */
export function isInAudience(years: AudienceYears, now: Date): SQL<boolean> {
  if (years === null) return sql<boolean>`true`;
  return sql<boolean>`coalesce(${studyYear(now)} = any(${sql.param([...years])}::smallint[]), true)`;
}

/** Whether a notice for the years is for the given member. */
export function isForMember(
  years: SQL,
  { memberId, now }: { memberId: number; now: Date },
): SQL<boolean> {
  const year = sql`(select ${studyYear(now)} from ${members} where ${members.id} = ${memberId})`;
  return sql<boolean>`coalesce(${year} = any(${years}), true)`;
}

function academicYear(now: Date): number {
  return academicYearOf(kstDay(now));
}
