import { BLOCKED_NAME, isNoticeBoard, type PostBoardType } from '@naru/contract/boards';
import { TEXTS } from '@naru/contract/texts';

const HIDDEN_WRITER = {
  writerId: null,
  writerNickname: BLOCKED_NAME,
  writerProfileThumbnails: null,
  writerRoles: [],
};

/** Replacements for what the author wrote, under every field name that responses use for it. */
const postMask = (text: string) => ({
  title: text,
  content: `<p>${text}</p>`,
  excerpt: '',
  thumbNailUrl: null,
  imageUrls: [],
  image_urls: [],
  targetUrl: null,
  hasFiles: false,
  attachmentCount: 0,
  attachments: [],
});
const commentMask = (text: string) => ({ content: text, text });

/** An anonymous row keeps its name, which says nothing of its author and is what is blocked. */
const POST_MASKS = {
  named: { ...HIDDEN_WRITER, ...postMask(TEXTS.blockedPost) },
  anonymous: postMask(TEXTS.blockedAliasPost),
};
const COMMENT_MASKS = {
  named: { ...HIDDEN_WRITER, ...commentMask(TEXTS.blockedComment) },
  anonymous: commentMask(TEXTS.blockedAliasComment),
};

interface Row {
  isAnonymous: boolean;
}

const kindOf = ({ isAnonymous }: Row) => (isAnonymous ? 'anonymous' : 'named');

/** Notices stay readable for viewers who block their author. */
export function isMasked(row: { boardType: PostBoardType; isBlocked: boolean }): boolean {
  return row.isBlocked && !isNoticeBoard(row.boardType);
}

/** Hides the author's data from a viewer who blocks the author; counters stay. */
export function maskPost<T extends object>(post: T, row: Row): T & { blocked: true } {
  return mask(post, POST_MASKS[kindOf(row)]);
}

export function maskComment<T extends object>(comment: T, row: Row): T & { blocked: true } {
  return mask(comment, COMMENT_MASKS[kindOf(row)]);
}

/** Adds no field of `values` that the item does not have. */
function mask<T extends object>(item: T, values: object): T & { blocked: true } {
  const masked = Object.entries(values).filter(([name]) => name in item);
  return { ...item, ...Object.fromEntries(masked), blocked: true };
}
