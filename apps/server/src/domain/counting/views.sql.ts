import { and, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { posts, postViews } from '../../db/schema/index.ts';

/**
 * Parts of a prepared statement (placeholders `memberId`, `day`) that reads a post and counts the view
 * once per member and day. The author's own view does not count, except on anonymous posts, which
 * must not reveal it. Without `isCounting` the statement writes nothing, for a full disk.
 */
export function countView(db: Db, isReadable: SQL | undefined, isCounting: boolean) {
  if (!isCounting) return { reader: db.with(), viewCount: sql<number>`${posts.viewCount}` };
  const memberId = sql`${sql.placeholder('memberId')}::bigint`;
  const seen = db.$with('seen').as(
    db
      .insert(postViews)
      .select((qb) =>
        qb
          .select({
            postId: posts.id,
            memberId: sql<number>`${memberId}`.as('member_id'),
            day: sql<string>`${sql.placeholder('day')}::date`.as('day'),
          })
          .from(posts)
          .where(and(isReadable, sql`${posts.authorId} is distinct from ${memberId}`)),
      )
      .onConflictDoNothing()
      .returning({ postId: postViews.postId }),
  );
  const counted = db.$with('counted').as(
    db
      .update(posts)
      .set({ viewCount: sql`${posts.viewCount} + 1` })
      .where(sql`${posts.id} in (select post_id from seen)`)
      .returning({ views: sql<number>`${posts.viewCount}`.as('views') }),
  );
  return {
    reader: db.with(seen, counted),
    viewCount: sql<number>`coalesce((select views from counted), ${posts.viewCount})`,
  };
}
