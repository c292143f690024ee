import type { Semester, Term } from '@naru/contract/timetable';
import { and, asc, count, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { containsPattern } from '../../db/like.ts';
import { lectureMarks, lectureSlots, lectures, members } from '../../db/schema/index.ts';
import { unreadCountOf } from './lectures.activity.repo.ts';

/** Hours as stored: `dow` 1 is Monday, `end` is exclusive. */
export interface SlotRow {
  dow: number;
  start: number;
  end: number;
}

export interface LectureFilter {
  year?: number | undefined;
  semester?: Semester | undefined;
  grade?: number | undefined;
  /** Substring of title, professor or intro. */
  query?: string | undefined;
  professorId?: number | undefined;
}

export type TermFilter = Pick<LectureFilter, 'year' | 'semester'>;

const slots = sql<SlotRow[]>`coalesce((
  select json_agg(json_build_object('dow', s.dow, 'start', s.start_hour, 'end', s.end_hour) order by s.position)
  from ${lectureSlots} s where s.lecture_id = ${lectures.id}), '[]')`;

const columns = (memberId: number) => ({
  id: lectures.id,
  title: lectures.title,
  year: lectures.year,
  semester: sql<Semester>`${lectures.semester}`,
  grade: lectures.grade,
  intro: lectures.intro,
  themeColor: lectures.themeColor,
  room: lectures.location,
  credit: lectures.credit,
  professorId: lectures.professorId,
  professorName: lectures.professorName,
  /** Null without a professor and after its withdrawal. */
  professorNickname: members.nickname,
  professorThumbnail: members.profileImageUrl,
  creatorId: lectures.creatorId,
  membersOnly: lectures.membersOnly,
  markedCount: lectures.markedCount,
  createdAt: lectures.createdAt,
  updatedAt: lectures.updatedAt,
  slots,
  isMarked: sql<boolean>`exists (select 1 from ${lectureMarks} k where k.lecture_id = ${lectures.id} and k.member_id = ${memberId})`,
});

const isLive = isNull(lectures.deletedAt);
const isProfessor = and(eq(members.id, lectures.professorId), isNull(members.withdrawnAt));
const order = [
  desc(lectures.year),
  desc(lectures.semester),
  asc(lectures.grade),
  asc(lectures.title),
  asc(lectures.id),
];

/** Returns one page and the total; one statement unless the page is past the end. */
export async function listLectures(
  db: Executor,
  memberId: number,
  filter: LectureFilter,
  slice: { limit: number; offset: number },
) {
  const where = and(isLive, ...inTerm(filter), matches(filter));
  const rows = await db
    .select({ ...columns(memberId), total: sql<number>`count(*) over ()` })
    .from(lectures)
    .leftJoin(members, isProfessor)
    .where(where)
    .orderBy(...order)
    .limit(slice.limit)
    .offset(slice.offset);
  if (rows[0] !== undefined || slice.offset === 0) return { rows, total: rows[0]?.total ?? 0 };
  const [all] = await db
    .select({ total: count() })
    .from(lectures)
    .leftJoin(members, isProfessor)
    .where(where);
  return { rows, total: all?.total ?? 0 };
}

/** Returns the lecture as `memberId` sees it, or null when it is missing or removed. */
export async function findLecture(db: Executor, memberId: number, id: number) {
  const [row] = await db
    .select(columns(memberId))
    .from(lectures)
    .leftJoin(members, isProfessor)
    .where(and(eq(lectures.id, id), isLive));
  return row ?? null;
}

export type LectureRow = NonNullable<Awaited<ReturnType<typeof findLecture>>>;

/** `seal` identifies the member's own anonymous posts, which do not count as unread. */
export async function listMarked(
  db: Executor,
  member: { id: number; seal: Buffer },
  filter: TermFilter,
) {
  return db
    .select({ ...columns(member.id), unreadCount: unreadCountOf(member) })
    .from(lectureMarks)
    .innerJoin(lectures, eq(lectures.id, lectureMarks.lectureId))
    .leftJoin(members, isProfessor)
    .where(and(eq(lectureMarks.memberId, member.id), isLive, ...inTerm(filter)))
    .orderBy(...order);
}

export type MarkedRow = Awaited<ReturnType<typeof listMarked>>[number];

/** Lists the terms with lectures, newest first, by skipping from term to term in the index. */
export async function listTerms(db: Executor): Promise<Term[]> {
  const next = (isBefore: SQL) => sql`
    select year, semester from ${lectures} where ${isLive} ${isBefore}
    order by year desc, semester desc limit 1`;
  const { rows } = await db.execute<{ year: number; semester: Semester }>(sql`
    with recursive terms as (
      (${next(sql``)})
      union all
      select n.year, n.semester from terms t
      cross join lateral (${next(sql`and (year, semester) < (t.year, t.semester)`)}) n)
    select year, semester from terms`);
  return rows;
}

function inTerm({ year, semester }: TermFilter): (SQL | undefined)[] {
  return [
    year === undefined ? undefined : eq(lectures.year, year),
    semester === undefined ? undefined : eq(lectures.semester, semester),
  ];
}

function matches({ grade, query, professorId }: LectureFilter): SQL | undefined {
  const pattern = containsPattern(query ?? '');
  const contains = (column: SQL | typeof lectures.title | typeof members.nickname) =>
    sql`${column} ilike ${pattern}`;
  return and(
    grade === undefined ? undefined : eq(lectures.grade, grade),
    professorId === undefined ? undefined : eq(lectures.professorId, professorId),
    query === undefined || query === ''
      ? undefined
      : or(
          contains(lectures.title),
          contains(sql`coalesce(${lectures.professorName}, ${members.nickname})`),
          contains(members.nickname),
          contains(sql`${lectures.intro}`),
        ),
  );
}
