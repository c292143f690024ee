import type { GetColumnData, SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { members, postLikes, postScraps, posts } from '../../db/schema/index.ts';
import { isBlockedAuthor } from '../access/blocks.sql.ts';
import { rolesOf } from '../access/roles.sql.ts';
import { isAuthorOf, writerColumns } from '../authorship/author.sql.ts';
import type { Self } from '../authorship/author.ts';

/** Tables that the statements below join from the left. */
type LeftJoined = 'members' | 'lecture_answers';

/** The row that selected columns give; those of left-joined tables may be null. */
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

/** What every list shows of a post, of boards and rooms. An anonymous one names no author here. */
export function postColumns(viewerId: unknown) {
  return {
    id: posts.id,
    title: posts.title,
    boardType: posts.boardType,
    ...writerColumns(posts),
    createdAt: posts.createdAt,
    viewCount: posts.viewCount,
    likeCount: posts.likeCount,
    commentCount: posts.commentCount,
    isBlocked: isBlockedAuthor(posts.authorId, viewerId),
  };
}

/** What stands on the page of a post besides; the viewer is one of a prepared statement. */
export function postPageColumns({ memberId, seal }: Self) {
  const isIn = (table: typeof postLikes | typeof postScraps) =>
    sql<boolean>`exists (select 1 from ${table} where ${table.postId} = ${posts.id} and ${table.memberId} = ${memberId})`;
  return {
    content: posts.content,
    imageUrls: posts.imageUrls,
    updatedAt: posts.updatedAt,
    isLike: isIn(postLikes),
    isScrapped: isIn(postScraps),
    isAuthor: isAuthorOf(posts, { memberId, seal }),
    profileImageUrl: members.profileImageUrl,
    roles: rolesOf(posts.authorId),
  };
}
