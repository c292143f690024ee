import {
  ANONYMOUS_AUTHOR_NAME,
  ANONYMOUS_NAME,
  BLOCKED_NAME,
  type PostBoardType,
  WITHDRAWN_NAME,
} from '@naru/contract/boards';
import type { Comment } from '@naru/contract/comments';
import { roleRank } from '@naru/contract/roles';
import { TEXTS } from '@naru/contract/texts';
import { toKst } from '../../platform/clock.ts';
import type { CommentRow, Voice } from './comments.rows.repo.ts';

type Writer = Pick<
  Comment,
  'writerId' | 'writerNickname' | 'writerProfileThumbnails' | 'writerRoles'
>;

/**
 * The only way of a comment to the outside. Below an anonymous post nobody has an id, a picture or
 * roles, and the name is 글쓴이 or 익명n (decisions 46, 48); a deleted comment has no writer at all
 * (decisions 93); of one by a member whom the reader blocks neither words nor writer (decisions 107).
 */
export function presentComment(row: CommentRow): Comment {
  const comment = presentOpen(row);
  return row.isBlocked && !comment.deleted ? { ...comment, ...MASK } : comment;
}

const MASK = {
  content: TEXTS.blockedComment,
  text: TEXTS.blockedComment,
  writerId: null,
  writerNickname: BLOCKED_NAME,
  writerProfileThumbnails: null,
  writerRoles: [],
  blocked: true,
};

function presentOpen(row: CommentRow): Comment {
  const isDeleted = row.deletedAt !== null;
  const content = isDeleted ? '' : row.content;
  return {
    id: row.id,
    postId: row.postId,
    boardType: row.boardType,
    parentId: row.parentId,
    content,
    text: content,
    createdDate: toKst(row.createdAt),
    edited: !isDeleted && row.editedAt !== null,
    deleted: isDeleted,
    ...(isDeleted ? presentNobody(row.isAnonymous) : presentWriter(row.isAnonymous, row.writer)),
    isPostAuthor: !isDeleted && row.writer.isPostAuthor,
    isAuthor: !isDeleted && row.isAuthor,
    countChildren: row.replyCount,
    likes: isDeleted ? 0 : row.likeCount,
    liked: !isDeleted && row.isLiked,
    targetNickname: isDeleted || row.target === null ? null : nameOf(row.isAnonymous, row.target),
  };
}

export function presentOwnComment(row: {
  id: number;
  postId: number;
  boardType: PostBoardType;
  lectureId: number | null;
  content: string;
  createdAt: Date;
  title: string;
}) {
  const { createdAt, lectureId, ...rest } = row;
  return { ...rest, lectureRoomId: lectureId, createdDate: toKst(createdAt) };
}

function presentNobody(isAnonymous: boolean): Writer {
  return {
    writerId: null,
    writerNickname: isAnonymous ? ANONYMOUS_NAME : '',
    writerProfileThumbnails: null,
    writerRoles: [],
  };
}

function presentWriter(isAnonymous: boolean, voice: Voice): Writer {
  const writerNickname = nameOf(isAnonymous, voice);
  if (isAnonymous || voice.isWithdrawn) {
    return { writerId: null, writerNickname, writerProfileThumbnails: null, writerRoles: [] };
  }
  return {
    writerId: voice.memberId,
    writerNickname,
    writerProfileThumbnails: voice.imageUrl,
    writerRoles: voice.roles.toSorted((a, b) => roleRank(a) - roleRank(b)),
  };
}

function nameOf(
  isAnonymous: boolean,
  voice: Pick<Voice, 'nickname' | 'isWithdrawn' | 'isPostAuthor' | 'number'>,
): string {
  if (isAnonymous) {
    return voice.isPostAuthor ? ANONYMOUS_AUTHOR_NAME : `${ANONYMOUS_NAME}${voice.number ?? ''}`;
  }
  return voice.isWithdrawn ? WITHDRAWN_NAME : (voice.nickname ?? WITHDRAWN_NAME);
}
