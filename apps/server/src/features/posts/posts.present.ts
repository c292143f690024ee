import {
  ANONYMOUS_NAME,
  BLOCKED_NAME,
  BOARDS,
  type BoardType,
  isLectureBoard,
  type PostBoardType,
  WITHDRAWN_NAME,
} from '@naru/contract/boards';
import { imageVariantUrl } from '@naru/contract/files';
import type { PostDetail, PostItem } from '@naru/contract/posts';
import { TEXTS } from '@naru/contract/texts';
import { toKst } from '../../platform/clock.ts';
import type { DetailRow } from './posts.detail.repo.ts';
import { isSafeLink } from './posts.html.ts';
import type { ItemRow } from './posts.item.repo.ts';

interface WriterRow {
  isAnonymous: boolean;
  authorId: number | null;
  nickname: string | null;
  withdrawnAt: Date | null;
}

/** Lists and pages of boards hold no post of a lecture room. */
function requireBoard(boardType: PostBoardType): BoardType {
  if (isLectureBoard(boardType)) throw new Error(`a post of ${boardType} among those of boards`);
  return boardType;
}

/** The only place where a post's author becomes visible, or stays hidden (decisions 46, 157). */
export function presentWriter(row: WriterRow): { writerId: number | null; writerNickname: string } {
  if (row.isAnonymous) {
    return { writerId: null, writerNickname: ANONYMOUS_NAME };
  }
  if (row.authorId === null || row.nickname === null || row.withdrawnAt !== null) {
    return { writerId: null, writerNickname: WITHDRAWN_NAME };
  }
  return { writerId: row.authorId, writerNickname: row.nickname };
}

export function presentItem(row: ItemRow): PostItem {
  const cover = row.imageUrls[0];
  const item = {
    id: row.id,
    title: row.title,
    boardType: requireBoard(row.boardType),
    ...presentWriter(row),
    createdDate: toKst(row.createdAt),
    viewCount: row.viewCount,
    likeCount: row.likeCount,
    commentCount: row.commentCount,
    thumbNailUrl: cover === undefined ? null : imageVariantUrl(cover, 'thumb'),
    imageUrls: row.imageUrls,
    price: row.price,
    tradeStatus: row.tradeStatus,
    pinned: row.pinned,
    answered: row.acceptedCommentId !== null,
  };
  return isMasked(row) ? { ...item, ...MASK, thumbNailUrl: null, imageUrls: [] } : item;
}

/** What stands in place of a post by a member whom the reader blocks (decisions 107). */
export const MASK = {
  title: TEXTS.blockedPost,
  writerId: null,
  writerNickname: BLOCKED_NAME,
  blocked: true,
};

/** Notices are for everybody, whoever wrote them. */
export function isMasked({
  boardType,
  isBlocked,
}: {
  boardType: PostBoardType;
  isBlocked: boolean;
}): boolean {
  const isNotice = isLectureBoard(boardType)
    ? boardType === 'LECTURE_N'
    : BOARDS[boardType].group === 'notice';
  return isBlocked && !isNotice;
}

/** `content` is passed in, sanitised again by whoever read the row (quality XS-19). */
export function presentDetail(row: DetailRow, content: string): PostDetail {
  const item = presentItem(row);
  const isNamed = item.writerId !== null;
  const isBlocked = item.blocked === true;
  return {
    ...item,
    content: isBlocked ? `<p>${TEXTS.blockedPost}</p>` : content,
    image_urls: item.imageUrls,
    targetUrl: isBlocked ? null : presentLink(row.targetUrl),
    updatedDate: row.updatedAt === null ? null : toKst(row.updatedAt),
    isLike: row.isLike,
    isScrapped: row.isScrapped,
    isAuthor: row.isAuthor,
    writerProfileThumbnails: isNamed ? row.profileImageUrl : null,
    writerRoles: isNamed ? row.roles : [],
    acceptedCommentId: row.acceptedCommentId,
  };
}

function presentLink(url: string | null): string | null {
  return url !== null && isSafeLink(url) ? url : null;
}
