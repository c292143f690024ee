import { LECTURE_BOARD_TYPES, LECTURE_BOARDS, type LectureBoardType } from '@naru/contract/boards';
import type { AnswerFilter } from '@naru/contract/choices';
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../db/client.ts';
import { attachments, lectureAnswers, lectures, members, posts } from '../../db/schema/index.ts';
import { ofReader, readerViewer, VIEWER_COLUMNS } from '../../domain/access/readers.sql.ts';
import { rolesOf } from '../../domain/access/roles.sql.ts';
import { lectureAccess, roomAccess } from '../../domain/access/room-access.sql.ts';
import type { Viewer } from '../../domain/access/room-access.ts';
import { isAuthorOf } from '../../domain/authorship/author.sql.ts';
import type { AuthorIdentity } from '../../domain/authorship/author.ts';
import {
  countedViews,
  type IsReadOnly,
  type PostReader,
  prepareCountedRead,
} from '../../domain/counting/counted-read.repo.ts';
import { isLive, postColumns, postPageColumns, type RowOf } from '../../domain/posts/post.sql.ts';
import type { PageRange } from '../../platform/paging.ts';

const answerer = alias(members, 'answerer');

export const boardType = sql<LectureBoardType>`${posts.boardType}`;
/** Never null: these statements select lecture posts only. */
export const lectureId = sql<number>`${posts.lectureId}`;

/** Matches the index of the rooms. */
const newestFirst: SQL = sql`${posts.createdAt} desc nulls last, ${posts.id} desc nulls last`;

function rowColumns(viewer: AuthorIdentity) {
  return {
    ...postColumns(viewer),
    boardType,
    profileImageUrl: members.profileImageUrl,
    roles: rolesOf(posts.authorId),
    updatedAt: posts.updatedAt,
    attachmentCount: sql<number>`(select count(*) from ${attachments} where ${attachments.postId} = ${posts.id})`,
    answeredAt: lectureAnswers.createdAt,
    isAuthor: isAuthorOf(posts, viewer),
    lectureId,
    lectureTitle: lectures.title,
  };
}

export type LecturePostRow = RowOf<ReturnType<typeof rowColumns>>;

/** Characters of the text that a list shows. */
const TEXT_START = 300;
const textStart = sql<string>`left(${posts.contentText}, ${sql.raw(String(TEXT_START))})`;

/** `hits` selects post ids as `hit_id`. */
function selectRows(db: Db, viewer: AuthorIdentity, hits: SQL) {
  return db
    .select({ ...rowColumns(viewer), text: textStart })
    .from(sql`(${hits}) as hit`)
    .innerJoin(posts, sql`${posts.id} = hit_id`)
    .innerJoin(lectures, eq(lectures.id, posts.lectureId))
    .leftJoin(members, eq(members.id, posts.authorId))
    .leftJoin(lectureAnswers, eq(lectureAnswers.postId, posts.id));
}

interface Board {
  lectureId: number;
  boardType: LectureBoardType;
  filter: AnswerFilter;
}

/** Boards whose posts the professor answers. */
const QUESTION_BOARDS = LECTURE_BOARD_TYPES.filter(
  (type) => LECTURE_BOARDS[type].answeredByProfessor,
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
export function listBoard(db: Db, viewer: Viewer, { limit, offset, ...board }: Board & PageRange) {
  const hits = sql`select ${posts.id} as hit_id from ${posts}
    where ${onBoard(board)} order by ${newestFirst} limit ${limit} offset ${offset}`;
  return selectRows(db, viewer, hits).orderBy(newestFirst);
}

/** Unanswered questions of the viewer's rooms, or of all rooms for staff; oldest first. */
export async function listWaiting(db: Db, viewer: Viewer, { limit, offset }: PageRange) {
  const isWaiting = sql`${inArray(posts.boardType, QUESTION_BOARDS)} and ${isLive} and not ${isAnswered}
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

function onBoard({ lectureId, boardType, filter }: Board): SQL {
  const base = sql`${posts.lectureId} = ${lectureId} and ${posts.boardType} = ${boardType} and ${isLive}`;
  if (filter === 'all') return base;
  return filter === 'waiting' ? sql`${base} and not ${isAnswered}` : sql`${base} and ${isAnswered}`;
}

const detailColumns = {
  ...rowColumns(readerViewer),
  ...postPageColumns(readerViewer),
  viewCount: countedViews,
  professorId: lectures.professorId,
  answer: lectureAnswers.content,
  answerUpdatedAt: lectureAnswers.updatedAt,
  answererId: answerer.id,
  answererNickname: answerer.nickname,
  answererImageUrl: answerer.profileImageUrl,
  answererWithdrawnAt: answerer.withdrawnAt,
  answererRoles: rolesOf(lectureAnswers.authorId),
};

export type LectureDetailRow = RowOf<typeof detailColumns>;

const isReadable = and(
  eq(posts.lectureId, ofReader('lectureId')),
  isLive,
  sql`${roomAccess(readerViewer)} = 'open'`,
);

/**
 * Reads a lecture post and counts the view; null for a missing post, one of another room and a room that
 * is not open to the viewer.
 */
export function prepareReadLecturePost(db: Db, isReadOnly: IsReadOnly) {
  const { given, made } = VIEWER_COLUMNS;
  return prepareCountedRead<LectureDetailRow, Viewer & PostReader & { lectureId: number }>(db, {
    name: 'read_lecture_post',
    reader: { given: { ...given, postId: 'bigint', day: 'date', lectureId: 'bigint' }, made },
    columns: detailColumns,
    joins: sql`inner join ${lectures} on ${eq(lectures.id, posts.lectureId)}
      left join ${members} on ${eq(members.id, posts.authorId)}
      left join ${lectureAnswers} on ${eq(lectureAnswers.postId, posts.id)}
      left join ${members} ${sql.identifier('answerer')} on ${eq(answerer.id, lectureAnswers.authorId)}`,
    isReadable,
    isReadOnly,
  });
}
