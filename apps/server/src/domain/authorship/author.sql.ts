import { eq, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { members, posts } from '../../db/schema/index.ts';
import type { Self, StoredAuthor } from './author.ts';

interface Authored {
  authorId: PgColumn;
  authorSeal: PgColumn;
}

/** Whether the row is by the viewer, as a column; the viewer may be placeholders. */
export function isAuthorOf(table: Authored, { memberId, seal }: Self): SQL<boolean> {
  return sql<boolean>`coalesce(${table.authorId} = ${memberId}::bigint, ${table.authorSeal} = ${seal}::bytea, false)`;
}

/** Whether the comment is by the author of its post. */
export function isByPostAuthor(comment: Authored): SQL<boolean> {
  return sql<boolean>`coalesce(${comment.authorId} = ${posts.authorId}, ${comment.authorSeal} = ${posts.authorSeal}, false)`;
}

/** Rows of a member, anonymous ones too; as a condition that the indexes answer. */
export function writtenBy(table: Authored, self: Self<number, Buffer>): SQL | undefined {
  return or(eq(table.authorId, self.memberId), eq(table.authorSeal, self.seal));
}

/** Rows of exactly this author: the open and the anonymous ones of a member are kept apart. */
export function hasAuthor(table: Authored, { authorId, authorSeal }: StoredAuthor): SQL {
  return authorSeal ? eq(table.authorSeal, authorSeal) : eq(table.authorId, authorId ?? 0);
}

/** What `presentWriter` needs of a row whose author is joined from the left. */
export function writerColumns<T extends Authored>(table: T) {
  return {
    isAnonymous: posts.anonymous,
    authorId: table.authorId as T['authorId'],
    nickname: members.nickname,
    withdrawnAt: members.withdrawnAt,
  };
}
