import { ANONYMOUS_AUTHOR_NAME, ANONYMOUS_NAME, WITHDRAWN_NAME } from '@naru/contract/boards';
import type { Role } from '@naru/contract/roles';

interface NamedRow {
  /** Whether the post is; it applies to its comments too. */
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
