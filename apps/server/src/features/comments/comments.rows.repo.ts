import type { PostBoardType } from '@naru/contract/boards';
import type { Role } from '@naru/contract/roles';
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isByBlocked } from '../../db/blocks.ts';
import type { Executor } from '../../db/client.ts';
import { roomDoor } from '../../db/room-doors.ts';
import {
  anonymousNumbers,
  commentLikes,
  comments,
  memberRoles,
  members,
  posts,
} from '../../db/schema/index.ts';

/** Who reads: the member id, and the seal under which the member writes anonymously. */
export interface Viewer {
  memberId: number;
  seal: Buffer;
  /** See db/room-doors.ts. */
  ownerId: number;
  isStaff: boolean;
}

/** Somebody who speaks in a thread, as stored. Only comments.present.ts decides what may be told. */
export interface Voice {
  memberId: number | null;
  nickname: string | null;
  imageUrl: string | null;
  roles: Role[];
  isWithdrawn: boolean;
  isPostAuthor: boolean;
  /** Number in an anonymous thread; null for the post's author and outside such threads. */
  number: number | null;
}

export interface CommentRow {
  id: number;
  postId: number;
  boardType: PostBoardType;
  /** The post is: nobody below it is named. */
  isAnonymous: boolean;
  parentId: number | null;
  content: string;
  createdAt: Date;
  editedAt: Date | null;
  deletedAt: Date | null;
  likeCount: number;
  replyCount: number;
  isAuthor: boolean;
  isLiked: boolean;
  /** The reader blocks the writer. */
  isBlocked: boolean;
  writer: Voice;
  /** The author of the answered reply; null when there is none or it was deleted. */
  target: Omit<Voice, 'memberId' | 'imageUrl' | 'roles'> | null;
}

const target = alias(comments, 'target');
const targetMember = alias(members, 'target_member');
const targetVoice = alias(anonymousNumbers, 'target_voice');
const me = sql.placeholder('memberId');
/** The reader of a prepared statement at the door of the post's room. */
export const door = roomDoor({
  memberId: me,
  ownerId: sql.placeholder('ownerId'),
  isStaff: sql.placeholder('isStaff'),
});
const mySeal = sql.placeholder('seal');

/** Alive, or a placeholder above living replies (decisions 93). */
export const isVisible = or(isNull(comments.deletedAt), sql`${comments.replyCount} > 0`);
export const { boardType } = posts;
const isMine = sql<boolean>`coalesce(${comments.authorId} = ${me}, ${comments.authorSeal} = ${mySeal}, false)`;

function isBy(comment: typeof comments | typeof target): SQL<boolean> {
  return sql<boolean>`coalesce(${comment.authorId} = ${posts.authorId}, ${comment.authorSeal} = ${posts.authorSeal}, false)`;
}

/** Everything a comment is shown with, in one statement. */
export function selectComments(db: Executor) {
  return db
    .select({
      id: comments.id,
      postId: comments.postId,
      boardType,
      isAnonymous: posts.anonymous,
      parentId: comments.parentId,
      content: comments.content,
      createdAt: comments.createdAt,
      editedAt: comments.editedAt,
      deletedAt: comments.deletedAt,
      likeCount: comments.likeCount,
      replyCount: comments.replyCount,
      isAuthor: isMine,
      isLiked: sql<boolean>`${commentLikes.memberId} is not null`,
      isBlocked: isByBlocked(comments.authorId, me),
      memberId: comments.authorId,
      nickname: members.nickname,
      imageUrl: members.profileImageUrl,
      withdrawnAt: members.withdrawnAt,
      roles: sql<
        Role[]
      >`array(select ${memberRoles.role} from ${memberRoles} where ${memberRoles.memberId} = ${comments.authorId})`,
      isPostAuthor: isBy(comments),
      number: anonymousNumbers.number,
      targetId: target.id,
      targetNickname: targetMember.nickname,
      targetWithdrawnAt: targetMember.withdrawnAt,
      targetIsPostAuthor: isBy(target),
      targetNumber: targetVoice.number,
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
      and(eq(commentLikes.commentId, comments.id), eq(commentLikes.memberId, me)),
    )
    .leftJoin(target, and(eq(target.id, comments.replyToId), isNull(target.deletedAt)))
    .leftJoin(targetMember, eq(targetMember.id, target.authorId))
    .leftJoin(
      targetVoice,
      and(eq(targetVoice.postId, target.postId), eq(targetVoice.authorSeal, target.authorSeal)),
    );
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectComments>['execute']>>[number];

export function toRow(row: Selected): CommentRow {
  return {
    id: row.id,
    postId: row.postId,
    boardType: row.boardType,
    isAnonymous: row.isAnonymous,
    parentId: row.parentId,
    content: row.content,
    createdAt: row.createdAt,
    editedAt: row.editedAt,
    deletedAt: row.deletedAt,
    likeCount: row.likeCount,
    replyCount: row.replyCount,
    isAuthor: row.isAuthor,
    isLiked: row.isLiked,
    isBlocked: row.isBlocked,
    writer: {
      memberId: row.memberId,
      nickname: row.nickname,
      imageUrl: row.imageUrl,
      roles: row.roles,
      isWithdrawn: row.withdrawnAt !== null,
      isPostAuthor: row.isPostAuthor,
      number: row.number,
    },
    target:
      row.targetId === null
        ? null
        : {
            nickname: row.targetNickname,
            isWithdrawn: row.targetWithdrawnAt !== null,
            isPostAuthor: row.targetIsPostAuthor,
            number: row.targetNumber,
          },
  };
}
