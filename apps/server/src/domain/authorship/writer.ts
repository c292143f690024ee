import {
  ANONYMOUS_AUTHOR_NAME,
  ANONYMOUS_NAME,
  BLOCKED_NAME,
  isNoticeBoard,
  type PostBoardType,
  WITHDRAWN_NAME,
} from '@naru/contract/boards';
import type { Role } from '@naru/contract/roles';
import { TEXTS } from '@naru/contract/texts';

interface NamedRow {
  /** Whether the post is anonymous; this applies to its comments too. */
  isAnonymous: boolean;
  nickname: string | null;
  withdrawnAt: Date | null;
}

export interface WriterRow extends NamedRow {
  authorId: number | null;
}

interface ProfileRow extends WriterRow {
  profileImageUrl: string | null;
  roles: Role[];
}

/** Withdrawn and deleted accounts share one name. */
export function memberName(nickname: string | null, withdrawnAt: Date | null): string {
  return nickname === null || withdrawnAt !== null ? WITHDRAWN_NAME : nickname;
}

/** Replaces an anonymous writer's name by `alias` for every viewer, staff included. */
export function writerName(row: NamedRow, alias: string = ANONYMOUS_NAME): string {
  return row.isAnonymous ? alias : memberName(row.nickname, row.withdrawnAt);
}

export function presentWriter(row: WriterRow, alias?: string) {
  const isHidden = row.isAnonymous || row.nickname === null || row.withdrawnAt !== null;
  return {
    writerId: isHidden ? null : row.authorId,
    writerNickname: writerName(row, alias),
  };
}

/** `presentWriter` with picture and roles, which are empty for a hidden writer. */
export function presentProfile(row: ProfileRow, alias?: string) {
  const writer = presentWriter(row, alias);
  const isNamed = writer.writerId !== null;
  return {
    writerProfileThumbnails: isNamed ? row.profileImageUrl : null,
    writerRoles: isNamed ? row.roles : [],
    ...writer,
  };
}

/** Name in an anonymous thread: 글쓴이, or 익명 followed by the writer's number. */
export function aliasOf(row: { isPostAuthor: boolean; anonymousNumber: number | null }): string {
  return row.isPostAuthor ? ANONYMOUS_AUTHOR_NAME : `${ANONYMOUS_NAME}${row.anonymousNumber ?? ''}`;
}

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
  imageUrls: null,
  image_urls: null,
  pictures: [],
  targetUrl: null,
  hasFiles: false,
  attachmentCount: 0,
  attachments: [],
});
const commentMask = (text: string) => ({ content: text, text });

/** An anonymous row keeps its alias: it does not identify the author, and it is what the viewer has blocked. */
const POST_MASKS = {
  named: { ...HIDDEN_WRITER, ...postMask(TEXTS.blockedPost) },
  anonymous: postMask(TEXTS.blockedAliasPost),
};
const COMMENT_MASKS = {
  named: { ...HIDDEN_WRITER, ...commentMask(TEXTS.blockedComment) },
  anonymous: commentMask(TEXTS.blockedAliasComment),
};

interface MaskedRow {
  isAnonymous: boolean;
}

const kindOf = ({ isAnonymous }: MaskedRow) => (isAnonymous ? 'anonymous' : 'named');

/** Notices stay readable for viewers who block their author. */
export function isMasked(row: { boardType: PostBoardType; isBlocked: boolean }): boolean {
  return row.isBlocked && !isNoticeBoard(row.boardType);
}

/** Hides the author's data from a viewer who blocks the author; counters stay. */
export function maskPost<T extends object>(post: T, row: MaskedRow): T & { blocked: true } {
  return mask(post, POST_MASKS[kindOf(row)]);
}

export function maskComment<T extends object>(comment: T, row: MaskedRow): T & { blocked: true } {
  return mask(comment, COMMENT_MASKS[kindOf(row)]);
}

/** Adds no field of `values` that the item does not have. */
function mask<T extends object>(item: T, values: object): T & { blocked: true } {
  const masked = Object.entries(values).filter(([name]) => name in item);
  return { ...item, ...Object.fromEntries(masked), blocked: true };
}
