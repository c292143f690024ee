import { and, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { lectureAnswers, posts } from '../../../db/schema/index.ts';
import { isBlockedPost } from '../../../domain/access/blocks.sql.ts';
import { roomAccess } from '../../../domain/access/room-access.sql.ts';
import type { Viewer } from '../../../domain/access/room-access.ts';
import { writtenAt } from '../../../domain/posts/market.sql.ts';
import { isLive } from '../../../domain/posts/post.sql.ts';

/** Live posts among the ids, oldest first, except those of lecture rooms that the viewer may not enter. */
export function listCards(db: Db, viewer: Viewer, ids: readonly number[]) {
  return db
    .select({
      id: posts.id,
      title: posts.title,
      boardType: posts.boardType,
      lectureId: posts.lectureId,
      createdAt: writtenAt,
      commentCount: posts.commentCount,
      tradeStatus: posts.tradeStatus,
      isBlocked: isBlockedPost(viewer),
      isAnswered: sql<boolean>`${posts.acceptedCommentId} is not null or exists (select 1 from ${lectureAnswers} where ${lectureAnswers.postId} = ${posts.id})`,
    })
    .from(posts)
    .where(and(inArray(posts.id, [...ids]), isLive, sql`${roomAccess(viewer)} = 'open'`))
    .orderBy(posts.createdAt, posts.id);
}
