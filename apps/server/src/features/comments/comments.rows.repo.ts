import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../db/client.ts';
import { anonymousNumbers, commentLikes, comments, members, posts } from '../../db/schema/index.ts';
import { isBlockedAuthor } from '../../domain/access/blocks.sql.ts';
import { rolesOf } from '../../domain/access/roles.sql.ts';
import { viewerPlaceholders } from '../../domain/access/room-access.sql.ts';
import { isAuthorOf, isByPostAuthor, writerColumns } from '../../domain/authorship/author.sql.ts';

const target = alias(comments, 'target');
const targetMember = alias(members, 'target_member');
const targetNumber = alias(anonymousNumbers, 'target_number');
const { memberId } = viewerPlaceholders;

/** Live, or the placeholder of a deleted comment that has replies. */
export const isVisible = or(isNull(comments.deletedAt), sql`${comments.replyCount} > 0`);

/** Needs the placeholders `memberId` and `seal`. */
export function selectComments(db: Executor) {
  return db
    .select({
      id: comments.id,
      postId: comments.postId,
      boardType: posts.boardType,
      ...writerColumns(comments),
      parentId: comments.parentId,
      content: comments.content,
      createdAt: comments.createdAt,
      editedAt: comments.editedAt,
      deletedAt: comments.deletedAt,
      likeCount: comments.likeCount,
      replyCount: comments.replyCount,
      isAuthor: isAuthorOf(comments, { memberId, seal: sql.placeholder('seal') }),
      isLiked: sql<boolean>`${commentLikes.memberId} is not null`,
      isBlocked: isBlockedAuthor(comments.authorId, memberId),
      profileImageUrl: members.profileImageUrl,
      roles: rolesOf(comments.authorId),
      isPostAuthor: isByPostAuthor(comments),
      anonymousNumber: anonymousNumbers.number,
      /** The reply that this one answers; null columns when there is none or it is deleted. */
      target: {
        id: target.id,
        nickname: targetMember.nickname,
        withdrawnAt: targetMember.withdrawnAt,
        isPostAuthor: isByPostAuthor(target),
        anonymousNumber: targetNumber.number,
      },
    })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .leftJoin(members, eq(members.id, comments.authorId))
    .leftJoin(
      anonymousNumbers,
      and(
        eq(anonymousNumbers.postId, comments.postId),
        eq(anonymousNumbers.authorSeal, comments.authorSeal),
      ),
    )
    .leftJoin(
      commentLikes,
      and(eq(commentLikes.commentId, comments.id), eq(commentLikes.memberId, memberId)),
    )
    .leftJoin(target, and(eq(target.id, comments.replyToId), isNull(target.deletedAt)))
    .leftJoin(targetMember, eq(targetMember.id, target.authorId))
    .leftJoin(
      targetNumber,
      and(eq(targetNumber.postId, target.postId), eq(targetNumber.authorSeal, target.authorSeal)),
    );
}

export type CommentRow = Awaited<ReturnType<ReturnType<typeof selectComments>['execute']>>[number];
