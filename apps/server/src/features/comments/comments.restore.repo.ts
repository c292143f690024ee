import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { comments, inquiries, posts, staffActions } from '../../db/schema/index.ts';
import { roomAccess } from '../../domain/access/room-access.sql.ts';
import type { Viewer } from '../../domain/access/room-access.ts';
import { isAuthorOf, isRemovedByStaff } from '../../domain/authorship/author.sql.ts';

const isComment = and(
  eq(staffActions.targetType, 'COMMENT'),
  eq(staffActions.targetId, comments.id),
);

/** What staff, or the number of reports, did last; hidden comments get their text back when they are deleted. */
const isHeldByStaff = sql<boolean>`coalesce((select ${staffActions.action} in ('HIDDEN', 'REMOVED')
  from ${staffActions} where ${isComment} order by ${desc(staffActions.id)} limit 1), false)`;

const isDecidedSince = sql<boolean>`exists (select 1 from ${inquiries} where ${inquiries.category} = 'REPORT'
  and ${inquiries.targetType} = 'COMMENT' and ${inquiries.targetId} = ${comments.id}
  and ${inquiries.completedAt} >= ${comments.deletedAt})`;

/** Also finds a deleted comment, of a live post; null without one. */
export async function findDeletion(db: Executor, viewer: Viewer, id: number) {
  const [row] = await db
    .select({
      id: comments.id,
      postId: comments.postId,
      access: roomAccess(viewer),
      isAuthor: isAuthorOf(comments, viewer),
      deletedAt: comments.deletedAt,
      isOpen: sql<boolean>`not (${isRemovedByStaff(comments)} or ${isHeldByStaff} or ${isDecidedSince})`,
      commentCount: posts.commentCount,
    })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .where(and(eq(comments.id, id), isNull(posts.deletedAt)));
  return row ?? null;
}
