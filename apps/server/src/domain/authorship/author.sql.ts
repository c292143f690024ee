import { eq, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { members, posts } from '../../db/schema/index.ts';
import type { AuthorIdentity, KnownAuthor, StoredAuthor } from './author.ts';

interface Authored {
  authorId: PgColumn;
  authorSeal: PgColumn;
}

/** Boolean column: the viewer wrote the row. */
export function isAuthorOf(table: Authored, { memberId, seal }: AuthorIdentity): SQL<boolean> {
  return sql<boolean>`coalesce(${table.authorId} = ${memberId}::bigint, ${table.authorSeal} = ${seal}::bytea, false)`;
}

export function isByPostAuthor(comment: Authored): SQL<boolean> {
  return sql<boolean>`coalesce(${comment.authorId} = ${posts.authorId}, ${comment.authorSeal} = ${posts.authorSeal}, false)`;
}

interface Removed {
  authorId: PgColumn;
  deletedBy: PgColumn;
}

/** Authors of anonymous content leave `deletedBy` empty, so a value there is a staff member. */
export function isRemovedByStaff({ authorId, deletedBy }: Removed): SQL<boolean> {
  return sql<boolean>`(${deletedBy} is not null and ${deletedBy} is distinct from ${authorId})`;
}

/** Condition, served by the indexes: open and anonymous rows of the member. */
export function writtenBy(table: Authored, self: KnownAuthor): SQL | undefined {
  return or(eq(table.authorId, self.memberId), eq(table.authorSeal, self.seal));
}

/** Condition: rows stored under exactly this key, either the open or the anonymous ones. */
export function hasAuthor(table: Authored, { authorId, authorSeal }: StoredAuthor): SQL {
  return authorSeal ? eq(table.authorSeal, authorSeal) : eq(table.authorId, authorId ?? 0);
}

/** Columns for `presentWriter`; the statement left-joins `members`. */
export function writerColumns<T extends Authored>(table: T) {
  return {
    isAnonymous: posts.anonymous,
    authorId: table.authorId as T['authorId'],
    nickname: members.nickname,
    withdrawnAt: members.withdrawnAt,
  };
}
