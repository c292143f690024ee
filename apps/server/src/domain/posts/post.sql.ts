import { and, eq, type GetColumnData, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { members, posts } from '../../db/schema/index.ts';
import { isBlockedPost } from '../access/blocks.sql.ts';
import { rolesOf } from '../access/roles.sql.ts';
import { isAuthorOf, writerColumns } from '../authorship/author.sql.ts';
import type { AuthorIdentity, MarkOwner } from '../authorship/author.ts';
import { isLikedBy, isScrappedBy } from '../marks/marks.sql.ts';

type LeftJoined = 'members' | 'lecture_answers' | 'answerer';

/** Row type of selected columns; columns of left-joined tables are nullable. */
export type RowOf<Columns> = {
  [Name in keyof Columns]: Columns[Name] extends PgColumn
    ?
        | GetColumnData<Columns[Name]>
        | (Columns[Name]['_']['tableName'] extends LeftJoined ? null : never)
    : Columns[Name] extends SQL<infer Value>
      ? Value
      : never;
};

export const isLive: SQL = sql`${posts.deletedAt} is null`;

/** Blinded posts stay in the list of their board only. */
export const isListed: SQL = sql`${isLive} and ${posts.blindedAt} is null`;

export function isLivePost(id: number): SQL | undefined {
  return and(eq(posts.id, id), isLive);
}

/** Columns of every post list, on boards and in lecture rooms. */
export function postColumns(viewer: AuthorIdentity) {
  return {
    id: posts.id,
    title: posts.title,
    boardType: posts.boardType,
    ...writerColumns(posts),
    createdAt: posts.createdAt,
    viewCount: posts.viewCount,
    likeCount: posts.likeCount,
    commentCount: posts.commentCount,
    isBlocked: isBlockedPost(viewer),
    isBlinded: sql<boolean>`${posts.blindedAt} is not null`,
  };
}

/** Further columns of a post's own page. */
export function postPageColumns(viewer: AuthorIdentity & MarkOwner) {
  return {
    content: posts.content,
    imageUrls: posts.imageUrls,
    updatedAt: posts.updatedAt,
    isLike: isLikedBy('like', viewer),
    isScrapped: isScrappedBy(viewer),
    isAuthor: isAuthorOf(posts, viewer),
    profileImageUrl: members.profileImageUrl,
    roles: rolesOf(posts.authorId),
  };
}

/** What only market items have; null on other posts. */
export const marketColumns = {
  price: posts.price,
  tradeStatus: posts.tradeStatus,
  registeredAt: posts.registeredAt,
};

/** When a post was written, also after it was moved to the top of its board. */
export const writtenAt = sql<Date>`coalesce(${posts.registeredAt}, ${posts.createdAt})`.mapWith(
  posts.createdAt,
);

export type MarketRow = RowOf<typeof marketColumns>;
