import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import {
  memberRoles,
  members,
  postLikes,
  postScraps,
  posts,
  postViews,
} from '../../db/schema/index.ts';
import { type ItemRow, itemColumns } from './posts.item.repo.ts';

export interface DetailRow extends ItemRow {
  content: string;
  targetUrl: string | null;
  updatedAt: Date | null;
  isLike: boolean;
  isScrapped: boolean;
  isAuthor: boolean;
  profileImageUrl: string | null;
  roles: string[];
}

/**
 * Prepared: reads a post and counts the view, once per member and day, in one statement. The author's
 * own view is not counted in the open (decisions 70); on an anonymous board it counts like any other,
 * as `authorId` is null there (quality AN-32).
 */
export function prepareReadPost(db: Db) {
  const id = sql.placeholder('id');
  const memberId = sql`${sql.placeholder('memberId')}::bigint`;
  const isReadable = and(
    eq(posts.id, id),
    isNull(posts.deletedAt),
    // Written so that only the primary key can answer it.
    sql`left(${posts.boardType}, 8) <> 'LECTURE_'`,
  );
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
  const query = db
    .with(seen, counted)
    .select({
      ...itemColumns(memberId),
      viewCount: sql<number>`coalesce((select views from counted), ${posts.viewCount})`,
      content: posts.content,
      targetUrl: posts.targetUrl,
      updatedAt: posts.updatedAt,
      isLike: sql<boolean>`exists (select 1 from ${postLikes} where ${postLikes.postId} = ${posts.id} and ${postLikes.memberId} = ${memberId})`,
      isScrapped: sql<boolean>`exists (select 1 from ${postScraps} where ${postScraps.postId} = ${posts.id} and ${postScraps.memberId} = ${memberId})`,
      isAuthor: sql<boolean>`coalesce(${posts.authorId} = ${memberId}, false) or coalesce(${posts.authorSeal} = ${sql.placeholder('seal')}::bytea, false)`,
      profileImageUrl: members.profileImageUrl,
      roles: sql<
        string[]
      >`array(select ${memberRoles.role} from ${memberRoles} where ${memberRoles.memberId} = ${posts.authorId})`,
    })
    .from(posts)
    .leftJoin(members, eq(members.id, posts.authorId))
    .where(isReadable)
    .prepare('read_post');

  /** The post, or null when it is missing, deleted or no board post. */
  return async (values: {
    id: number;
    memberId: number;
    seal: Buffer;
    day: string;
  }): Promise<DetailRow | null> => {
    const [row] = await query.execute(values);
    return row ?? null;
  };
}
