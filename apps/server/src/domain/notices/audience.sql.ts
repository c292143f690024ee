import { academicYearOf } from '@naru/contract/study-years';
import { type SQL, sql } from 'drizzle-orm';
import { textArray } from '../../db/arrays.ts';
import { memberListEntries, memberRoles, members, posts } from '../../db/schema/index.ts';
import { kstDay } from '../../platform/clock.ts';

/** Whom a notice is for: members of one of the years or in one of the groups. */
export interface NoticeAudience {
  /** Years of study; null: all, or with groups none. */
  years: readonly number[] | null;
  /** As in `audiences.ts` of the contract; null: none. */
  groups: readonly string[] | null;
}

const STAFF_ROLES = sql.raw("('PROFESSOR', 'MANAGER', 'ADMIN')");

/** The groups of the member in `members`, as notices name them. */
const groupsOfMember: SQL<string[]> = sql<
  string[]
>`(${sql`array_remove(array[${members.standing}, 'MAJOR:' || ${members.major},
    case when exists (select 1 from ${memberRoles} where ${memberRoles.memberId} = ${members.id}
      and ${memberRoles.role} in ${STAFF_ROLES}) then 'STAFF' end], null)
  || array(select 'LIST:' || ${memberListEntries.listId} from ${memberListEntries}
    where ${memberListEntries.memberId} = ${members.id})`})`;

/** Whether the notice in `posts` names a group of the member in `members`, whatever its roles. */
export const isInGroupOfPost: SQL<boolean> = sql<boolean>`coalesce(${posts.audienceGroups} && ${groupsOfMember}, false)`;

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

/** Whether the member in `members` belongs to the audience; for years also members without a study year. */
export function isInAudience({ years, groups }: NoticeAudience, now: Date): SQL<boolean> {
  const isInYears =
    years && sql`coalesce(${studyYear(now)} = any(${sql.param([...years])}::smallint[]), true)`;
  const isInGroups = groups && sql`${textArray(groups)} && ${groupsOfMember}`;
  if (isInYears === null) return sql<boolean>`${isInGroups ?? sql`true`}`;
  return sql<boolean>`(${isInYears}${isInGroups === null ? sql`` : sql` or ${isInGroups}`})`;
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

/** Whether the notice in `posts` is for the member in `members`, who has this year of study. */
export function isForMember(year: SQL<number | null>): SQL<boolean> {
  const isInYears = isForYear(sql`${posts.audienceYears}`, year);
  return sql<boolean>`case when ${posts.audienceGroups} is null then ${isInYears}
    else (${posts.audienceYears} is not null and ${isInYears}) or ${isInGroupOfPost} end`;
}

function academicYear(now: Date): number {
  return academicYearOf(kstDay(now));
}
