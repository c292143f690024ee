import { ANONYMOUS_NAME } from '@naru/contract/boards';
import type { Comment } from '@naru/contract/comments';
import { TEXTS } from '@naru/contract/texts';
import {
  aliasOf,
  maskComment,
  presentProfile,
  writerName,
} from '../../domain/authorship/writer.ts';
import { toKst } from '../../platform/clock.ts';
import type { CommentRow } from './comments.mentions.repo.ts';
import type { OwnCommentRow } from './comments.read.repo.ts';

/** Empties a deleted comment and masks one whose author the viewer blocks. */
export function presentComment(row: CommentRow): Comment {
  const comment = presentOpen(row);
  if (row.deletedAt !== null) return Object.assign(comment, deletedFields(row));
  return row.isBlocked ? maskComment(comment, row) : Object.assign(comment, extrasOf(row));
}

/** Mentions and picture; none of a blinded comment where the text is hidden too. */
function extrasOf({ isBlinded, content, mentions, picture }: CommentRow) {
  if (isBlinded && content === TEXTS.blindedComment) return {};
  return {
    ...(mentions !== null && { mentions }),
    ...(picture !== null && { picture }),
  };
}

function presentOpen(row: CommentRow): Comment {
  return {
    id: row.id,
    postId: row.postId,
    boardType: row.boardType,
    parentId: row.parentId,
    content: row.content,
    text: row.content,
    createdDate: toKst(row.createdAt),
    edited: row.editedAt !== null,
    deleted: false,
    ...presentProfile(row, aliasOf(row)),
    isPostAuthor: row.isPostAuthor,
    isAuthor: row.isAuthor,
    countChildren: row.replyCount,
    likes: row.likeCount,
    liked: row.isLiked,
    targetNickname: targetName(row),
    ...(row.isBlinded && { blinded: true }),
  };
}

function deletedFields({ isAnonymous }: CommentRow) {
  return {
    content: '',
    text: '',
    edited: false,
    deleted: true,
    writerId: null,
    writerNickname: isAnonymous ? ANONYMOUS_NAME : '',
    writerProfileThumbnails: null,
    writerRoles: [],
    isPostAuthor: false,
    isAuthor: false,
    likes: 0,
    liked: false,
    targetNickname: null,
  };
}

function targetName({ isAnonymous, target }: CommentRow): string | null {
  return target.id === null ? null : writerName({ isAnonymous, ...target }, aliasOf(target));
}

export function presentOwnComment(own: OwnCommentRow) {
  const { createdAt, lectureId, isBlinded, isAccepted, ...row } = own;
  return {
    ...row,
    lectureRoomId: lectureId,
    createdDate: toKst(createdAt),
    ...(isBlinded && { blinded: true }),
    ...(isAccepted && { accepted: true }),
  };
}
