import { LECTURE_BOARD_TYPES, type LectureBoardType } from '@naru/contract/boards';
import type { lectureRoutes } from '@naru/contract/lectures';
import type { RouteInput } from '@naru/contract/route';
import type { Semester, Term } from '@naru/contract/timetable';
import { and, asc, count, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { containsName, containsText } from '../../db/contains.ts';
import {
  comments,
  lectureMarks,
  lectureSlots,
  lectures,
  members,
  posts,
} from '../../db/schema/index.ts';
import { lectureAccess } from '../../domain/access/room-access.sql.ts';
import type { RoomViewer, Viewer } from '../../domain/access/room-access.ts';
import { fitsInto, fitsIntoPlan } from './lectures.fit.repo.ts';

/** `dow` 1 is Monday; minutes of the day, `to` is exclusive. */
export interface SlotRow {
  dow: number;
  from: number;
  to: number;
}

type ListQuery = RouteInput<typeof lectureRoutes.list>['query'];

/** `query` is a substring of title, professor or intro. */
export interface LectureFilter extends Omit<ListQuery, 'mine' | 'free' | 'plan' | 'page' | 'size'> {
  professorId?: number | undefined;
  /** Only what fits into the member's timetable, or into this plan. */
  isFree?: boolean;
  planId?: number | undefined;
}

export type TermFilter = Pick<LectureFilter, 'year' | 'semester'>;

/** Of a statement that reads `lectures`. */
export const slots = sql<SlotRow[]>`coalesce((
  select json_agg(json_build_object('dow', s.dow, 'from', coalesce(s.start_minute, s.start_hour * 60),
    'to', coalesce(s.end_minute, s.end_hour * 60)) order by s.position)
  from ${lectureSlots} s where s.lecture_id = ${lectures.id}), '[]')`;

/** What a lecture shows to a member, of a statement that joins `members` by `isProfessor`. */
export const lectureColumns = (memberId: number) => ({
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
  entryCode: lectures.entryCode,
  markedCount: lectures.markedCount,
  createdAt: lectures.createdAt,
  updatedAt: lectures.updatedAt,
  slots,
  isMarked: sql<boolean>`exists (select 1 from ${lectureMarks} k where k.lecture_id = ${lectures.id} and k.member_id = ${memberId})`,
});

/** Counting stops here. */
const UNREAD_MAX = 100;

const boards = sql.raw(LECTURE_BOARD_TYPES.map((type) => `'${type}'`).join(', '));

/**
 * Counts the posts of other members since the member last opened the room, up to UNREAD_MAX.
 * Anonymous posts have a time truncated to the minute, so the minute of that visit counts as later.
 */
function unreadCountOf(member: { id: number; seal: Buffer }): SQL<number> {
  const since = sql`coalesce(${lectureMarks.seenAt}, ${lectureMarks.createdAt})`;
  return sql<number>`(select count(*) from (
    select 1 from ${posts} p
    where p.lecture_id = ${lectureMarks.lectureId} and p.board_type in (${boards})
      and p.deleted_at is null and p.created_at >= date_trunc('minute', ${since})
      and (p.anonymous or p.created_at > ${since})
      and p.author_id is distinct from ${member.id}
      and p.author_seal is distinct from ${member.seal}::bytea
    limit ${UNREAD_MAX}) as unread)`;
}

export const isLive = isNull(lectures.deletedAt);
export const isProfessor = and(eq(members.id, lectures.professorId), isNull(members.withdrawnAt));
/** Newest term first, then by grade and title. */
export const order = [
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
  const { isFree, planId } = filter;
  const fits = planId === undefined ? fitsInto(memberId) : fitsIntoPlan(planId);
  const where = and(isLive, ...inTerm(filter), matches(filter), isFree ? fits : undefined);
  const rows = await db
    .select({ ...lectureColumns(memberId), total: sql<number>`count(*) over ()` })
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

/** Null for a missing room. */
export async function findRoomAccess(db: Executor, viewer: RoomViewer, id: number) {
  const [row] = await db
    .select({ access: lectureAccess(viewer) })
    .from(lectures)
    .where(eq(lectures.id, id));
  return row ?? null;
}

/** Returns the lecture as `memberId` sees it, or null when it is missing or removed. */
export async function findLecture(db: Executor, memberId: number, id: number) {
  const [row] = await db
    .select(lectureColumns(memberId))
    .from(lectures)
    .leftJoin(members, isProfessor)
    .where(and(eq(lectures.id, id), isLive));
  return row ?? null;
}

export type LectureRow = NonNullable<Awaited<ReturnType<typeof findLecture>>>;

/**
 * Lists what the viewer has marked or teaches. Own anonymous posts do not count as unread; a lecture
 * that is only taught has no unread posts.
 */
export async function listWeek(db: Executor, viewer: Viewer, filter: TermFilter) {
  const { memberId, ownerId, seal } = viewer;
  const ids = sql`(select k.lecture_id from ${lectureMarks} k where k.member_id = ${memberId}
    union select l.id from ${lectures} l where l.professor_id = ${ownerId})`;
  const isOwnMark = and(
    eq(lectureMarks.lectureId, lectures.id),
    eq(lectureMarks.memberId, memberId),
  );
  return db
    .select({ ...lectureColumns(memberId), unreadCount: unreadCountOf({ id: memberId, seal }) })
    .from(lectures)
    .leftJoin(lectureMarks, isOwnMark)
    .leftJoin(members, isProfessor)
    .where(and(inArray(lectures.id, ids), isLive, ...inTerm(filter)))
    .orderBy(...order);
}

export type MarkedRow = Awaited<ReturnType<typeof listWeek>>[number];

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

type Activity = LectureBoardType | 'comments';

/** Counts the posts by board and the comments of a lecture room since `since`, without deleted ones. */
export async function countActivity(db: Executor, lectureId: number, since: Date) {
  const { rows } = await db.execute<{ kind: Activity; total: number }>(sql`
    select p.board_type as kind, count(*) as total from ${posts} p
    where p.lecture_id = ${lectureId} and p.board_type in (${boards})
      and p.deleted_at is null and p.created_at >= ${since}
    group by p.board_type
    union all
    select 'comments', count(*) from ${comments} c join ${posts} p on p.id = c.post_id
    where p.lecture_id = ${lectureId} and p.deleted_at is null
      and c.deleted_at is null and c.created_at >= ${since}`);
  const totals = new Map(rows.map(({ kind, total }) => [kind, total]));
  return (kind: Activity) => totals.get(kind) ?? 0;
}

function inTerm({ year, semester }: TermFilter): (SQL | undefined)[] {
  return [
    year === undefined ? undefined : eq(lectures.year, year),
    semester === undefined ? undefined : eq(lectures.semester, semester),
  ];
}

function matches({ grade, query, professorId }: LectureFilter): SQL | undefined {
  return and(
    grade === undefined ? undefined : eq(lectures.grade, grade),
    professorId === undefined ? undefined : eq(lectures.professorId, professorId),
    !query
      ? undefined
      : or(
          containsName(lectures.title, query),
          containsName(sql`coalesce(${lectures.professorName}, ${members.nickname})`, query),
          containsName(members.nickname, query),
          containsText(lectures.intro, query),
        ),
  );
}
