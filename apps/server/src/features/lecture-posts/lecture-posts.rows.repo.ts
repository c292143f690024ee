import type { LectureBoardType } from '@naru/contract/boards';
import type { Role } from '@naru/contract/roles';
import { eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isByBlocked } from '../../db/blocks.ts';
import type { Db } from '../../db/client.ts';
import {
  attachments,
  lectureAnswers,
  lectures,
  memberRoles,
  members,
  posts,
} from '../../db/schema/index.ts';

export interface LecturePostRow {
  id: number;
  title: string;
  boardType: LectureBoardType;
  isAnonymous: boolean;
  authorId: number | null;
  nickname: string | null;
  withdrawnAt: Date | null;
  profileImageUrl: string | null;
  roles: Role[];
  createdAt: Date;
  updatedAt: Date | null;
  viewCount: number;
  likeCount: number;
  commentCount: number;
  attachmentCount: number;
  answeredAt: Date | null;
  isAuthor: boolean;
  /** The reader blocks the author. */
  isBlocked: boolean;
  lectureId: number;
  lectureTitle: string;
}

/** Who reads, as values or placeholders. */
export interface RowViewer {
  memberId: unknown;
  /** Under which the reader asks anonymously. */
  seal: unknown;
}

export const answerer = alias(members, 'answerer');

export const boardType = sql<LectureBoardType>`${posts.boardType}`;
/** The row has a room: the statements ask for posts of rooms only. */
export const lectureId = sql<number>`${posts.lectureId}`;
export const isLive: SQL = sql`${posts.deletedAt} is null`;

/** Newest first, as the index of the rooms. */
export const newestFirst: SQL = sql`${posts.createdAt} desc nulls last, ${posts.id} desc nulls last`;

export function rolesOf(memberId: unknown): SQL<Role[]> {
  return sql<
    Role[]
  >`array(select ${memberRoles.role} from ${memberRoles} where ${memberRoles.memberId} = ${memberId})`;
}

/** What every list shows of a post. An anonymous one has no author here, so none can leave. */
export function rowColumns({ memberId, seal }: RowViewer) {
  return {
    id: posts.id,
    title: posts.title,
    boardType,
    isAnonymous: posts.anonymous,
    authorId: posts.authorId,
    nickname: members.nickname,
    withdrawnAt: members.withdrawnAt,
    profileImageUrl: members.profileImageUrl,
    roles: rolesOf(posts.authorId),
    createdAt: posts.createdAt,
    updatedAt: posts.updatedAt,
    viewCount: posts.viewCount,
    likeCount: posts.likeCount,
    commentCount: posts.commentCount,
    attachmentCount: sql<number>`(select count(*) from ${attachments} where ${attachments.postId} = ${posts.id})`,
    answeredAt: lectureAnswers.createdAt,
    isAuthor: sql<boolean>`coalesce(${posts.authorId} = ${memberId}::bigint, ${posts.authorSeal} = ${seal}::bytea, false)`,
    isBlocked: isByBlocked(posts.authorId, memberId),
    lectureId,
    lectureTitle: lectures.title,
  };
}

/** The rows of the ids that `hits` finds as `hit_id`. */
export function selectRows(db: Db, viewer: RowViewer, hits: SQL) {
  return db
    .select(rowColumns(viewer))
    .from(sql`(${hits}) as hit`)
    .innerJoin(posts, sql`${posts.id} = hit_id`)
    .innerJoin(lectures, eq(lectures.id, posts.lectureId))
    .leftJoin(members, eq(members.id, posts.authorId))
    .leftJoin(lectureAnswers, eq(lectureAnswers.postId, posts.id));
}
