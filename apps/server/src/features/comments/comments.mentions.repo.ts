import { and, eq, isNull, ne, not, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { statement } from '../../db/pipeline.ts';
import { members, posts } from '../../db/schema/index.ts';
import { memberViewer, roomAccess } from '../../domain/access/room-access.sql.ts';
import { isLive } from '../../domain/posts/post.sql.ts';

export type { StoredMention } from '../../db/schema/index.ts';

const of = sql.placeholder;

/** A member with the present nickname. */
export interface FoundMember {
  id: number;
  name: string;
  /** Whether a notification reaches them. */
  isTold: boolean;
}

/** Finds the members of lower-case nicknames who may read an open post, without the writer. */
export function prepareFindNamed(db: Db, isToldOf: (memberId: unknown) => SQL | undefined) {
  const query = db
    .select({
      id: members.id,
      name: members.nickname,
      isTold: sql<boolean>`(${isToldOf(of('memberId'))})`,
    })
    .from(posts)
    .innerJoin(members, sql`lower(${members.nickname}) = any(${of('names')}::text[])`)
    .where(
      and(
        eq(posts.id, of('postId')),
        isLive,
        not(posts.anonymous),
        isNull(members.withdrawnAt),
        ne(members.id, of('memberId')),
        sql`${roomAccess(memberViewer(members.id))} = 'open'`,
      ),
    )
    .prepare('find_mentioned');
  return (values: { postId: number; memberId: number; names: readonly string[] }) =>
    statement(query, values, (rows): FoundMember[] => rows);
}
