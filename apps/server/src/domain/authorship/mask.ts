import { BLOCKED_NAME, isNoticeBoard, type PostBoardType } from '@naru/contract/boards';
import { TEXTS } from '@naru/contract/texts';

const HIDDEN_WRITER = {
  writerId: null,
  writerNickname: BLOCKED_NAME,
  writerProfileThumbnails: null,
  writerRoles: [],
};

/** Replacements for the author's data, under every field name that responses use for it. */
const POST_MASK = {
  ...HIDDEN_WRITER,
  title: TEXTS.blockedPost,
  content: `<p>${TEXTS.blockedPost}</p>`,
  excerpt: '',
  thumbNailUrl: null,
  imageUrls: [],
  image_urls: [],
  targetUrl: null,
  hasFiles: false,
  attachmentCount: 0,
  attachments: [],
};

const COMMENT_MASK = {
  ...HIDDEN_WRITER,
  content: TEXTS.blockedComment,
  text: TEXTS.blockedComment,
};

/** Notices stay readable for viewers who block their author. */
export function isMasked(row: { boardType: PostBoardType; isBlocked: boolean }): boolean {
  return row.isBlocked && !isNoticeBoard(row.boardType);
}

/** Hides the author's data from a viewer who blocks the author; counters stay. */
export function maskPost<T extends object>(post: T): T & { blocked: true } {
  return mask(post, POST_MASK);
}

export function maskComment<T extends object>(comment: T): T & { blocked: true } {
  return mask(comment, COMMENT_MASK);
}

/** Adds no field of `values` that the item does not have. */
function mask<T extends object>(item: T, values: object): T & { blocked: true } {
  const masked = Object.entries(values).filter(([name]) => name in item);
  return { ...item, ...Object.fromEntries(masked), blocked: true };
}
