import { LECTURE_BOARD_TYPES, LECTURE_BOARDS, type LectureBoardType } from '@naru/contract/boards';
import type { AnswerFilter } from '@naru/contract/choices';
import { asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { lectureAnswers, lectures, posts } from '../../db/schema/index.ts';
import { lectureAccess } from '../../domain/access/room-access.sql.ts';
import type { Viewer } from '../../domain/access/room-access.ts';
import { isLive } from '../../domain/posts/post.sql.ts';
import { newestFirst, selectRows } from './lecture-posts.rows.repo.ts';

interface Board {
  lectureId: number;
  board: LectureBoardType;
  filter: AnswerFilter;
}

interface Slice {
  limit: number;
  offset: number;
}

/** Boards whose posts the professor answers. */
const QUESTION_BOARDS = sql.join(
  LECTURE_BOARD_TYPES.filter((type) => LECTURE_BOARDS[type].answeredByProfessor).map(
    (type) => sql`${type}`,
  ),
  sql`, `,
);
const isAnswered = sql`exists (select 1 from ${lectureAnswers} where ${lectureAnswers.postId} = ${posts.id})`;

/** Null for a missing room. */
export async function findBoardHeader(db: Db, viewer: Viewer, board: Board) {
  const [row] = await db
    .select({
      access: lectureAccess(viewer),
      total: sql<number>`${sql`(select count(*) from ${posts} where ${onBoard(board)})`}`,
    })
    .from(lectures)
    .where(eq(lectures.id, board.lectureId));
  return row ?? null;
}

/** Newest first; an index-only scan finds the ids of the page. */
export function listBoard(db: Db, viewer: Viewer, { limit, offset, ...board }: Board & Slice) {
  const hits = sql`select ${posts.id} as hit_id from ${posts}
    where ${onBoard(board)} order by ${newestFirst} limit ${limit} offset ${offset}`;
  return selectRows(db, viewer, hits).orderBy(newestFirst);
}

/** Unanswered questions of the viewer's rooms, or of all rooms for staff; oldest first. */
export async function listWaiting(db: Db, viewer: Viewer, { limit, offset }: Slice) {
  const isWaiting = sql`${posts.boardType} in (${QUESTION_BOARDS}) and ${isLive} and not ${isAnswered}
    and ${posts.lectureId} in (select ${lectures.id} from ${lectures} where ${lectures.deletedAt} is null
      and (${viewer.isStaff}::boolean or ${lectures.professorId} = ${viewer.ownerId}::bigint))`;
  const hits = sql`select ${posts.id} as hit_id from ${posts} where ${isWaiting}
    order by ${posts.createdAt}, ${posts.id} limit ${limit} offset ${offset}`;
  const [rows, total] = await Promise.all([
    selectRows(db, viewer, hits).orderBy(asc(posts.createdAt), asc(posts.id)),
    db.$count(posts, isWaiting),
  ]);
  return { rows, total };
}

function onBoard({ lectureId, board, filter }: Board): SQL {
  const base = sql`${posts.lectureId} = ${lectureId} and ${posts.boardType} = ${board} and ${isLive}`;
  switch (filter) {
    case 'all':
      return base;
    case 'waiting':
      return sql`${base} and not ${isAnswered}`;
    case 'answered':
      return sql`${base} and ${isAnswered}`;
  }
}
