import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { lectures, members } from '../../db/schema/index.ts';
import { lectureKey } from './lectures.key.ts';

interface NewLecture {
  title: string;
  year: number;
  semester: number;
  professorId: number | null;
  professorName: string | null;
}

/** The oldest lecture with the title, term and professor of a new one; needs `lockTimes`. */
export async function findDuplicate(db: Executor, lecture: NewLecture) {
  const { year, semester, professorId } = lecture;
  const stored = await db
    .select({
      id: lectures.id,
      title: lectures.title,
      professorId: lectures.professorId,
      professorName: sql<string>`coalesce(${lectures.professorName}, ${members.nickname}, '')`,
    })
    .from(lectures)
    .leftJoin(members, and(eq(members.id, lectures.professorId), isNull(members.withdrawnAt)))
    .where(
      and(eq(lectures.year, year), eq(lectures.semester, semester), isNull(lectures.deletedAt)),
    )
    .orderBy(lectures.id);
  const professorName = lecture.professorName ?? (await nicknameOf(db, professorId));
  const key = lectureKey({ ...lecture, professorName });
  const isDuplicate = (one: (typeof stored)[number]) => {
    const isSameMember = professorId !== null && one.professorId === professorId;
    const name = isSameMember ? professorName : one.professorName;
    return lectureKey({ title: one.title, year, semester, professorName: name }) === key;
  };
  return stored.find(isDuplicate) ?? null;
}

async function nicknameOf(db: Executor, memberId: number | null): Promise<string> {
  if (memberId === null) return '';
  const [row] = await db
    .select({ nickname: members.nickname })
    .from(members)
    .where(eq(members.id, memberId));
  return row?.nickname ?? '';
}
