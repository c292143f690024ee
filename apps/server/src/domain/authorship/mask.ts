import { BLOCKED_NAME, isNoticeBoard, type PostBoardType } from '@naru/contract/boards';
import { TEXTS } from '@naru/contract/texts';

const NOBODY = {
  writerId: null,
  writerNickname: BLOCKED_NAME,
  writerProfileThumbnails: null,
  writerRoles: [],
};

/** Everything that the author of a post made or is, under all names it has in answers. */
const POST_MASK = {
  ...NOBODY,
  title: TEXTS.blockedPost,
  content: `<p>${TEXTS.blockedPost}</p>`,
  excerpt: '',
  thumbNailUrl: null,
  imageUrls: [],
  image_urls: [],
  targetUrl: null,
  attachments: [],
};

const COMMENT_MASK = { ...NOBODY, content: TEXTS.blockedComment, text: TEXTS.blockedComment };

/** Whether the reader sees a mask: it blocks the author, and the post is no notice for everybody. */
export function isMasked(row: { boardType: PostBoardType; isBlocked: boolean }): boolean {
  return row.isBlocked && !isNoticeBoard(row.boardType);
}

/** What a member who blocks the author sees of a post; what others made of it stays. */
export function maskPost<T extends object>(post: T): T & { blocked: true } {
  return mask(post, POST_MASK);
}

export function maskComment<T extends object>(comment: T): T & { blocked: true } {
  return mask(comment, COMMENT_MASK);
}

/** Replaces those fields of the mask that the item has. */
function mask<T extends object>(item: T, values: object): T & { blocked: true } {
  const masked = Object.entries(values).filter(([name]) => name in item);
  return { ...item, ...Object.fromEntries(masked), blocked: true };
}
