import type { LectureBoardType } from '@naru/contract/boards';
import { eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../db/client.ts';
import { attachments, lectureAnswers, lectures, members, posts } from '../../db/schema/index.ts';
import { rolesOf } from '../../domain/access/roles.sql.ts';
import { isAuthorOf } from '../../domain/authorship/author.sql.ts';
import type { AuthorIdentity } from '../../domain/authorship/author.ts';
import { postColumns, type RowOf } from '../../domain/posts/post.sql.ts';

export const answerer = alias(members, 'answerer');

export const boardType = sql<LectureBoardType>`${posts.boardType}`;
/** Never null: these statements select lecture posts only. */
export const lectureId = sql<number>`${posts.lectureId}`;

/** Matches the index of the rooms. */
export const newestFirst: SQL = sql`${posts.createdAt} desc nulls last, ${posts.id} desc nulls last`;

export function rowColumns(viewer: AuthorIdentity) {
  return {
    ...postColumns(viewer.memberId),
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

/** `hits` selects post ids as `hit_id`. */
export function selectRows(db: Db, viewer: AuthorIdentity, hits: SQL) {
  return db
    .select(rowColumns(viewer))
    .from(sql`(${hits}) as hit`)
    .innerJoin(posts, sql`${posts.id} = hit_id`)
    .innerJoin(lectures, eq(lectures.id, posts.lectureId))
    .leftJoin(members, eq(members.id, posts.authorId))
    .leftJoin(lectureAnswers, eq(lectureAnswers.postId, posts.id));
}
